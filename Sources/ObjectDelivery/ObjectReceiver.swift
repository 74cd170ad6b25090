import Bytes
public import NetworkFormats
public import Timing
public import VenueWire

/// What a data or file channel's datagrams amount to: messages in order, or ranges of files and the table of them.
///
/// Time comes with every call and never steps back; whatever comes out is in the order in which it became known.
public struct ObjectReceiver: Sendable {
    private let isOfMessages: Bool
    private var messages: MessageReceiver
    private var filed: FileReceiver
    private var counted = ObjectCounters()

    /// A receiver of a channel of `kind`: messages of a data channel, files of any other.
    public init(kind: ChannelKind, limits: ObjectLimits = ObjectLimits()) {
        isOfMessages = kind == .data
        messages = MessageReceiver(limits: limits)
        filed = FileReceiver(limits: limits)
    }

    /// How the channel's objects fared until now.
    public var counters: ObjectCounters {
        var counters = isOfMessages ? messages.counters : filed.counters
        counters.packets = counted.packets
        counters.malformed += counted.malformed
        counters.shed += isOfMessages ? messages.shelf.shed : filed.shelf.shed
        counters.recovered = isOfMessages ? messages.shelf.recovered : filed.shelf.recovered
        return counters
    }

    /// The versions of files that the channel's tables named, in the order in which they were first named.
    ///
    /// Versions that are out of the table stay, as far as ``ObjectLimits/files`` allows.
    public var files: [FileRecord] { filed.listed.map(\.record) }

    /// Bytes held for what is not complete yet.
    public var heldBytes: Int { isOfMessages ? messages.heldBytes : filed.heldBytes }

    /// Takes the payload of a datagram from `source`.
    public mutating func ingest(
        _ datagram: RawSpan, from source: IPAddress, at time: StreamTime, into output: inout ObjectOutput
    ) {
        do {
            let header = try LCTHeader(parsing: datagram)
            counted.packets += 1
            if header.closesSession, datagram.byteCount == header.length {
                // Nothing but the word that the session ends.
                if !isOfMessages { filed.close(header, from: source) }
            } else if isOfMessages {
                messages.ingest(header, datagram, from: source, at: time, into: &output)
            } else {
                filed.ingest(header, datagram, from: source, at: time, into: &output)
            }
        } catch {
            counted.malformed += 1
        }
    }

    /// Lets time pass in silence; to be called every 100 ms of stream time.
    public mutating func tick(at time: StreamTime, into output: inout ObjectOutput) {
        if isOfMessages {
            messages.tick(at: time, into: &output)
        } else {
            filed.tick(at: time, into: &output)
        }
    }

    /// Hands on what is complete and gives up the rest: nothing more will come.
    public mutating func finish(at time: StreamTime, into output: inout ObjectOutput) {
        if isOfMessages {
            messages.finish(at: time, into: &output)
        } else {
            filed.finish(at: time, into: &output)
        }
    }

    /// A new session of the Streamer was announced: its TOIs and tables begin anew (definitions C9).
    public mutating func newSession(at time: StreamTime, into output: inout ObjectOutput) {
        if isOfMessages {
            messages.newSession(at: time, into: &output)
        } else {
            filed.newSession(at: time, into: &output)
        }
    }
}
