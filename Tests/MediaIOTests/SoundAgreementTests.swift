import Bytes
import Foundation
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("Decoded sound, as ffmpeg decodes it", .enabled(if: Peer.isPresent), .serialized)
struct SoundAgreementTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var codec: Codec
        var options: [String]
        var rate = 48_000
        /// As in the standard: samples of one frame.
        var frame = 1_024
        var channels = 1
    }

    static let streams = [
        Stream(testDescription: "AAC", codec: .aac, options: ["-c:a", "aac"]),
        Stream(testDescription: "AAC, 44.1 kHz", codec: .aac, options: ["-c:a", "aac", "-ar", "44100"], rate: 44_100),
        Stream(testDescription: "AAC, 5.1", codec: .aac, options: ["-c:a", "aac", "-ac", "6"], channels: 6),
        Stream(testDescription: "AAC in LATM", codec: .aacLATM, options: ["-c:a", "aac", "-mpegts_flags", "latm"]),
        Stream(
            testDescription: "MPEG layer II", codec: .mp2, options: ["-c:a", "mp2", "-ac", "2"], frame: 1_152,
            channels: 2),
        Stream(
            testDescription: "MPEG audio, 44.1 kHz", codec: .mpegAudio, options: ["-c:a", "mp2", "-ar", "44100"],
            rate: 44_100, frame: 1_152),
        Stream(testDescription: "MP3", codec: .mpegAudio, options: ["-c:a", "libmp3lame"], frame: 1_152),
        Stream(
            testDescription: "MP3, 22.05 kHz", codec: .mp3, options: ["-c:a", "libmp3lame", "-ar", "22050"],
            rate: 22_050, frame: 576),
        Stream(testDescription: "AC-3", codec: .ac3, options: ["-c:a", "ac3"], frame: 1_536),
        Stream(
            testDescription: "AC-3, 5.1", codec: .ac3, options: ["-c:a", "ac3", "-ac", "6"], frame: 1_536, channels: 6),
        Stream(testDescription: "E-AC-3", codec: .eac3, options: ["-c:a", "eac3"], frame: 1_536),
    ]

    /// A tone whose pitch rises, so that no two frames are alike.
    static let tone = "aevalsrc='0.5*sin(2*PI*(200+300*t)*t)':s=48000"

    @Test("has the same samples, each frame at its time, whatever the packets", arguments: streams)
    func agrees(_ stream: Stream) throws {
        // One frame in each packet.
        let source = try Peer.transportStream(
            stream.options + ["-pes_payload_size", "0", "-vn"], seconds: 1, tone: Self.tone)
        let truth = try Peer.samples(source, "x.ts")
        let units = PlainDemuxer.units(source, pid: 256)
        for length in [0, 90, 1_300] {
            try compare(stream, units, length == 0 ? units : PlainDemuxer.spread(units, length: length), truth)
        }
    }

    private func compare(
        _ stream: Stream, _ units: [PlainDemuxer.Unit], _ packets: [PlainDemuxer.Unit], _ truth: [Float]
    ) throws {
        var decoder = try SoundDecoder(codec: stream.codec)
        let sounds = try decoder.all(of: packets)
        let samples = sounds.flatMap(\.samples)
        #expect(samples.count == truth.count)
        // ffmpeg's own choice for layer II rounds to 16 bits.
        #expect(zip(samples, truth).allSatisfy { abs($0 - $1) < 1e-4 })
        #expect(decoder.framesGivenUp == 0)
        #expect(
            sounds.allSatisfy {
                $0.sampleRate == stream.rate && $0.channels == stream.channels
                    && $0.samples.count == stream.frame * stream.channels
            })
        // Each frame begins where the one before ends, to half a unit.
        let first = try #require(sounds.first?.pts)
        #expect(first == units[0].pts)
        for (number, sound) in sounds.enumerated() {
            let time = Double(number * stream.frame) * 90_000 / Double(stream.rate)
            #expect(abs(Double(sound.pts - first) - time) <= 1)
        }
    }
}
