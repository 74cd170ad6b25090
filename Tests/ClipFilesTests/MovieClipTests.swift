import Bytes
import ClipSupport
import Clips
import History
import MediaIO
import TestSupport
import Testing
import Timing
import TransportStream

@testable import ClipFiles

@Suite("Clips as MP4")
struct MovieClipTests {
    /// 320 × 180, 25 pictures a second, a random access point every second, two B pictures, AAC (Fixtures/numbered.md).
    private static let numbered = Result { try KeptStream(stream: try NumberedStream.fixture()) }

    static func clip(_ stream: KeptStream, _ request: ClipRequest, _ format: ClipFormat = .progressive) throws
        -> MovieClip
    {
        try MovieClip(request, as: format, of: stream.channel, media: stream.media, from: stream.history)
    }

    @Test(
        "Pain 2: hold exactly the pictures of the window, from the first to the last, in time",
        .enabled(if: Peer.isThere),
        arguments: [(0, 25), (49, 1), (50, 50), (51, 75), (99, 2), (130, 120)])
    func exact(_ place: Int, _ count: Int) throws {
        let stream = try Self.numbered.get()
        // Pictures 0…499 carry their numbers; the first that is kept tells how many the history began without.
        let clip = try Self.clip(stream, stream.request(place, count))
        #expect(
            clip.type == "video/mp4; codecs=\"avc1.640014, mp4a.40.2\""
                || clip.type.hasPrefix("video/mp4; codecs=\"avc1."))
        try Peer.withFile(clip.body.joined) { path in
            let pictures = try Peer.pictures(path, width: 320, height: 180)
            let offset = 500 - stream.pictures.count
            #expect(pictures.map(\.number) == (0..<count).map { offset + place + $0 })
            for (number, picture) in pictures.enumerated() {
                #expect(abs(picture.time - Double(number) / 25) < 0.001)
            }
            let complaints = try Peer.complaints(path)
            #expect(complaints == "")
            let length = try Peer.run(
                "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
            ).output
            #expect(abs((Double(length.split(separator: "\n").first ?? "") ?? 0) - Double(count) / 25) < 0.002)
        }
    }

    @Test("Pain 4: decode times rise strictly and no two pictures are due at once", .enabled(if: Peer.isThere))
    func times() throws {
        let stream = try Self.numbered.get()
        for format in [ClipFormat.progressive, .fragmented] {
            let clip = try Self.clip(stream, stream.request(60, 90), format)
            try Peer.withFile(clip.body.joined) { path in
                let text = try Peer.run(
                    "ffprobe",
                    [
                        "-v", "error", "-ignore_editlist", "1", "-select_streams", "v", "-show_entries",
                        "packet=pts,dts", "-of", "csv=p=0", path,
                    ]
                ).output
                let lines = text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int64($0) } }
                #expect(lines.count >= 90 && lines.allSatisfy { $0.count == 2 })
                #expect(zip(lines, lines.dropFirst()).allSatisfy { $0[1] < $1[1] })
                #expect(Set(lines.map { $0[0] }).count == lines.count)
            }
        }
    }

    @Test(
        "Pain 19: sound stays within a frame of the pictures when a fifth of its packets is lost",
        .enabled(if: Peer.isThere))
    func sound() throws {
        var generator = SeededGenerator(seed: 19)
        let bytes = try NumberedStream.fixture()
        var lossy: [UInt8] = []
        for at in stride(from: 0, to: bytes.count, by: 188) {
            // PID 257 carries the sound.
            let isSound = bytes[at + 1] & 0x1F == 1 && bytes[at + 2] == 1
            if isSound, Int.random(in: 0..<5, using: &generator) == 0 { continue }
            lossy += bytes[at..<(at + 188)]
        }
        for (source, least) in [(bytes, 5), (lossy, 2)] {
            let stream = try KeptStream(stream: source)
            let offset = 500 - stream.pictures.count
            let clip = try Self.clip(stream, stream.request(60, 150))
            try Peer.withFile(clip.body.joined) { path in
                let samples = try Peer.sound(path)
                let tones = SecondTone.tones(in: samples, sampleRate: 48_000)
                #expect(tones.count >= least)
                for tone in tones {
                    // The tone of second s begins with picture 25 s and lasts 0.1 s; 1024 samples at 48 kHz are 21.3 ms. Where
                    // its first frames were lost it begins late, but it ends in time.
                    let start = tone.start + Double(offset + 60) / 25
                    let second = start.rounded(.down)
                    let first = Int(tone.start * 48_000)
                    let loud = samples[first..<min(samples.count, first + 9_600)].lastIndex { abs($0) > 0.15 } ?? first
                    let end = Double(loud) / 48_000 + Double(offset + 60) / 25
                    let isEarly = start - second > 0.9
                    #expect(Int(isEarly ? second + 1 : second) & 7 == tone.second)
                    #expect(isEarly ? second + 1 - start <= 0.0214 : end - second <= 0.1 + 0.0214)
                    #expect(isEarly || start - second <= (least == 5 ? 0.0214 : 0.1))
                }
            }
        }
    }

    @Test("in fragments begin where decoding starts, sound with them", .enabled(if: Peer.isThere))
    func fragmented() throws {
        let stream = try Self.numbered.get()
        let clip = try Self.clip(stream, stream.request(60, 50), .fragmented)
        let bytes = clip.body.joined
        #expect(Array(bytes[4..<8]) == Array("ftyp".utf8))
        try Peer.withFile(bytes) { path in
            let pictures = try Peer.pictures(path, width: 320, height: 180)
            let offset = 500 - stream.pictures.count
            let preroll = Int(clip.facts.preroll.milliseconds / 40)
            #expect(preroll > 0 && preroll < 25)
            #expect(pictures.first?.number == offset + 60 - preroll)
            #expect(Set((0..<50).map { offset + 60 + $0 }).isSubset(of: pictures.compactMap(\.number)))
            // The sound begins with the pictures, less than a frame before them, and ends with the window.
            let sound = try Peer.timeStamps(path, "a")
            let seconds = try Peer.run(
                "ffprobe",
                ["-v", "error", "-show_entries", "stream=start_time:format=start_time", "-of", "csv=p=0", path]
            ).output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
            #expect(sound.count > 50 && seconds.count == 3 && seconds.allSatisfy { !$0.isEmpty })
            #expect(abs(seconds[0][0] - seconds[1][0]) <= 0.0214)
            let tones = SecondTone.tones(in: try Peer.sound(path), sampleRate: 48_000)
            #expect(tones.count >= 2)
            // ffmpeg counts from the beginning of the first track.
            let first = Double(offset + 60 - preroll) / 25 - seconds[0][0] + seconds[2][0]
            for tone in tones { #expect(abs(tone.start + first - (tone.start + first).rounded()) <= 0.0214) }
        }
    }

    @Test("are the same bytes for the same window, whatever was made before")
    func same() throws {
        let stream = try Self.numbered.get()
        let maker = MovieMaker()
        let request = stream.request(60, 50)
        let plan = try MoviePlan(request, of: stream.channel, media: stream.media, from: stream.history)
        let first = try maker.clip(of: plan).body.joined
        for place in [10, 100, 200] {
            let other = try MoviePlan(
                stream.request(place, 60), of: stream.channel, media: stream.media, from: stream.history)
            _ = try maker.clip(of: other)
        }
        #expect(try maker.clip(of: plan).body.joined == first)
        #expect(try Self.clip(stream, request).body.joined == first)
    }

    @Test("of sound alone are cut at its frames", .enabled(if: Peer.isThere))
    func soundAlone() throws {
        let stream = try KeptStream(stream: [UInt8](try Self.file("sound.ts")))
        let oldest = try #require(stream.history.oldest)
        let start = oldest + StreamDuration(milliseconds: 733)
        let clip = try Self.clip(
            stream, ClipRequest(window: .absolute(from: start, to: start + StreamDuration(seconds: 2))))
        #expect(clip.type.hasPrefix("audio/mp4; codecs="))
        try Peer.withFile(clip.body.joined) { path in
            let samples = try Peer.sound(path).count
            let wanted = Int(clip.facts.duration.seconds * 48_000)
            // ffmpeg gives the last frame whole.
            #expect(samples >= wanted - 2 && samples <= wanted + 2_048)
        }
    }

    private static func file(_ name: String) throws -> [UInt8] {
        try StreamPlayer.datagrams(name).flatMap(\.packets)
    }
}
