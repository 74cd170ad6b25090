import Bytes

extension FuzzTarget {
    static var mediaSeeds: [FuzzSeed] {
        func seed(_ name: String, _ choice: UInt8, _ units: [[UInt8]]) -> FuzzSeed {
            FuzzSeed(name, units.reduce([choice]) { $0 + [UInt8($1.count >> 8), UInt8($1.count & 255)] + $1 })
        }
        let all: [(String, [[UInt8]])] = [
            ("h264", MediaBytes.h264), ("hevc", MediaBytes.hevc), ("mpeg2", MediaBytes.mpeg2), ("aac", MediaBytes.aac),
            ("latm", MediaBytes.latm), ("layer2", MediaBytes.layer2), ("layer3", MediaBytes.layer3),
            ("ac3", MediaBytes.ac3), ("eac3", MediaBytes.eac3),
        ]
        let whole = all.enumerated().map { seed($1.0, UInt8($0), $1.1) }
        // Cut anywhere, as sound is; pictures out of order, begun anew, and of another codec.
        let cut = stride(from: 0, to: 600, by: 50).map { Array(MediaBytes.aac.joined().dropFirst($0).prefix(50)) }
        return whole + [
            seed("cut", 3, cut), seed("backwards", 0, MediaBytes.h264.reversed()),
            seed("anew", 0x20, MediaBytes.h264 + MediaBytes.h264), seed("other", 1, MediaBytes.h264),
            seed("unknown-layer", 9, MediaBytes.layer3 + MediaBytes.layer2), seed("empty", 0, [[], []]),
        ]
    }
}
