import Glibc
import NetworkFormats
import VenueRuntime
import VenueSimulator

/// A wall clock that is stepped, and a link that goes.
extension FaultRun {
    /// Where the wall clock is put, in seconds ahead: an hour on, two back, one on.
    private static let steps: [Int64] = [3_600, -3_600, 0]
    /// What times that are given out may jump by, in seconds.
    private static let jumpLimit = 0.1
    /// How long channels may take to be live again, in seconds.
    private static let patience = 3.0

    /// Steps the wall clock and follows the times that the venue gives out.
    mutating func wallClock(_ check: inout FaultCheck) {
        var trace = FaultTrace(rig)
        var lists = FaultLists(rig, ids: ids)
        trace.follow(for: 1)
        trace.settle()
        lists.look(&check)
        for seconds in Self.steps {
            rig.clock.step(toSecondsAhead: seconds)
            trace.follow(for: 1.5 * pace + 0.5)
            lists.look(&check)
        }
        let isBack = FaultTime.holds(within: Self.patience) {
            trace.look()
            return trace.behind <= Self.jumpLimit && trace.isMoving
        }
        check.expect(isBack, "stream time stays \(trace.behind) s behind, or a live edge stands still")
        check.tell("stream time at most \(FaultProbe.milliseconds(trace.ahead)) ms ahead")
        check.tell("and \(FaultProbe.milliseconds(trace.behind)) ms behind at the end")
        check.tell("live edges at most \(FaultProbe.milliseconds(trace.edgeAhead)) ms ahead of what is usual")
        check.expect(trace.ahead <= Self.jumpLimit, "stream time jumped ahead")
        check.expect(!trace.fell, "times fell")
        check.expect(trace.edgeAhead <= Self.jumpLimit, "a live edge jumped ahead")
        let areLive = FaultChannels.wait(rig, keeping: 5, atMost: Self.patience)
        check.expect(areLive, "only \(FaultChannels(rig).live(keeping: 5)) channels are live")
    }

    /// Takes the interface down and up again: only what the sender could not send is missing.
    mutating func linkDown(_ check: inout FaultCheck) {
        let (lost, refused) = (rig.lost, rig.sender.refusedMedia)
        check.expect(lost == refused, "\(lost) packets were lost before, \(refused) not sent")
        guard FaultNetwork.setLoopback(up: false) else { return check.fail("the interface cannot be taken down") }
        FaultTime.sleep(1.5)
        let isUp = FaultNetwork.setLoopback(up: true)
        check.expect(isUp, "the interface cannot be taken up")
        let areLive = FaultChannels.wait(rig, atMost: Self.patience)
        check.expect(areLive, "only \(FaultChannels(rig).live()) channels are live again")
        // Numbers that are missing show when later ones have come.
        FaultTime.sleep(0.5)
        let missing = zip(refused, rig.sender.refusedMedia).map { $1 - $0 }
        check.tell("\(missing.reduce(0, +)) media packets could not be sent")
        check.expect(missing.allSatisfy { $0 > 0 }, "the sender was not held up")
        let isEqual = FaultTime.holds(within: 1) { rig.lost == rig.sender.refusedMedia }
        check.expect(isEqual, "\(rig.lost) packets were lost, \(rig.sender.refusedMedia) not sent")
        let groups = FaultNetwork.groups
        let joined = rig.specs.count { groups.contains(UInt32($0.destination.address.low)) }
        check.expect(joined == FaultRig.channelCount, "only \(joined) groups are joined")
        check.tell("\(joined) groups joined")
    }
}
