import NetworkFormats
import Protection
import Testing
import Timing

@Suite("Slots of transport packets over UDP")
struct SlotFlowTests {
    private func moment(_ milliseconds: Int) -> Moment {
        Moment(time: StreamTime(nanoseconds: Int64(milliseconds) * 1_000_000), ordinal: 1)
    }

    @Test("count datagrams and continuity errors, leave the first and last slot out")
    func slots() {
        var flow = SlotFlow()
        var output = WindowOutput()
        for time in stride(from: 1100, through: 2900, by: 20) {
            if time % 100 == 0 { flow.tick(at: moment(time), into: &output) }
            flow.datagram(at: moment(time), into: &output)
            if time == 1700 { flow.losses(2, at: moment(time), into: &output) }
        }
        flow.finish(at: moment(2900), into: &output)
        #expect(output.closed.map(\.k) == [20, 27, 25, 21])
        #expect(output.closed.map(\.d) == [0, 2, 0, 0])
        #expect(output.closed.map(\.outcome) == [.partial, .recoveryFailed, .noLoss, .open])
        #expect(flow.windows.protectionWindows == 2 && flow.windows.recoveryFailures == 1)
    }

    @Test("a length of slot can be chosen")
    func length() {
        var parameters = ProtectionParameters()
        parameters.slot = StreamDuration(milliseconds: 200)
        var flow = SlotFlow(parameters: parameters)
        var output = WindowOutput()
        for time in stride(from: 1000, to: 2000, by: 50) { flow.datagram(at: moment(time), into: &output) }
        flow.finish(at: moment(2000), into: &output)
        #expect(output.closed.map(\.k) == [4, 4, 4, 4, 4])
    }
}
