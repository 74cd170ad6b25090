import Bytes

/// What must still be written into the `moov` of a progressive file, and where it goes.
///
/// libavformat writes it behind the media and lets every track last until the end of its last sample.
struct MovieIndex {
    private let tracks: [MediaTrack]
    private let duration: Int64
    /// Where the samples of each track end, in its units; nil for tracks without any, which the file has not.
    private var ends: [Int64?]

    /// For a file of `tracks` that presents `duration`, in 1/90000 s.
    init(tracks: [MediaTrack], duration: Int64) {
        self.tracks = tracks
        self.duration = duration
        ends = tracks.map { _ in nil }
    }

    /// Learns of a sample that the file has.
    mutating func take(_ sample: FileSample) {
        ends[sample.track] = max(ends[sample.track] ?? .min, sample.dts + sample.duration)
    }

    /// The file with `moov` in front; nil when the muxer wrote something else.
    ///
    /// `front` counts the bytes before the media; `moov` begins behind `behind` of the muxer's own bytes.
    func arranged(_ output: MuxerOutput, front: Int, behind: Int) -> SliceList? {
        let own = output.own
        guard own.count >= behind + 8, front >= 8 else { return nil }
        let length = own.count - behind
        let type = Int(own.lent.bigEndian(at: 0, as: UInt32.self))
        let name = String(decoding: own[(behind + 4)..<(behind + 8)], as: UTF8.self)
        guard name == "moov", Int(own.lent.bigEndian(at: behind, as: UInt32.self)) == length, type <= front else {
            return nil
        }
        output.change { write(into: &$0, behind, shift: length) }
        let media = output.pieces(clamped: front..<behind)
        return output.bytes([.own(0..<type), .own(behind..<own.count), .own(type..<front)] + media)
    }

    /// Sets the durations and moves the places of the samples by `shift`.
    private func write(into own: inout [UInt8], _ behind: Int, shift: Int) {
        var fields: [(name: String, place: Range<Int>)] = []
        Box.forEach(in: own, behind..<own.count) { fields.append(($0, $1)) }
        // Each track in turn: `tkhd` comes before `edts` and `stco`.
        var present = tracks.indices.filter { ends[$0] != nil }.makeIterator()
        var end: Int64 = 0
        var movieEnd: Int64 = 0
        var header: Range<Int>?
        for (name, place) in fields {
            switch name {
            case "mvhd": header = place
            case "tkhd":
                end = present.next().map(end(of:)) ?? 0
                movieEnd = max(movieEnd, end)
                // Behind version and flags: two times, the track's number, 32 bits of nothing.
                Self.set(&own, place, Self.isLong(own, place) ? 28 : 20, end)
            case "elst": Self.setEdit(&own, place, end)
            case "stco", "co64": Self.move(&own, place, isLong: name == "co64", by: shift)
            default: break
            }
        }
        // Behind version and flags: two times and the scale.
        if let header { Self.set(&own, header, Self.isLong(own, header) ? 24 : 16, movieEnd) }
    }

    /// When the presentation of a track ends; sound that ends early says so.
    private func end(of track: Int) -> Int64 {
        guard tracks[track].size == nil, let end = ends[track] else { return duration }
        let ticks = tracks[track].ticks(of: end)
        // What is missing may be rounded away.
        return ticks >= duration - 1 ? duration : max(0, ticks)
    }

    private static func isLong(_ bytes: [UInt8], _ box: Range<Int>) -> Bool {
        !box.isEmpty && bytes[box.lowerBound] == 1
    }

    /// Lets the last edit, which is the one with media, last until `end`.
    private static func setEdit(_ bytes: inout [UInt8], _ box: Range<Int>, _ end: Int64) {
        let isLong = isLong(bytes, box)
        let size = isLong ? 20 : 12
        guard box.count >= 8 + size else { return }
        let count = Int(bytes.lent.bigEndian(at: box.lowerBound + 4, as: UInt32.self))
        guard count == 1 || count == 2, box.count >= 8 + count * size else { return }
        var delay: Int64 = 0
        if count == 2 {
            delay =
                isLong
                ? bytes.lent.bigEndian(at: box.lowerBound + 8)
                : Int64(bytes.lent.bigEndian(at: box.lowerBound + 8, as: UInt32.self))
        }
        set(&bytes, box, 8 + (count - 1) * size, max(0, end &- delay))
    }

    /// Moves chunk offsets.
    private static func move(_ bytes: inout [UInt8], _ box: Range<Int>, isLong: Bool, by shift: Int) {
        let size = isLong ? 8 : 4
        guard box.count >= 8 else { return }
        let count = Int(bytes.lent.bigEndian(at: box.lowerBound + 4, as: UInt32.self))
        guard count <= (box.count - 8) / size else { return }
        let start = box.lowerBound + 8
        bytes.withUnsafeMutableBytes { bytes in
            for place in stride(from: start, to: start + count * size, by: size) {
                if isLong {
                    let offset = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                    bytes.storeBytes(of: (offset &+ UInt64(shift)).bigEndian, toByteOffset: place, as: UInt64.self)
                } else {
                    let offset = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                    let moved = offset &+ UInt32(truncatingIfNeeded: shift)
                    bytes.storeBytes(of: moved.bigEndian, toByteOffset: place, as: UInt32.self)
                }
            }
        }
    }

    /// Writes a number at `offset` of a box, of 64 bits in boxes of version 1 and of 32 in others.
    private static func set(_ bytes: inout [UInt8], _ box: Range<Int>, _ offset: Int, _ value: Int64) {
        let isLong = isLong(bytes, box)
        let place = box.lowerBound + offset
        guard place + (isLong ? 8 : 4) <= box.upperBound else { return }
        bytes.withUnsafeMutableBytes { bytes in
            if isLong {
                bytes.storeBytes(of: value.bigEndian, toByteOffset: place, as: Int64.self)
            } else {
                bytes.storeBytes(of: UInt32(clamping: value).bigEndian, toByteOffset: place, as: UInt32.self)
            }
        }
    }
}
