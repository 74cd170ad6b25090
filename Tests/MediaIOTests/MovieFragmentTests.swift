import Bytes
import MediaIO
import Testing
import TransportStream

@Suite("The fragments of fragmented MP4", .enabled(if: Peer.isPresent), .serialized)
struct MovieFragmentTests {
    /// What a `moof` says (ISO/IEC 14496-12, 8.8).
    struct Fragment {
        var sequence = 0
        /// By track: when the first sample is decoded, and how many there are.
        var tracks: [Int: (start: Int64, count: Int)] = [:]
    }

    static func fragments(_ bytes: [UInt8]) -> [Fragment] {
        func word(_ at: Int) -> Int { Int(bytes.lent.bigEndian(at: at, as: UInt32.self)) }
        var found: [Fragment] = []
        var track = 0
        var start: Int64 = 0
        func walk(_ place: Range<Int>) {
            var position = place.lowerBound
            while position + 8 <= place.upperBound, word(position) >= 8 {
                let inside = (position + 8)..<(position + word(position))
                switch String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self) {
                case "moof":
                    found.append(Fragment())
                    walk(inside)
                case "traf": walk(inside)
                case "mfhd": found[found.count - 1].sequence = word(inside.lowerBound + 4)
                case "tfhd": track = word(inside.lowerBound + 4)
                case "tfdt": start = Int64(word(inside.lowerBound + 4)) << 32 | Int64(word(inside.lowerBound + 8))
                case "trun": found[found.count - 1].tracks[track] = (start, word(inside.lowerBound + 4))
                default: break
                }
                position += word(position)
            }
        }
        walk(0..<bytes.count)
        return found
    }

    @Test("begin with the sync samples of the first video track, at their decode times, all tracks in step")
    func pictures() throws {
        let asked = try MovieBoxTests.source().movie(31..<75, .fragmented)
        let bytes = try MovieMuxer.file(of: asked).bytes.joined
        let found = Self.fragments(bytes)
        let pictures = asked.samples.filter { $0.track == 0 }
        let syncs = pictures.filter(\.isSync)
        #expect(found.map(\.sequence) == [1, 2])
        #expect(syncs.count == 2)
        // The first decode time becomes 0: none may be negative, and none is moved alone.
        let shift = -(asked.samples.map(\.dts).min() ?? 0)
        let starts = found.compactMap { $0.tracks[1]?.start }
        #expect(starts == syncs.map { $0.dts + shift })
        let counts = found.compactMap { $0.tracks[1]?.count }
        #expect(counts == [25, pictures.count - 25])
        let sounds = asked.samples.filter { $0.track == 1 }
        let soundCounts = found.compactMap { $0.tracks[2]?.count }
        #expect(soundCounts.reduce(0, +) == sounds.count)
        for fragment in found {
            let start = try #require(fragment.tracks[2]?.start)
            let isThere = sounds.contains { sample in
                let distance: Int64 = (sample.dts + shift) * 48_000 - start * 90_000
                return distance.magnitude <= 90_000
            }
            #expect(isThere)
        }
    }

    @Test("last a second each when there are no pictures")
    func sounds() throws {
        let bytes = try Peer.transportStream(["-c:a", "ac3", "-vn"] + MovieTests.aligned, seconds: 4)
        let source = try MovieSource(bytes, [.ac3])
        let movie = try MovieMuxer.file(of: source.whole(.fragmented)).bytes.joined
        let found = Self.fragments(movie)
        // Frames of 32 ms: the first at or behind a second is number 32.
        let starts = found.compactMap { $0.tracks[1]?.start }
        #expect(starts == [0, 32 * 1_536, 64 * 1_536, 96 * 1_536] as [Int64])
        #expect(try Peer.audioPackets(movie, "x.mp4").map(\.sum) == Peer.audioPackets(bytes, "x.ts").map(\.sum))
    }
}
