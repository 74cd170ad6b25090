import Bytes
public import NetworkFormats
public import Timing
public import VenueWire

/// What a data or file channel's datagrams amount to: messages in order, or ranges of files and the table of them.
///
/// Time comes with every call and never steps back; whatever comes out is in the order in which it became known.
public struct ObjectReceiver: Sendable {
    private var messages: MessageReceiver

    /// A receiver of a channel of `kind`, data or file (a video channel has no objects: every datagram is refused).
    public init(kind: ChannelKind, limits: ObjectLimits = ObjectLimits()) {
        messages = MessageReceiver(limits: limits)
    }

    /// How the channel's objects fared until now.
    public var counters: ObjectCounters { messages.counters }
    /// The files that the channel's tables named, with their versions, in the order in which they were first named.
    public var files: [FileRecord] { [] }
    /// Bytes held for what is not complete yet.
    public var heldBytes: Int { messages.heldBytes }

    /// Takes the payload of a datagram from `source`.
    public mutating func ingest(
        _ datagram: RawSpan, from source: IPAddress, at time: StreamTime, into output: inout ObjectOutput
    ) {
        do {
            let header = try LCTHeader(parsing: datagram)
            messages.counters.packets += 1
            messages.ingest(header, datagram, from: source, at: time, into: &output)
        } catch {
            messages.counters.malformed += 1
        }
    }

    /// Lets time pass in silence; to be called every 100 ms of stream time.
    public mutating func tick(at time: StreamTime, into output: inout ObjectOutput) {
        messages.tick(at: time, into: &output)
    }

    /// Hands on what is complete and gives up the rest: nothing more will come.
    public mutating func finish(at time: StreamTime, into output: inout ObjectOutput) {
        messages.finish(at: time, into: &output)
    }

    /// A new session of the Streamer was announced: its TOIs begin anew (definitions C9).
    public mutating func newSession(at time: StreamTime, into output: inout ObjectOutput) {
        messages.newSession(at: time, into: &output)
    }
}
