import Bytes
import Foundation
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("A decoder of sound")
struct SoundDecoderTests {
    @Test("hears the tone of each second where the picture of that second is", arguments: [0, 100, 1_000])
    func tones(_ length: Int) throws {
        let stream = try NumberedStream.fixture()
        let units = PlainDemuxer.units(stream, pid: 257)
        // As sent, then in packets that end anywhere.
        let packets =
            length == 0
            ? units.map { (bytes: SliceList($0.bytes), pts: $0.pts) }
            : PlainDemuxer.repacketized(units, length: length).map { (bytes: $0.bytes, pts: $0.pts) }
        var decoder = try SoundDecoder(codec: .aac)
        var sounds: [DecodedSound] = []
        for packet in packets { try decoder.decode(packet.bytes, pts: packet.pts, into: &sounds) }
        try decoder.drain(into: &sounds)
        #expect(decoder.framesGivenUp == 0)
        let first = try #require(sounds.first)
        #expect(sounds.allSatisfy { $0.sampleRate == 48_000 && $0.channels == 1 && $0.samples.count == 1_024 })
        // 1 024 samples are 1 920 units.
        #expect(sounds.map(\.pts) == sounds.indices.map { first.pts + Int64($0) * 1_920 })
        let pictures = PlainDemuxer.units(stream, pid: 256)
        let zero = Double(try #require(pictures.first).pts - first.pts) / 90_000
        let tones = SecondTone.tones(in: sounds.flatMap(\.samples), sampleRate: 48_000)
        #expect(tones.map(\.second) == (0..<20).map { $0 % 8 })
        // A coder of blocks of 1 024 samples spreads an onset a little.
        for (second, tone) in tones.enumerated() { #expect(abs(tone.start - zero - Double(second)) < 0.004) }
    }
}
