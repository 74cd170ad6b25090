import Bytes
import Evidence
import NetworkFormats
import Timing
import TransportStream

/// The coded pictures and the sound of a transport stream with one track of each, as the analyzer finds them.
struct CameraUnits {
    /// One of them.
    struct Unit {
        var pts: Int64
        var dts: Int64
        var isRandomAccess: Bool
        var bytes: SliceList
    }

    /// The pictures, in the order in which they are decoded.
    private(set) var units: [Unit] = []
    /// The packets of sound.
    private(set) var sounds: [Unit] = []
    /// Bytes of a datagram: seven packets.
    private static let step = 188 * 7

    /// Takes `stream` apart.
    init(_ stream: [UInt8]) {
        let slab = Slab(capacity: stream.count)
        slab.append(stream.lent)
        var analyzer = TransportAnalyzer(options: TransportOptions(collectsRanges: true))
        var output = TransportOutput()
        var number: UInt64 = 0
        for start in stride(from: 0, to: stream.count, by: Self.step) {
            analyzer.ingest(
                stream.lent.extracting(start..<min(start + Self.step, stream.count)), from: MediaID(serial: number),
                moment: Self.moment(number), into: &output)
            number += 1
        }
        analyzer.finish(at: Self.moment(number), into: &output)
        for unit in output.accessUnits {
            var bytes = SliceList()
            for range in output.ranges[unit.ranges] {
                let start = Int(range.packet.serial) * Self.step + Int(range.offset)
                bytes.append(SlabSlice(slab, start..<(start + Int(range.length))))
            }
            let found = Unit(pts: unit.pts, dts: unit.dts, isRandomAccess: unit.randomAccess != nil, bytes: bytes)
            if analyzer.facts.tracks[unit.track].codec.kind == .video {
                units.append(found)
            } else {
                sounds.append(found)
            }
        }
    }

    private static func moment(_ number: UInt64) -> Moment {
        Moment(time: StreamTime(nanoseconds: Int64(number) * 1_000_000), ordinal: number)
    }
}
