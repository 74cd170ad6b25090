import Bytes
import Foundation
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("The memory of decoders")
struct DecoderMemoryTests {
    @Test("of pictures outlives the decoder, and is read by many")
    func outlives() async throws {
        let units = PlainDemuxer.units(try NumberedStream.fixture(), pid: 256)
        let pictures = try Self.pictures(Array(units.prefix(25)))
        let numbers = await withTaskGroup(of: [Int?].self) { group in
            for _ in 0..<4 { group.addTask { pictures.map(\.number) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers == Array(repeating: Array(0..<25), count: 4))
    }

    private static func pictures(_ units: [PlainDemuxer.Unit]) throws -> [DecodedPicture] {
        var decoder = try PictureDecoder(codec: .h264)
        return try decoder.all(of: units)
    }

    @Test("stays the same over a thousand damaged units, and over two hundred decoders")
    func flat() throws {
        let units = PlainDemuxer.units(try NumberedStream.fixture(), pid: 256)
        let sounds = PlainDemuxer.units(try NumberedStream.fixture(), pid: 257)
        var decoder = try PictureDecoder(codec: .h264)
        var soundDecoder = try SoundDecoder(codec: .aac)
        var random = SeededGenerator(seed: 8)
        // A picture takes 86 400 bytes: a leak of one of four would show in each round. Other tests run in the same process,
        // so one quiet round is enough.
        var growths: [Int] = []
        for _ in 0..<4 {
            let before = Self.resident()
            for number in 0..<250 {
                var pictures: [DecodedPicture] = []
                var heard: [DecodedSound] = []
                let unit = units[number]
                let bytes = Mutation.mutated(unit.bytes, with: &random)
                try decoder.decode(SliceList(bytes), pts: unit.pts, dts: unit.dts, into: &pictures)
                let sound = Mutation.mutated(sounds[number % sounds.count].bytes, with: &random)
                try soundDecoder.decode(SliceList(sound), pts: unit.pts, into: &heard)
                if number % 5 == 0 { _ = try? PictureDecoder.still(of: SliceList(bytes), codec: .h264, pts: 0) }
            }
            growths.append(Self.resident() - before)
        }
        #expect(growths.contains { $0 < 4 << 20 })
        #expect(decoder.unitsGivenUp > 0)
    }

    /// Resident bytes of this process.
    private static func resident() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let words = text.split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
    }
}
