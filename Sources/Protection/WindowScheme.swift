import Evidence
import NetworkFormats

/// How the packets of a media flow fall into windows, when a window closes, and what is rebuilt then.
///
/// A flow owns one scheme at a time and asks it with its own state lent, so a scheme holds nothing but its windows.
protocol WindowScheme: Sendable {
    /// Takes a packet's first arrival in time and hands it on to the flow's order.
    mutating func take(
        _ number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput)

    /// Takes a missing number's first arrival: `hole` was its stretch, of which `below` packets lie below it.
    mutating func fill(
        _ number: Int64, _ packet: SourcePacket, hole: Hole, below: Int, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput)

    /// Learns, before the packet that shows it is taken, that the numbers of `hole` are expected and missing for now.
    mutating func miss(
        _ hole: Hole, shownBy number: Int64, at moment: Moment, in flow: inout FlowState,
        _ output: inout WindowOutput)

    /// Whether nothing more can become of a missing number, which lies in a hole of `slot`.
    func isClosed(_ number: Int64, slot: Int64) -> Bool

    /// Whether all numbers of a hole close at once, none of them rebuilt.
    var closesWholeHoles: Bool { get }

    /// Closes what is due at a tick.
    mutating func tick(
        at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore, _ output: inout WindowOutput)

    /// Ends the run of windows; what cannot be classified gets `outcome`.
    mutating func end(
        as outcome: WindowRecord.Outcome, at moment: Moment, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput)
}
