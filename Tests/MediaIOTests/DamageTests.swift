import Bytes
import Foundation
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("A decoder of damaged units")
struct DamageTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var codec: Codec
        var file: String
    }

    static let videos = [
        Stream(testDescription: "H.264", codec: .h264, file: "numbered.ts"),
        Stream(testDescription: "H.264, open groups", codec: .h264, file: "open-gop-h264.ts"),
        Stream(testDescription: "HEVC, open groups", codec: .hevc, file: "open-gop-hevc.ts"),
        Stream(testDescription: "MPEG-2", codec: .mpeg2video, file: "open-gop-mpeg2.ts"),
    ]
    static let audios = [
        Stream(testDescription: "AAC", codec: .aac, file: "numbered.ts"),
        Stream(testDescription: "MPEG layer II", codec: .mp2, file: "open-gop-mpeg2.ts"),
    ]

    static func units(_ stream: Stream, pid: Int) throws -> [PlainDemuxer.Unit] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures").standardized
        return PlainDemuxer.units([UInt8](try Data(contentsOf: folder.appending(path: stream.file))), pid: pid)
    }

    @Test("of pictures goes on, and is right again at the next random access point", arguments: videos)
    func pictures(_ stream: Stream) throws {
        let units = Array(try Self.units(stream, pid: 256).prefix(50))
        var clean = try PictureDecoder(codec: stream.codec)
        let last = try #require(units.lastIndex { $0.isIndicated })
        let truth = try clean.all(of: units[last...]).map(\.entry)
        var random = SeededGenerator(seed: 5)
        var decoder = try PictureDecoder(codec: stream.codec)
        var damaged = 0
        for _ in 0..<40 {
            var pictures: [DecodedPicture] = []
            for unit in units[..<last] {
                let bytes = Mutation.mutated(unit.bytes, with: &random)
                try decoder.decode(SliceList(bytes), pts: unit.pts, dts: unit.dts, into: &pictures)
            }
            damaged += pictures.count { $0.isDamaged }
            #expect(pictures.count <= units.count + DamageTests.slack)
            decoder.reset()
            #expect(try decoder.all(of: units[last...]).map(\.entry) == truth)
        }
        #expect(damaged > 0 || stream.codec == .hevc)
        #expect(decoder.unitsGivenUp > 0)
    }

    /// A unit may bring out a picture of its own and one that was held back.
    static let slack = 16

    @Test("of pictures takes every beginning of a unit", arguments: videos)
    func prefixes(_ stream: Stream) throws {
        let units = try Self.units(stream, pid: 256)
        let first = units[0].bytes
        var decoder = try PictureDecoder(codec: stream.codec)
        for count in 0..<first.count {
            var pictures: [DecodedPicture] = []
            try decoder.decode(SliceList(Array(first[..<count])), pts: 0, dts: 0, into: &pictures)
            #expect(pictures.count <= 2)
            if count % 16 == 0 {
                let still = try? PictureDecoder.still(
                    of: SliceList(Array(first[..<count])), codec: stream.codec, pts: 9)
                #expect(still.map { $0.pts == 9 } ?? true)
            }
        }
        decoder.reset()
        #expect(try decoder.all(of: units.prefix(1)).count == 1)
    }

    @Test("of pictures leaves out what lacks a beginning, and says what lacks a middle")
    func missing() throws {
        let units = Array(try Self.units(Self.videos[0], pid: 256).prefix(75))
        var decoder = try PictureDecoder(codec: .h264)
        // From behind the random access point: nothing can be shown before the next one, picture 25.
        #expect(try decoder.all(of: units[1...]).map(\.number) == Array(25..<75))
        // Without pictures 26…29 the rest of the group has lost what it refers to.
        let pictures = try decoder.all(of: units.filter { !(26..<30).contains(($0.pts - units[0].pts) / 3_600) })
        #expect(pictures.filter { $0.isDamaged }.allSatisfy { (30..<50).contains(($0.pts - units[0].pts) / 3_600) })
        #expect(pictures.filter { $0.pts >= units[0].pts + 50 * 3_600 }.map(\.number) == Array(50..<75))
    }

    @Test("of sound goes on, and keeps the stream's time", arguments: audios)
    func sounds(_ stream: Stream) throws {
        let units = Array(try Self.units(stream, pid: 257).prefix(40))
        var random = SeededGenerator(seed: 6)
        var clean = try SoundDecoder(codec: stream.codec)
        let truth = try clean.all(of: units)
        let times = Set(truth.map(\.pts))
        var decoder = try SoundDecoder(codec: stream.codec)
        for _ in 0..<25 {
            var sounds: [DecodedSound] = []
            for (place, unit) in units.enumerated() {
                let isDamaged = place % 3 == 0
                let bytes = isDamaged ? Mutation.mutated(unit.bytes, with: &random) : unit.bytes
                try decoder.decode(SliceList(bytes), pts: unit.pts, into: &sounds)
            }
            try decoder.drain(into: &sounds)
            #expect(sounds.count > truth.count / 2)
            // Whatever was heard was heard when it was due.
            #expect(sounds.count { times.contains($0.pts) } * 10 > sounds.count * 9)
        }
        #expect(decoder.framesGivenUp > 0)
        decoder.reset()
        // Noise that an AAC decoder puts in for the encoder (perceptual noise substitution) is never the same twice.
        let again = try decoder.all(of: units)
        #expect(again.map(\.pts) == truth.map(\.pts))
        let distances = zip(again, truth).flatMap { zip($0.samples, $1.samples).map { abs($0 - $1) } }
        #expect(distances.allSatisfy { $0 < 0.05 })
    }

    @Test("of sound takes every beginning of a packet", arguments: audios)
    func soundPrefixes(_ stream: Stream) throws {
        let units = try Self.units(stream, pid: 257)
        let first = units[0].bytes
        var decoder = try SoundDecoder(codec: stream.codec)
        for count in 0..<first.count {
            var sounds: [DecodedSound] = []
            try decoder.decode(SliceList(Array(first[..<count])), pts: 0, into: &sounds)
            try decoder.drain(into: &sounds)
            #expect(sounds.count <= 16)
        }
        #expect(try !decoder.all(of: units.prefix(1)).isEmpty)
    }

    @Test("of pictures and of sound takes junk, endless headers and wild times")
    func junk() throws {
        var random = SeededGenerator(seed: 7)
        for codec in [Codec.h264, .hevc, .mpeg2video] {
            var decoder = try PictureDecoder(codec: codec)
            var pictures: [DecodedPicture] = []
            for pts in [Int64.min, -1, 0, .max] {
                let junk = (0..<4_000).map { _ in UInt8.random(in: 0...255, using: &random) }
                try decoder.decode(SliceList(junk), pts: pts, dts: pts, into: &pictures)
                try decoder.decode(SliceList(), pts: pts, dts: pts, into: &pictures)
                try decoder.decode(
                    SliceList([UInt8](repeating: 0, count: 50_000)), pts: pts, dts: pts, into: &pictures)
            }
            try decoder.drain(into: &pictures)
            #expect(throws: MediaFailure.noPicture(codec)) {
                _ = try PictureDecoder.still(of: SliceList([1, 2, 3]), codec: codec, pts: 0)
            }
        }
        for codec in [Codec.aac, .aacLATM, .mpegAudio, .mp1, .mp2, .mp3, .ac3, .eac3] {
            var decoder = try SoundDecoder(codec: codec)
            var sounds: [DecodedSound] = []
            // Sync words of each codec over and over, whose lengths lead nowhere.
            for word in [[0xff, 0xf1, 0x4c, 0x80], [0x56, 0xff, 0xff], [0x0b, 0x77, 0x12], [0xff, 0xfd]] as [[UInt8]] {
                for pts in [Int64.min, -1, 0, .max] {
                    let junk = (0..<500).flatMap { _ in word + [UInt8.random(in: 0...255, using: &random)] }
                    try decoder.decode(SliceList(junk), pts: pts, into: &sounds)
                    try decoder.decode(SliceList(), pts: pts, into: &sounds)
                }
            }
            try decoder.drain(into: &sounds)
        }
    }

    @Test("is not there for other codecs", arguments: [Codec.vvc, .av1, .mpeg4, .dts, .opus, .dvbSubtitle, .unknown])
    func refusals(_ codec: Codec) {
        #expect(throws: MediaFailure.codecNotDecoded(codec)) { _ = try PictureDecoder(codec: codec) }
        #expect(throws: MediaFailure.codecNotDecoded(codec)) { _ = try SoundDecoder(codec: codec) }
        #expect(MediaFailure.codecNotDecoded(codec).description.contains(codec.rawValue))
    }
}
