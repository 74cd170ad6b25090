import Bytes

/// The tables of a progressive MP4 file, read by the letter of ISO/IEC 14496-12.
struct MovieReader {
    struct Edit: Equatable {
        var duration: Int64
        var mediaTime: Int64
    }

    struct Sample: Equatable {
        var dts: Int64
        var pts: Int64
        var isSync: Bool
        var place: Range<Int>
    }

    struct Track {
        var isEnabled = false
        var duration: Int64 = 0
        var group = 0
        var timeScale = 0
        var edits: [Edit] = []
        var samples: [Sample] = []
        /// The sample entry with its four characters.
        var entry: [UInt8] = []
    }

    private(set) var names: [String] = []
    private(set) var duration: Int64 = 0
    private(set) var timeScale = 0
    private(set) var tracks: [Track] = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        for (name, place) in boxes(0..<bytes.count) {
            names.append(name)
            guard name == "moov" else { continue }
            for (name, place) in boxes(place) {
                if name == "mvhd" {
                    timeScale = word(place.lowerBound + 12)
                    duration = Int64(word(place.lowerBound + 16))
                } else if name == "trak" {
                    tracks.append(track(place))
                }
            }
        }
    }

    private func word(_ at: Int) -> Int { Int(bytes.lent.bigEndian(at: at, as: UInt32.self)) }

    private func boxes(_ place: Range<Int>) -> [(name: String, place: Range<Int>)] {
        var found: [(String, Range<Int>)] = []
        var position = place.lowerBound
        while position + 8 <= place.upperBound {
            let length = word(position)
            guard length >= 8, position + length <= place.upperBound else { break }
            let name = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
            found.append((name, (position + 8)..<(position + length)))
            position += length
        }
        return found
    }

    /// The boxes below `place` in depth, without sample entries.
    private func all(_ place: Range<Int>) -> [(name: String, place: Range<Int>)] {
        boxes(place).flatMap { box in
            ["edts", "mdia", "minf", "stbl"].contains(box.name) ? [box] + all(box.place) : [box]
        }
    }

    private func track(_ place: Range<Int>) -> Track {
        var track = Track()
        var tables: [String: Range<Int>] = [:]
        for (name, place) in all(place) { tables[name] = place }
        if let header = tables["tkhd"]?.lowerBound {
            track.isEnabled = bytes[header + 3] & 1 == 1
            track.duration = Int64(word(header + 20))
            track.group = word(header + 32) & 0xFFFF
        }
        if let header = tables["mdhd"]?.lowerBound { track.timeScale = word(header + 12) }
        if let edits = tables["elst"]?.lowerBound {
            track.edits = (0..<word(edits + 4)).map { number in
                Edit(
                    duration: Int64(word(edits + 8 + 12 * number)),
                    mediaTime: Int64(Int32(truncatingIfNeeded: word(edits + 12 + 12 * number))))
            }
        }
        if let entry = tables["stsd"] { track.entry = Array(bytes[(entry.lowerBound + 12)..<entry.upperBound]) }
        track.samples = samples(tables)
        return track
    }

    private func samples(_ tables: [String: Range<Int>]) -> [Sample] {
        let places = places(tables)
        let steps = runs(tables["stts"])
        let shifts = tables["ctts"] == nil ? [Int](repeating: 0, count: places.count) : runs(tables["ctts"])
        var sync: Set<Int>?
        if let table = tables["stss"]?.lowerBound { sync = Set((0..<word(table + 4)).map { word(table + 8 + 4 * $0) }) }
        var time = 0
        return places.indices.map { index in
            defer { time += steps[index] }
            return Sample(
                dts: Int64(time), pts: Int64(time + shifts[index]), isSync: sync?.contains(index + 1) ?? true,
                place: places[index])
        }
    }

    private func runs(_ table: Range<Int>?) -> [Int] {
        guard let start = table?.lowerBound else { return [] }
        return (0..<word(start + 4)).flatMap { number in
            [Int](repeating: word(start + 12 + 8 * number), count: word(start + 8 + 8 * number))
        }
    }

    private func places(_ tables: [String: Range<Int>]) -> [Range<Int>] {
        guard let sizes = tables["stsz"]?.lowerBound, let chunks = tables["stco"]?.lowerBound,
            let map = tables["stsc"]?.lowerBound
        else { return [] }
        let one = word(sizes + 4)
        let lengths = (0..<word(sizes + 8)).map { one > 0 ? one : word(sizes + 12 + 4 * $0) }
        let entries = (0..<word(map + 4)).map { (first: word(map + 8 + 12 * $0), count: word(map + 12 + 12 * $0)) }
        var places: [Range<Int>] = []
        for chunk in 1...max(1, word(chunks + 4)) {
            var position = word(chunks + 8 + 4 * (chunk - 1))
            for _ in 0..<(entries.last { $0.first <= chunk }?.count ?? 0) where places.count < lengths.count {
                places.append(position..<(position + lengths[places.count]))
                position += lengths[places.count - 1]
            }
        }
        return places
    }
}
