import Bytes
import Clips
import History
import MediaIO
import TestSupport
import Testing
import Timing
import TransportStream

@testable import ClipFiles

@Suite("Stills", .enabled(if: JPEGPeer.isPresent, "there is no ffmpeg"))
struct StillTests {
    static let tick = StreamDuration(nanoseconds: 1)

    /// Streams whose pictures carry their number, and how ffmpeg makes them.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case closedBPictures, openGroups, openHEVC, mpeg2, longGroup

        var testDescription: String { rawValue }

        func make() throws -> [UInt8] {
            var stream = NumberedStream(seconds: 3)
            stream.sound = []
            switch self {
            case .closedBPictures:
                stream.video = [
                    "-c:v", "libx264", "-preset", "veryfast", "-b:v", "300k", "-x264-params",
                    "bframes=3:b-adapt=0:b-pyramid=strict:scenecut=0",
                ]
            case .openGroups:
                stream.groupLength = 12
                stream.video = [
                    "-c:v", "libx264", "-preset", "veryfast", "-b:v", "300k", "-x264-params",
                    "open-gop=1:keyint=12:min-keyint=12:bframes=3:b-adapt=0:scenecut=0",
                ]
            case .openHEVC:
                stream.video = [
                    "-c:v", "libx265", "-preset", "ultrafast", "-b:v", "300k", "-x265-params",
                    "open-gop=1:keyint=12:min-keyint=12:bframes=3:b-adapt=0:scenecut=0:info=0:repeat-headers=1:log-level=none",
                ]
            case .mpeg2:
                stream.groupLength = 12
                stream.video = ["-c:v", "mpeg2video", "-bf", "2", "-b:v", "600k"]
            case .longGroup:
                stream.groupLength = 1_000
            }
            return try stream.make()
        }
    }

    @Test("show the picture presented at the instant, just before and just behind it", arguments: Kind.allCases)
    func exact(_ kind: Kind) throws {
        let played = try PlayedStream(try kind.make(), seconds: 3)
        let pictures = played.pictures
        // 3 s of 25 pictures; the last ones of a stream may not be whole.
        #expect(pictures.count >= 70)
        let base = try #require(pictures.first?.unit.pts)
        var files: [[UInt8]] = []
        var expected: [Int] = []
        // Every third picture, and all around the random access points at 12 and 24.
        for (index, picture) in pictures.enumerated() where index % 7 == 0 || (9...27).contains(index) {
            // Picture n carries the number n and is presented n / 25 s behind picture 0 (NumberedStream).
            let number = Int((picture.unit.pts - base) / 3_600)
            let before = index > 0 ? [(picture.pictureTime - Self.tick, number - 1)] : []
            let instants = before + [(picture.pictureTime, number), (picture.pictureTime + Self.tick, number)]
            for (instant, shown) in instants {
                let (file, plan) = try played.still(at: instant)
                #expect(file.time == plan.time && !file.isDamaged)
                files.append(file.body.joined)
                expected.append(shown)
            }
        }
        #expect(try JPEGPeer.decode(files).map { $0.number() } == expected)
    }

    @Test("have the width that is asked for, and the height that the picture's shape makes of it")
    func sizes() throws {
        var stream = NumberedStream(seconds: 3)
        stream.sound = []
        // 320 samples shown over twice the height of 180 rows: each is 9/8 as wide as high.
        stream.video += ["-aspect", "2:1"]
        let wide = try PlayedStream(try stream.make(), seconds: 3)
        let plain = try PlayedStream(try NumberedStream.fixture(), seconds: 20)
        let cases: [(played: PlayedStream, asked: Int?, size: (Int, Int))] = [
            (wide, nil, (360, 180)), (wide, 160, (160, 80)), (wide, 161, (161, 81)), (plain, nil, (320, 180)),
            (plain, 160, (160, 90)), (plain, 1_920, (1_920, 1_080)), (plain, 16, (16, 9)),
        ]
        for (played, asked, size) in cases {
            let time = played.pictures[30].pictureTime
            let bytes = try played.still(at: time, width: asked).file.body.joined
            let found = try #require(JPEGPeer.size(of: bytes))
            #expect(found == size)
            // Below 64 columns a block of the number is too small to be read.
            guard size.0 >= 64 else { continue }
            #expect(try JPEGPeer.decode([bytes])[0].number() == 30)
        }
    }

    @Test("are the same bytes whenever they are asked for")
    func repeatable() throws {
        let played = try PlayedStream(try NumberedStream.fixture(), seconds: 20)
        for index in [0, 24, 25, 26, 250] {
            let time = played.pictures[index].pictureTime
            let first = try played.still(at: time, width: 200).file.body.joined
            #expect(try played.still(at: time + Self.tick, width: 200).file.body.joined == first)
        }
    }

    @Test("of a damaged group are what the decoder makes of it, and say so")
    func damage() throws {
        let bytes = try NumberedStream.fixture()
        let whole = try PlayedStream(bytes, seconds: 20)
        // Datagrams of the fourth second: one out of three is gone.
        let perSecond = bytes.count / 1_316 / 20
        let lost = Set((3 * perSecond)..<(4 * perSecond)).filter { $0 % 3 == 0 }
        let played = try PlayedStream(bytes, seconds: 20, lost: lost)
        var damaged = 0
        var intact: [(file: [UInt8], number: Int)] = []
        let base = try #require(whole.pictures.first)
        for index in stride(from: 50, to: 150, by: 5) {
            let time = whole.pictures[index].pictureTime
            let file: PictureFile
            let plan: PicturePlan
            do { (file, plan) = try played.still(at: time) } catch PictureFailure.undecodable { continue }
            if file.isDamaged {
                damaged += 1
                #expect(plan.lostPackets > 0)
            } else {
                let number = Int((plan.target.indexed.unit.pts - base.unit.pts) / 3_600)
                intact.append((file.body.joined, number))
            }
        }
        #expect(damaged >= 2)
        // What does not say that it is damaged shows its number.
        #expect(intact.count >= 8)
        #expect(try JPEGPeer.decode(intact.map(\.file)).map { $0.number() } == intact.map(\.number))
    }

    @Test("are given up before they hold a thread for long")
    func limits() throws {
        let played = try PlayedStream(try Kind.longGroup.make(), seconds: 3)
        let time = played.pictures[60].pictureTime
        var limits = PictureLimits()
        limits.onTheWay = 20
        #expect(throws: PictureFailure.tooLong) { try played.still(at: time, limits: limits) }
        let request = StillRequest(.absolute(time))
        let plan = try PicturePlan(at: request.instant, in: played.history)
        #expect(throws: PictureFailure.tooLong) {
            try PictureFile.still(plan, request, of: played.source, until: .now - .seconds(1))
        }
    }

    @Test("of sound or of codecs that are not decoded are refused as such")
    func refusals() throws {
        let played = try PlayedStream(try NumberedStream.fixture(), seconds: 20)
        let plan = try PicturePlan(at: .beforeLiveEdge(.zero), in: played.history)
        let codecs: [(codec: Codec, failure: PictureFailure)] = [
            (.aac, .noVideo), (.av1, .codec(.av1)), (.vvc, .codec(.vvc)), (.mpeg4, .codec(.mpeg4)),
            (.unknown, .noVideo),
        ]
        for (codec, failure) in codecs {
            var facts = played.source.facts
            facts.tracks[played.history[0].lead].codec = codec
            let source = PictureSource(played.history, facts: facts, of: PlayedStream.channel)
            #expect(throws: failure) {
                try PictureFile.still(
                    plan, StillRequest(.beforeLiveEdge(.zero)), of: source, until: .now + .seconds(5))
            }
        }
        #expect(PictureFailure.noVideo.status == 404 && PictureFailure.codec(.av1).status == 415)
        #expect(PictureFailure.busy.status == 429 && PictureFailure.busy.retryAfterSeconds == 1)
    }
}
