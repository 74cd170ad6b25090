import Glibc
import HTTPServing
import NetworkFormats
import PacketIO
import ReplayService
import Reports
import VenueRuntime
import VenueSimulator

/// What is left when everything has gone wrong.
extension FaultRun {
    /// How long things may take to be given back, in seconds.
    private static let patience = 3.0
    /// The same for memory, which is given back every five seconds.
    private static let memoryPatience = 12.0
    /// Memory may have grown by so many bytes, and by so much of what the histories grew by.
    private static let memoryAllowance = 16 << 20
    private static let memoryFactor = 1.3

    /// Everything is as it was before.
    mutating func afterwards(_ check: inout FaultCheck, _ before: FaultMeter) {
        let seconds = Double(FaultRig.historySeconds)
        check.expect(
            FaultChannels.wait(rig, keeping: seconds, atMost: 10),
            "only \(FaultChannels(rig).live(keeping: seconds)) channels are live with \(Int(seconds)) s of history")
        let descriptors = before.descriptors
        let (rig, threads) = (rig, before.threads)
        check.expect(
            FaultTime.holds(within: Self.patience) { FaultMeter(rig).descriptors == descriptors },
            "\(FaultMeter(rig).descriptors) descriptors are open, \(descriptors) were before")
        check.expect(
            FaultTime.holds(within: Self.patience) { FaultMeter(rig).threads <= threads },
            "there are \(FaultMeter(rig).threads) threads, \(threads) were before")
        let limit = { (now: FaultMeter) in
            before.resident + Self.memoryAllowance + Int(Self.memoryFactor * Double(max(0, now.kept - before.kept)))
        }
        var now = FaultMeter(rig)
        let isGiven = FaultTime.holds(within: Self.memoryPatience) {
            now = FaultMeter(rig)
            return now.resident <= limit(now)
        }
        check.expect(isGiven, "\(now.resident >> 20) MiB are resident, \(limit(now) >> 20) MiB are allowed")
        check.tell("\(now.descriptors) descriptors, \(now.threads) threads")
        check.tell("\(now.resident >> 20) MiB, \(before.resident >> 20) MiB before, \(limit(now) >> 20) MiB allowed")
        check.tell("histories \(now.kept >> 20) MiB, \(before.kept >> 20) MiB before")
        let facts = rig.venue.health.receiver
        check.expect(facts?.kernelDrops == 0, "the kernel dropped \(facts?.kernelDrops ?? 0) datagrams")
        check.expect(
            rig.lost == rig.sender.refusedMedia, "\(rig.lost) packets were lost, \(rig.sender.refusedMedia) not sent")
        check.tell("\(rig.received.reduce(0, +)) media packets received, \(rig.lost.reduce(0, +)) lost")
        for id in ids {
            // What was lost while the link was down passes by.
            let isWhole = FaultTime.holds(within: Self.patience * 2) {
                let clip = rig.get("/api/v1/channels/\(id)/clip.ts?last=2s")
                return clip?.status == 200 && clip?.value(of: "X-Clip-Lost-Packets") == "0"
            }
            check.expect(isWhole, "the last two seconds of \(id) are not whole")
        }
    }

    /// Server and venue stop in an orderly way.
    mutating func stop(_ check: inout FaultCheck) {
        let path = "/api/v1/channels/\(ids.first ?? "")/clip.ts?start=4000000000&duration=5s&wait=1"
        let waiting = FaultClient(port: rig.server.port, asking: path)
        check.expect(
            FaultTime.holds(within: Self.patience) { rig.server.load.suspended == 1 }, "a request does not wait")
        rig.sender.stop()
        rig.server.stop(grace: .seconds(2))
        check.expect(waiting.map { !$0.rest().isEmpty } ?? false, "a request that waited was not answered")
        rig.service.stop()
        guard let result = rig.venue.stop() else { return check.fail("there is no recording") }
        check.tell(result.sentence)
        check.expect(result.facts.failure == nil && result.reportFailure == nil, "the recording has no end")
        let (facts, datagrams) = (result.facts, rig.venue.health.datagrams)
        check.expect(
            facts.datagrams + facts.missed == datagrams,
            "of \(datagrams) datagrams \(facts.datagrams) are recorded and \(facts.missed) missing")
        let groups = FaultNetwork.groups
        let left = rig.specs.count { groups.contains(UInt32($0.destination.address.low)) }
        check.expect(left == 0, "\(left) groups are still joined")
        check.expect(
            FaultTime.holds(within: Self.patience) { rig.server.load.requests == 0 }, "requests are still there")
    }

    /// The recording can be read like any capture.
    mutating func readRecording(_ check: inout FaultCheck) {
        do throws(AnalysisFailure) {
            let report = try CaptureAnalysis(options: AnalysisOptions(capturePath: rig.recording)).run { _ in }
            let recorded = rig.recorder
            check.tell("\(report.capture.frames) frames, \(recorded.bytes >> 20) MiB")
            check.expect(
                report.capture.frames == Int(recorded.datagrams), "\(recorded.datagrams) datagrams were recorded")
            check.expect(report.capture.cutAfterFrame == nil, "it breaks off in the middle of a record")
            check.expect(
                report.capture.captureDrops == Int(recorded.missed),
                "it tells of \(report.capture.captureDrops) missing datagrams, \(recorded.missed) were left out")
            let names = Set(report.channels.map(\.name))
            let missing = rig.specs.map(\.name).filter { !names.contains($0) }
            check.expect(missing.isEmpty, "it does not hold \(missing.joined(separator: ", "))")
        } catch {
            check.fail("\(error)")
        }
    }
}
