import Glibc
import PacketIO
import VenueSimulator

/// A disk without room, and more datagrams than a venue sends.
extension FaultRun {
    /// How far the recording may still grow, in bytes.
    private static let room = 64 << 10
    /// How long a failure and its end may take to be noticed, in seconds: it is tried again every two.
    private static let patience = 8.0
    /// The longest flood, in seconds.
    private static let longestFlood = 12.0

    /// Fills the disk, floods the network until the recorder's memory is full as well, and makes room again.
    mutating func fullDisk(_ check: inout FaultCheck) {
        let drops = rig.kernelDrops
        let received = rig.received
        setRoom(forMore: Self.room)
        let isNoticed = FaultTime.holds(within: Self.patience) { rig.recorder.failure != nil }
        check.expect(isNoticed, "the server does not notice that the disk is full")
        var probe = probe()
        flood(&check, &probe)
        let missed = rig.recorder.missed
        check.expect(missed > 0, "no datagram was left out although memory was full")
        setRoom(forMore: nil)
        let goesOn = FaultTime.holds(within: Self.patience) { rig.recorder.failure == nil }
        check.expect(goesOn, "the recording does not go on: \(rig.recorder.failure.map { "\($0)" } ?? "")")
        let written = rig.recorder.datagrams
        check.expect(
            FaultTime.holds(within: Self.patience) { rig.recorder.datagrams > written + 1_000 },
            "the recording does not grow again")
        check.tell("\(rig.recorder.missed) datagrams left out of the recording")
        let sentences = rig.sentences
        let complaints = sentences.count { $0.contains("cannot write the recording") }
        check.expect(complaints == 1, "the full disk was told \(complaints) times")
        check.expect(
            sentences.contains { $0.contains("goes on") && $0.contains("missing") },
            "nobody was told that the recording goes on")
        let isReceived = FaultTime.holds(within: Self.patience) {
            zip(received, rig.received).allSatisfy { $1 > $0 + 50 }
        }
        check.expect(isReceived, "a channel received less than 50 packets meanwhile")
        check.expect(rig.kernelDrops == drops, "the kernel dropped \(rig.kernelDrops - drops) datagrams")
        probe.judge(&check, usual: usual)
    }

    /// Garbage and announcements, at least for two seconds, until the recorder leaves something out.
    private func flood(_ check: inout FaultCheck, _ probe: inout FaultProbe) {
        guard let flood = FaultFlood(rig, group: 2) else { return check.fail("there is no socket to send from") }
        let begin = FaultTime.now()
        flood.start()
        FaultTime.repeating(for: max(2, 2 * pace)) { probe.ask() }
        let (sent, bytes) = (flood.sent, flood.bytes)
        let took = Double(FaultTime.now() - begin) / 1e9
        flood.fatten()
        _ = FaultTime.holds(within: Self.longestFlood) { rig.recorder.missed > 0 }
        flood.stop()
        check.tell("\(Int(Double(sent) / took)) strange datagrams a second")
        check.tell("\(Int(Double(bytes) * 8e-6 / took)) Mb/s")
        check.tell("then \(flood.bytes >> 20) MiB in all")
        check.tell("\(flood.sessions) sessions announced, up to \(flood.mostSockets) sockets")
        check.tell("at most \(FaultProbe.milliseconds(flood.longestWait)) ms to take \(FaultFlood.underWayLimit)")
        check.expect(flood.refused == 0, "the system refused \(flood.refused) datagrams")
        flood.withdraw()
    }

    /// Lets files grow no longer than the recording and so many bytes; nil lifts the limit.
    private func setRoom(forMore bytes: Int?) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        var facts = stat()
        stat(rig.recording, &facts)
        limit.rlim_cur = bytes.map { rlim_t(Int(facts.st_size) + $0) } ?? limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}
