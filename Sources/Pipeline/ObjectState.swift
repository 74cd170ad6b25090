import Bytes
import Channels
import History
import NetworkFormats
import ObjectDelivery
import Protection
import Quality
import Timing

/// All that changes of one data or file channel.
struct ObjectState: Sendable {
    /// After this much silence no message waits and none is kept: ticks change nothing.
    ///
    /// A file whose table expires later goes at the first tick after the silence.
    static let quiet = StreamDuration(seconds: 30)

    var receiver: ObjectReceiver
    var messages: KeptMessages
    var ledger = FileLedger()
    var traffic = ChannelTraffic()
    var firsts = FirstObjectTroubles()
    private var output = ObjectOutput()
    private var known = ObjectCounters()
    private let channel: Int32

    init(_ identity: ChannelIdentity, parameters: VenueParameters) {
        receiver = ObjectReceiver(kind: identity.kind, limits: parameters.objects)
        messages = KeptMessages(depth: parameters.history.depth)
        channel = identity.index
    }

    mutating func object(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        traffic.count(header, mediaBytes: Int(header.wireLength))
        // What the capture cut off is missing in the middle of an object: only the rate can be told.
        guard !header.isTruncated else { return }
        receiver.ingest(datagram, from: header.source.address, at: header.time, into: &output)
        handOn(at: header.moment, into: &sink)
    }

    mutating func newSession(at moment: Moment, into sink: inout some ChannelSink) {
        receiver.newSession(at: moment.time, into: &output)
        handOn(at: moment, into: &sink)
    }

    mutating func tick(at moment: Moment, into sink: inout some ChannelSink) {
        receiver.tick(at: moment.time, into: &output)
        handOn(at: moment, into: &sink)
        messages.advance(to: moment.time)
    }

    mutating func finish(at moment: Moment, into sink: inout some ChannelSink) {
        receiver.finish(at: moment.time, into: &output)
        handOn(at: moment, into: &sink)
    }

    func isQuiet(at time: StreamTime) -> Bool {
        guard let last = traffic.last?.time else { return false }
        return time - last >= Self.quiet && messages.isEmpty
    }

    /// Keeps what the receiver told and hands it on, in order.
    private mutating func handOn(at moment: Moment, into sink: inout some ChannelSink) {
        let counters = receiver.counters
        if counters != known {
            firsts.note(known, counters, at: moment)
            known = counters
        }
        if output.events.isEmpty { return output.clear() }
        var told = ObjectOutput()
        swap(&told, &output)
        for event in told.events { handOn(event, told.bytes.lent, at: moment, into: &sink) }
        told.clear()
        swap(&told, &output)
    }

    private mutating func handOn(
        _ event: ObjectEvent, _ bytes: RawSpan, at moment: Moment, into sink: inout some ChannelSink
    ) {
        var range = 0..<0
        switch event {
        case .message(let message, let place):
            range = place
            messages.append(message, bytes.extracting(place))
        case .fileBytes(_, _, let place): range = place
        case .fileListed(let record): ledger.listed(record)
        case .fileCompleted(let record): ledger.completed(record)
        case .fileDropped(let record): ledger.dropped(record)
        }
        sink.object(channel, event, bytes.extracting(range), at: moment)
    }

    /// The channel's numbers now.
    func snapshot(of identity: ChannelIdentity) -> ChannelSnapshot {
        ChannelSnapshot(
            identity: identity, sequence: nil, windows: WindowCounters(), link: LinkIndicator(), transport: nil,
            isTruncated: traffic.isTruncated, bitrateKbps: traffic.bitrateKbps, receiverDrops: traffic.receiverDrops,
            heldDatagrams: 0, heldBytes: receiver.heldBytes, first: traffic.first, last: traffic.last,
            interruptions: traffic.interruptions, firsts: FirstTroubles(), notes: [],
            historyBytes: messages.byteCount, history: nil,
            objects: ObjectSnapshot(
                counters: receiver.counters, table: receiver.files, ledger: ledger, messages: messages, firsts: firsts))
    }
}
