/// What an MP4 file says of itself, read as ISO/IEC 14496-12 has it, without the help of what wrote it.
struct MovieFile {
    struct Damaged: Error { var text: String }

    /// A sample; times in the track's units, as the media have them, without edits.
    struct Sample {
        var offset = 0
        var size = 0
        var dts: Int64 = 0
        var pts: Int64 = 0
        var duration: Int64 = 0
        var isSync = true
    }

    /// An entry of an edit list: how long it lasts in the movie's units, and where it begins in the track's; -1 for nowhere.
    struct Edit: Equatable {
        var duration: Int64
        var mediaTime: Int64
    }

    struct Track {
        var number = 0
        var isVideo = false
        var isEnabled = false
        var timeScale: Int64 = 1
        /// As its headers state it: `mdhd` in its own units, `tkhd` in the movie's.
        var mediaDuration: Int64 = 0
        var duration: Int64 = 0
        /// Three letters, each of five bits in `mdhd` (ISO/IEC 14496-12, 8.4.2).
        var language = ""
        /// The sample entry's four letters, and the content of its `avcC` or `hvcC`.
        var format = ""
        var configuration: ArraySlice<UInt8> = []
        var edits: [Edit] = []
        var samples: [Sample] = []
        /// The first sample of each fragment.
        var fragments: [Int] = []
    }

    /// A box: its four letters, and where its content lies.
    struct Box {
        var name: String
        var content: Range<Int>
    }

    let bytes: [UInt8]
    /// The names of the outermost boxes, in order.
    private(set) var boxes: [String] = []
    /// The movie's units a second, and how long it says it is.
    private(set) var timeScale: Int64 = 1
    private(set) var duration: Int64 = 0
    var tracks: [Track] = []
    /// Where the bytes of samples lie.
    private var media: [Range<Int>] = []

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        for box in try children(0..<bytes.count) {
            boxes.append(box.name)
            switch box.name {
            case "moov": try readMovie(box.content)
            case "moof": try readFragment(box)
            case "mdat": media.append(box.content)
            default: break
            }
        }
        for track in tracks {
            for sample in track.samples {
                guard
                    media.contains(where: {
                        $0.lowerBound <= sample.offset && sample.offset + sample.size <= $0.upperBound
                    })
                else { throw Damaged(text: "a sample lies outside mdat") }
            }
        }
    }

    /// The bytes of a sample.
    func bytes(of sample: Sample) throws -> [UInt8] { Array(bytes[sample.offset..<(sample.offset + sample.size)]) }

    /// The boxes in a range.
    func children(_ range: Range<Int>) throws -> [Box] {
        var found: [Box] = []
        var place = range.lowerBound
        while place < range.upperBound {
            guard place + 8 <= range.upperBound else { throw Damaged(text: "a box is cut") }
            var size = number(place, 4)
            var header = 8
            if size == 1 { (size, header) = (number(place + 8, 8), 16) }
            if size == 0 { size = range.upperBound - place }
            guard size >= header, place + size <= range.upperBound else { throw Damaged(text: "a box is too long") }
            let name = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
            found.append(Box(name: name, content: (place + header)..<(place + size)))
            place += size
        }
        return found
    }

    /// An unsigned number of so many bytes.
    func number(_ place: Int, _ length: Int) -> Int {
        bytes[place..<(place + length)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A signed number of four bytes.
    func signed(_ place: Int) -> Int64 { Int64(Int32(truncatingIfNeeded: number(place, 4))) }

    private mutating func readMovie(_ range: Range<Int>) throws {
        for box in try children(range) {
            let at = box.content.lowerBound
            switch box.name {
            case "mvhd":
                let isLong = bytes[at] == 1
                timeScale = Int64(number(at + (isLong ? 20 : 12), 4))
                duration = Int64(number(at + (isLong ? 24 : 16), isLong ? 8 : 4))
            case "trak":
                var track = Track()
                try readTrack(box.content, &track)
                tracks.append(track)
            default: break
            }
        }
    }

    private func readTrack(_ range: Range<Int>, _ track: inout Track) throws {
        for box in try children(range) {
            let at = box.content.lowerBound
            let isLong = !box.content.isEmpty && bytes[at] == 1
            switch box.name {
            case "mdia", "minf", "edts": try readTrack(box.content, &track)
            case "stbl": try readTable(box.content, &track)
            case "tkhd":
                track.isEnabled = bytes[at + 3] & 1 != 0
                track.number = number(at + (isLong ? 20 : 12), 4)
                track.duration = Int64(number(at + (isLong ? 28 : 20), isLong ? 8 : 4))
            case "mdhd":
                track.timeScale = Int64(number(at + (isLong ? 20 : 12), 4))
                track.mediaDuration = Int64(number(at + (isLong ? 24 : 16), isLong ? 8 : 4))
                let packed = number(at + (isLong ? 32 : 20), 2)
                track.language = String(
                    decoding: [10, 5, 0].map { UInt8(packed >> $0 & 31) + 0x60 }, as: UTF8.self)
            case "hdlr": track.isVideo = String(decoding: bytes[(at + 8)..<(at + 12)], as: UTF8.self) == "vide"
            case "elst":
                for entry in 0..<number(at + 4, 4) {
                    let place = at + 8 + entry * (isLong ? 20 : 12)
                    track.edits.append(
                        isLong
                            ? Edit(
                                duration: Int64(number(place, 8)),
                                mediaTime: Int64(truncatingIfNeeded: number(place + 8, 8)))
                            : Edit(duration: Int64(number(place, 4)), mediaTime: signed(place + 4)))
                }
            default: break
            }
        }
    }
}
