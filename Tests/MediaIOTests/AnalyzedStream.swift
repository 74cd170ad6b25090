import Bytes
import Evidence
import NetworkFormats
import Timing
import TransportStream

/// The units of a transport stream as the project's analyzer finds them.
struct AnalyzedStream {
    var facts: TransportFacts
    /// The units of each track, by its number.
    var units: [Int: [PlainDemuxer.Unit]] = [:]

    init(_ stream: [UInt8]) {
        var analyzer = TransportAnalyzer(options: TransportOptions(collectsRanges: true))
        var output = TransportOutput()
        var number: UInt64 = 0
        let step = 188 * 7
        func moment() -> Moment { Moment(time: StreamTime(nanoseconds: Int64(number) * 1_000_000), ordinal: number) }
        for start in stride(from: 0, to: stream.count, by: step) {
            analyzer.ingest(
                stream.lent.extracting(start..<min(start + step, stream.count)), from: MediaID(serial: number),
                moment: moment(), into: &output)
            number += 1
        }
        analyzer.finish(at: moment(), into: &output)
        facts = analyzer.facts
        for unit in output.accessUnits {
            let bytes = output.ranges[unit.ranges].flatMap { range -> [UInt8] in
                let start = Int(range.packet.serial) * step + Int(range.offset)
                return Array(stream[start..<(start + Int(range.length))])
            }
            units[unit.track, default: []].append(
                PlainDemuxer.Unit(pts: unit.pts, dts: unit.dts, isIndicated: unit.randomAccess != nil, bytes: bytes))
        }
    }
}
