public import Channels
public import NetworkFormats
public import ObjectDelivery
public import Protection

/// What channels hand on, in order: every call bears the channel and its moment, so the number of threads changes nothing.
///
/// Lent bytes are valid for the length of the call.
public protocol ChannelSink {
    /// A channel was found; indices follow each other from 0.
    mutating func opened(_ channel: ChannelIdentity)
    /// The next media of a channel in sequence order: `bytes` is what the RTP header stands before, or the datagram.
    mutating func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan)
    /// A protection window of a channel was closed.
    mutating func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment)
    /// Something became of an object of a data or file channel; `bytes` are those of the event's range.
    mutating func object(_ channel: Int32, _ event: ObjectEvent, _ bytes: RawSpan, at moment: Moment)
}

extension ChannelSink {
    /// Passes over it: most listeners are about media.
    public mutating func object(_ channel: Int32, _ event: ObjectEvent, _ bytes: RawSpan, at moment: Moment) {}
}

/// A sink for those who want the counters only.
public struct NoSink: ChannelSink, Sendable {
    /// Makes a sink that passes over everything.
    public init() {}
    /// Passes over it.
    public mutating func opened(_ channel: ChannelIdentity) {}
    /// Passes over it.
    public mutating func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {}
    /// Passes over it.
    public mutating func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}
}
