public import Timing

/// Takes datagrams in order; their bytes are lent for the length of the call.
public protocol DatagramSink {
    /// Takes one datagram; `header.time` is never before an earlier one's.
    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan)
    /// Learns that nothing more arrives before `time`.
    mutating func advance(to time: StreamTime)
    /// Learns of a membership message seen on the wire. Sinks that do not care leave this out.
    mutating func observe(_ report: MembershipReport)
}

extension DatagramSink {
    /// Passes over the message.
    public mutating func observe(_ report: MembershipReport) {}
}

/// What a source can give after a turn.
public enum SourceState: Sendable {
    /// Ask again at once.
    case more
    /// Nothing for now: wait, then ask again.
    case idle
    /// Nothing will come any more.
    case finished
}

/// Gives datagrams in order: a capture, or the network.
public protocol DatagramSource: ~Copyable {
    /// Why it cannot go on.
    associatedtype Failure: Error
    /// Gives everything that can be had now to `sink`, in order, then returns.
    mutating func drain(into sink: inout some DatagramSink) throws(Failure) -> SourceState
}

/// Drains `source` into `sink` until it has no more for now, and tells whether it ended.
@discardableResult
public func run<Source: DatagramSource & ~Copyable>(
    _ sink: inout some DatagramSink, from source: inout Source
) throws(Source.Failure) -> SourceState {
    while true {
        let state = try source.drain(into: &sink)
        if state != .more { return state }
    }
}
