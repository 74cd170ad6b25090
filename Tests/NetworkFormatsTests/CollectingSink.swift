import Bytes
import NetworkFormats
import Timing

/// Keeps a copy of everything it is told.
struct CollectingSink: DatagramSink {
    var headers: [DatagramHeader] = []
    var payloads: [[UInt8]] = []
    var reports: [MembershipReport] = []

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        headers.append(header)
        payloads.append(payload.copied())
    }

    mutating func advance(to time: StreamTime) {}

    mutating func observe(_ report: MembershipReport) { reports.append(report) }
}

extension FrameDecoder {
    /// Decodes one whole frame that arrived as number `ordinal`, `milliseconds` after the epoch.
    mutating func decode(
        _ frame: [UInt8], _ linkType: UInt32 = 1, wireLength: Int = 0, ordinal: UInt64 = 1, milliseconds: Int64 = 0,
        droppedBefore: UInt32 = 0, into sink: inout CollectingSink
    ) {
        let time = StreamTime(nanoseconds: milliseconds * 1_000_000)
        decode(
            frame.lent, linkType: linkType, wireLength: wireLength, at: Moment(time: time, ordinal: ordinal),
            droppedBefore: droppedBefore, into: &sink)
    }
}

extension FrameCounters {
    /// The counters that are not zero, "name count" each.
    var spoken: [String] { all.filter { $0.count != 0 }.map { "\($0.name) \($0.count)" } }
}

/// Decodes frames, numbered from 1 and one millisecond apart.
func decoded(
    _ frames: [[UInt8]], linkType: UInt32 = 1, options: FrameOptions = FrameOptions()
) -> (sink: CollectingSink, counters: FrameCounters) {
    var sink = CollectingSink()
    var decoder = FrameDecoder(options: options)
    for (index, frame) in frames.enumerated() {
        decoder.decode(frame, linkType, ordinal: UInt64(index + 1), milliseconds: Int64(index), into: &sink)
    }
    return (sink, decoder.counters)
}
