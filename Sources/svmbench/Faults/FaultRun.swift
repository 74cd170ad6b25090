import HTTPServing

/// The faults in their order, and what is checked behind them.
struct FaultRun {
    let rig: FaultRig
    /// How much longer or shorter everything takes than usual.
    let pace: Double
    let watch: FaultWatch
    /// The channels' ids.
    var ids: [String] = []
    /// Seconds that a clip usually takes.
    var usual = 0.0
    private var isGood = true

    init(recording: String, seconds: Double, _ watch: FaultWatch) throws {
        rig = try FaultRig(recording: recording)
        pace = seconds / Double(FaultsBench.usualSeconds)
        self.watch = watch
    }

    /// Runs them all; whether every promise was kept.
    mutating func run() throws -> Bool {
        try rig.start()
        guard let before = begin() else { return false }
        check("idle") { $0.idle(&$1) }
        check("slow heads") { $0.slowHeads(&$1) }
        check("full disk") { $0.fullDisk(&$1) }
        check("slow readers") { $0.slowReaders(&$1) }
        check("gone mid-clip") { $0.goneInClip(&$1) }
        check("gone parked") { $0.goneParked(&$1) }
        check("wall clock") { $0.wallClock(&$1) }
        check("link down") { $0.linkDown(&$1) }
        check("afterwards") { $0.afterwards(&$1, before) }
        check("stop") { $0.stop(&$1) }
        check("recording") { $0.readRecording(&$1) }
        return isGood
    }

    private mutating func check(_ name: String, _ body: (inout Self, inout FaultCheck) -> Void) {
        watch.note(name)
        var check = FaultCheck(name)
        let (processor, wait) = (FaultTime.processor(), FaultWait())
        body(&self, &check)
        check.tell("\(Self.tenths(FaultTime.processor() - processor)) s of processor in \(Self.tenths(wait.seconds)) s")
        check.tell("others took \(Self.tenths(wait.stolen)) s")
        Bench.put(check.line + "\n", to: 1)
        isGood = isGood && check.isGood
    }

    /// Waits until everything is there, and measures what is usual; nil when it does not come.
    private mutating func begin() -> FaultMeter? {
        var before: FaultMeter?
        check("start") { run, check in
            guard FaultChannels.wait(run.rig, keeping: 4.5, atMost: 30) else {
                return check.fail("only \(FaultChannels(run.rig).live(keeping: 4.5)) channels are live")
            }
            run.ids = FaultChannels(run.rig).all.map(\.id)
            var probe = FaultProbe(run.rig, ids: run.ids)
            FaultTime.repeating(for: 1.5 * run.pace) { probe.ask() }
            for _ in run.ids { probe.ask() }
            run.usual = probe.fastest
            probe.judge(&check, usual: run.usual)
            check.expect(
                FaultTime.holds(within: 3) { run.rig.server.load.connections == 0 },
                "connections stay open")
            let meter = FaultMeter(run.rig)
            check.tell("\(meter.descriptors) descriptors, \(meter.threads) threads, \(meter.resident >> 20) MiB")
            before = meter
        }
        return before
    }

    static func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }

    func probe() -> FaultProbe { FaultProbe(rig, ids: ids) }
}
