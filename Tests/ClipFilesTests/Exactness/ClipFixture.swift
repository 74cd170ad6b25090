import TestSupport
import Testing

/// A stream that clips are cut from: made by ffmpeg, sent by a sender of its own kind.
struct ClipFixture: Sendable, CustomTestStringConvertible {
    /// How the stream reaches the venue.
    enum Carriage: Sendable {
        /// RTP without protection, whose numbers and time stamps begin their new round in the middle.
        case plain
        /// SMPTE 2022-1, with so many of the media packets lost.
        case parity(loss: Double)
        /// Simple Reed-Solomon, with so many of the media packets lost.
        case blocks(loss: Double)
        /// RTP without protection, with so many packets lost.
        case lossy(Double)
    }

    var name: String
    var stream: NumberedStream
    var carriage = Carriage.plain
    /// The file's audio tracks of which every frame is looked at, and whether their sound is the same to the last bit wherever
    /// decoding begins: AC-3 decoders add noise, and Opus settles over some frames.
    var sounds: [Sound] = [.exact]
    /// How many of the stream's audio tracks belong to the channel; nil for all.
    var ownTracks: Int?
    /// What becomes of the stream before it is sent; nil for nothing.
    var edit: (@Sendable ([UInt8]) throws -> [UInt8])?
    var hasVideo: Bool { !stream.video.isEmpty }
    var testDescription: String { name }

    enum Sound: Sendable { case exact, near, unlike }
}

extension ClipFixture {
    static let pyramid = h264(
        "H.264 with a pyramid of B pictures", seconds: 10, group: 50, "bframes=3:b-pyramid=normal")
    static let openGroups = h264(
        "H.264 in open groups", seconds: 10, group: 24, "bframes=3:b-pyramid=normal:open-gop=1")

    /// What `make test` looks at: one of each kind that can go wrong in its own way.
    static let few = [pyramid, openGroups, hevc, mpeg2, wrap, sound, twoTracks, opus]

    /// What the soak looks at.
    static let all =
        few + [
            h264("H.264 without B pictures", seconds: 10, group: 25, "bframes=0"),
            h264("H.264 with a point every ten seconds", seconds: 24, group: 250, "bframes=2"),
            h264("H.264, fifty pictures a second", seconds: 8, group: 50, "bframes=2", rate: 50),
            enhanced, lateral, lateSound, changedSize, twoPrograms,
            of(pyramid, "SMPTE 2022-1, all loss repaired", .parity(loss: 0.02)),
            of(openGroups, "Reed-Solomon, all loss repaired", .blocks(loss: 0.02)),
        ]

    static let hevc: Self = {
        var fixture = base("HEVC in open groups", seconds: 8)
        fixture.stream.groupLength = 24
        fixture.stream.video = [
            "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
            "crf=30:keyint=24:min-keyint=24:scenecut=0:bframes=3:b-adapt=0:b-pyramid=1:open-gop=1:pools=1:frame-threads=1"
                + ":log-level=none:repeat-headers=1",
        ]
        return fixture
    }()

    /// The layer II sound of broadcast, two B pictures between others, open groups.
    static let mpeg2: Self = {
        var fixture = base("MPEG-2 with MP2", seconds: 10)
        fixture.stream.groupLength = 15
        fixture.stream.video = ["-c:v", "mpeg2video", "-bf", "2", "-q:v", "4", "-threads", "1"]
        fixture.stream.sound = ["-c:a", "mp2", "-b:a", "96k"]
        return fixture
    }()

    static let twoTracks: Self = {
        var fixture = h264("H.264 with AC-3 and a second sound of AAC", seconds: 10, group: 25, "bframes=2")
        fixture.stream.sound = [
            "-map", "0:v", "-map", "1:a", "-map", "1:a", "-c:a:0", "ac3", "-b:a:0", "96k", "-c:a:1", "aac", "-b:a:1",
            "64k", "-aac_pns", "0",
        ]
        fixture.sounds = [.near, .exact]
        return fixture
    }()

    static let sound: Self = {
        var fixture = base("sound alone", seconds: 12)
        fixture.stream.video = []
        fixture.stream.sound = ["-map", "1:a"] + fixture.stream.sound
        // A frame in each PES packet, so that every frame is one that a clip can begin with.
        fixture.stream.multiplexer = ["-pes_payload_size", "0"]
        return fixture
    }()

    static let opus: Self = {
        var fixture = h264("H.264 with Opus", seconds: 8, group: 25, "bframes=2")
        fixture.stream.sound = ["-c:a", "libopus", "-b:a", "64k"]
        fixture.sounds = [.unlike]
        return fixture
    }()

    static let enhanced: Self = {
        var fixture = h264("H.264 with E-AC-3", seconds: 8, group: 25, "bframes=2")
        fixture.stream.sound = ["-c:a", "eac3", "-b:a", "96k"]
        fixture.sounds = [.near]
        return fixture
    }()

    static let lateral: Self = {
        var fixture = h264("H.264 with AAC in LATM", seconds: 8, group: 25, "bframes=2")
        fixture.stream.multiplexer = ["-mpegts_flags", "latm"]
        return fixture
    }()

    /// Sound that begins seconds behind the pictures and ends before them.
    static let lateSound: Self = {
        var fixture = h264("sound that begins late and ends early", seconds: 10, group: 25, "bframes=2")
        fixture.edit = { StreamEdit.leavingOut($0) { pid, seconds in pid == 257 && !(3.3..<8).contains(seconds) } }
        return fixture
    }()

    /// Pictures of another size from the fifth second on, as the same track.
    static let changedSize: Self = {
        var fixture = h264("H.264 that changes its size", seconds: 5, group: 25, "bframes=2:repeat-headers=1")
        (fixture.stream.sound, fixture.sounds) = ([], [])
        var next = fixture.stream
        (next.width, next.height, next.first) = (320, 192, 125)
        // Two pictures more than five seconds: the first one's times begin with what B pictures hold back.
        next.multiplexer = ["-output_ts_offset", "5.08"]
        fixture.edit = { [next] first in StreamEdit.joined(first, try next.make()) }
        return fixture
    }()

    /// Another program beside the channel's, whose pictures are not looked at.
    static let twoPrograms: Self = {
        var fixture = h264("two programs", seconds: 8, group: 25, "bframes=2")
        fixture.stream.sound = [
            "-map", "0:v", "-map", "1:a", "-map", "0:v", "-map", "1:a", "-c:a", "aac", "-b:a", "64k", "-aac_pns", "0",
            "-program", "title=a:st=0:st=1", "-program", "title=b:st=2:st=3",
        ]
        fixture.ownTracks = 1
        return fixture
    }()

    /// Time stamps and clocks begin anew half way: 2^33 / 90000 is 95443.717… s.
    static let wrap: Self = {
        var fixture = h264("time stamps that begin anew", seconds: 10, group: 25, "bframes=3:b-pyramid=normal")
        fixture.stream.multiplexer = ["-output_ts_offset", "95437"]
        return fixture
    }()

    private static func base(_ name: String, seconds: Int) -> Self {
        var stream = NumberedStream(seconds: seconds)
        (stream.width, stream.height) = (160, 96)
        stream.sound = ["-c:a", "aac", "-b:a", "64k", "-aac_pns", "0"]
        // A pitch that rises all the time: no two places sound alike.
        stream.soundSource = "aevalsrc='0.5*sin(2*PI*(200*t+15*t*t))':s=48000:d=\(seconds)"
        return Self(name: name, stream: stream)
    }

    private static func h264(_ name: String, seconds: Int, group: Int, _ parameters: String, rate: Int = 25) -> Self {
        var fixture = base(name, seconds: seconds)
        fixture.stream.groupLength = group
        fixture.stream.rate = rate
        fixture.stream.video = [
            "-c:v", "libx264", "-preset", "veryfast", "-threads", "1", "-x264-params",
            "crf=30:keyint=\(group):min-keyint=\(group):scenecut=0:b-adapt=0:" + parameters,
        ]
        return fixture
    }

    private static func of(_ fixture: Self, _ name: String, _ carriage: Carriage) -> Self {
        var fixture = fixture
        fixture.name = name
        fixture.carriage = carriage
        // Null packets fill it up to what cameras send, so that there is something to lose.
        fixture.stream.multiplexer = ["-muxrate", "1000000"]
        return fixture
    }
}
