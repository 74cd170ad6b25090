import Bytes
import Foundation
import MediaIO
import Testing
import TransportStream

@Suite("Fragmented MP4, as ffmpeg reads it", .enabled(if: Peer.isPresent), .serialized)
struct PeerTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var options: [String]
        var video: Codec
        var audio: Codec
        /// By RFC 6381 and the profile and level that the encoder was told.
        var codecs: String
        /// Fields of time stamps behind the point that cannot be compared: the sound's clock rounds.
        var audioFilter: [String] = []
    }

    static let streams = [
        Stream(
            testDescription: "H.264 with B pictures, AAC",
            options: [
                "-c:v", "libx264", "-profile:v", "high", "-level", "3.1", "-g", "25", "-bf", "2", "-c:a", "aac",
            ], video: .h264, audio: .aac, codecs: "avc1.64001f,mp4a.40.2", audioFilter: ["-bsf:a", "aac_adtstoasc"]),
        Stream(
            testDescription: "H.264 baseline, MP3",
            options: [
                "-c:v", "libx264", "-profile:v", "baseline", "-level", "2", "-g", "50", "-c:a", "libmp3lame",
            ], video: .h264, audio: .mpegAudio, codecs: "avc1.42c014,mp4a.6B"),
        Stream(
            testDescription: "HEVC, MPEG layer II",
            options: [
                "-c:v", "libx265", "-x265-params", "log-level=none:keyint=25:level-idc=3.1:open-gop=0", "-c:a", "mp2",
            ], video: .hevc, audio: .mpegAudio, codecs: "hvc1.1.6.L93.90,mp4a.6B"),
    ]

    /// The first of the streams, made once.
    static let first = Result { try Peer.transportStream(streams[0].options) }

    @Test("holds every picture and sound of the transport stream at its time", arguments: streams)
    func agrees(_ stream: Stream) throws {
        let source = try Peer.transportStream(stream.options)
        let material = try Material(source, video: stream.video, audio: stream.audio)
        #expect(FragmentedMuxer.codecs(of: material.tracks) == stream.codecs)
        let file = try material.file(0..<material.groups.count)
        #expect(try Peer.pictures(file, "x.mp4") == Peer.pictures(source, "x.ts"))
        let sounds = try Peer.audioPackets(file, "x.mp4")
        let truth = try Peer.audioPackets(source, "x.ts", filter: stream.audioFilter)
        #expect(sounds.map(\.sum) == truth.map(\.sum))
        // The transport stream rounds to 1/90000 s, the file to one audio sample.
        #expect(zip(sounds, truth).allSatisfy { abs($0.time - $1.time) < 3e-5 })
    }

    @Test("lets every fragment stand alone behind the initialization segment, with the same bytes each time")
    func standsAlone() throws {
        let source = try Self.first.get()
        let material = try Material(source, video: .h264, audio: .aac)
        let truth = try Peer.pictures(source, "x.ts")
        #expect(material.groups.count == 4)
        for place in material.groups.indices {
            #expect(
                try Peer.pictures(material.file(place..<(place + 1)), "x.mp4")
                    == Array(truth[(25 * place)..<(25 * place + 25)]))
            #expect(try material.fragment(place) == material.fragment(place))
        }
    }

    @Test("keeps times beyond 2^33 and beyond 32 bits", arguments: [(1 << 33) - 180_000, 1 << 40] as [Int64])
    func lateTimes(_ shift: Int64) throws {
        let source = try Self.first.get()
        let material = try Material(source, video: .h264, audio: .aac, shifted: shift)
        let truth = try Peer.pictures(source, "x.ts")
        let shifted = try Peer.pictures(material.file(0..<4), "x.mp4")
        #expect(zip(shifted, truth).allSatisfy { abs($0.time - $1.time - Double(shift) / 90_000) < 2e-6 })
        #expect(shifted.map(\.sum) == truth.map(\.sum))
    }

    @Test("takes audio frames that go on from one PES packet into the next", arguments: [100, 1_000, 1_447])
    func unalignedAudio(_ length: Int) throws {
        let source = try Self.first.get()
        let truth = try Peer.audioPackets(source, "x.ts", filter: Self.streams[0].audioFilter)
        let units = PlainDemuxer.units(source, pid: 257)
        let track = try TrackProbe.track(of: .aac, in: units.lazy.map { SliceList($0.bytes) })
        let packets = PlainDemuxer.repacketized(units, length: length)
        let cut = packets.count / 3
        let first = try FragmentedMuxer.fragment(
            of: [track], samples: Array(packets[..<cut]), following: Array(packets[cut...].prefix(2_000 / length + 1)),
            sequence: 1)
        let second = try FragmentedMuxer.fragment(of: [track], samples: Array(packets[cut...]), sequence: 2)
        #expect(first.dropped == 0)
        #expect(second.dropped == 0)
        #expect(first.samples + second.samples == truth.count)
        let file = try FragmentedMuxer.initialization(of: [track]) + first.bytes + second.bytes
        let sounds = try Peer.audioPackets(file, "x.mp4")
        #expect(sounds.map(\.sum) == truth.map(\.sum))
        #expect(zip(sounds, truth).allSatisfy { abs($0.time - $1.time) < 3e-5 })
    }

    @Test("goes on behind a damaged stretch of sound")
    func damagedAudio() throws {
        let source = try Self.first.get()
        var material = try Material(source, video: .h264, audio: .aac)
        let truth = try Peer.audioPackets(material.file(1..<2), "x.mp4")
        let place = material.groups[1].lastIndex { $0.track == 1 } ?? 0
        let bytes = material.groups[1][place - 1].bytes.joined
        material.groups[1][place - 1].bytes = SliceList(Array(bytes[..<300] + bytes[500...]))
        let fragment = try material.fragment(1)
        #expect(fragment.dropped > 0)
        let file = try FragmentedMuxer.initialization(of: material.tracks) + fragment.bytes
        let sounds = try Peer.audioPackets(file, "x.mp4")
        #expect(sounds.count < truth.count)
        #expect(sounds.count > truth.count / 2)
        #expect(sounds.last == truth.last)
        #expect(Set(sounds).isSubset(of: Set(truth)))
    }

    @Test("lets the last sound last as long as its sample says when the end is missing")
    func missingEnd() throws {
        let source = try Self.first.get()
        var material = try Material(source, video: .h264, audio: .aac)
        var sounds = material.groups[1].filter { $0.track == 1 }
        let lost = sounds.removeLast()
        let last = try #require(sounds.indices.last)
        // Until where the lost one begins, and the 100 ms that it might have lasted.
        sounds[last].duration = lost.pts - sounds[last].pts + 9_000
        material.groups[1] = material.groups[1].filter { $0.track == 0 } + sounds
        let fragment = try FragmentedMuxer.fragment(of: material.tracks, samples: material.groups[1], sequence: 1)
        let file = Scratch(name: "x.mp4")
        defer { file.remove() }
        try Data(FragmentedMuxer.initialization(of: material.tracks) + fragment.bytes).write(to: file.url)
        let text = try Peer.run(
            "ffprobe",
            ["-select_streams", "a", "-show_entries", "stream=duration_ts", "-of", "csv=p=0", file.path])
        let fields = text.split(whereSeparator: { $0 == "," || $0.isNewline }).compactMap { Int64($0) }
        // From time 0 of the file to the end of the last sample.
        #expect(fields.last == (lost.pts + 9_000) * 48_000 / 90_000)
    }
}
