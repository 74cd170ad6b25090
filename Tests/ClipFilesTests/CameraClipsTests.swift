import Bytes
import ClipFiles
import Clips
import Testing
import Timing

@Suite("Clips of several cameras")
struct CameraClipsTests {
    /// Milliseconds of a picture.
    private static let picture = 40.0
    /// What a camera's clock may have moved more than another's between two instants of it that lie three groups of pictures
    /// apart, in milliseconds (definitions A7).
    private static let drift = 3.0

    /// The number of the first presented picture of each clip, read from the pictures.
    private static func firstNumbers(_ clips: CameraClips) throws -> [Int] {
        try clips.parts.compactMap { part in
            guard case .clip(let clip, _) = part else { return nil }
            let hidden = Int((clip.facts.preroll.milliseconds / picture).rounded())
            let numbers = try CameraVenue.numbers(in: clip.body.joined)
            return numbers.indices.contains(hidden) ? numbers[hidden] : nil
        }
    }

    private static func skews(_ clips: CameraClips) -> [Double] {
        clips.parts.compactMap { part in
            if case .clip(_, let skew) = part { skew.milliseconds } else { nil }
        }
    }

    @Test("Pain 24: three cameras begin together, less than a picture apart by the numbers in the pictures")
    func beginTogether() throws {
        guard CameraVenue.canDecode else { return print("skipped: there is no ffmpeg") }
        // Not whole pictures apart.
        let venue = try CameraVenue([.init(after: 0), .init(after: 1_013), .init(after: 2_531)])
        for query in [[("last", "5s")], [("from", "-7.777"), ("to", "-1")], [("last", "3.21s")]] {
            let clips = try CameraClips(try ClipRequest(query: query), of: venue.cameras)
            let skews = Self.skews(clips)
            #expect(skews.count == 3 && skews.allSatisfy { $0 >= 0 && $0 < Self.picture })
            let numbers = try Self.firstNumbers(clips)
            // When each camera's first picture is presented, but for what is the same for all of them.
            let moments = zip(numbers, venue.senders).map { Double($0) * Self.picture + Double($1.after) }
            #expect((moments.max() ?? .infinity) - (moments.min() ?? 0) < Self.picture + Self.drift)
            // The skews that are told differ as the pictures do.
            for (moment, skew) in zip(moments, skews) {
                #expect(abs((moment - moments[0]) - (skew - skews[0])) <= Self.drift, "\(moments) \(skews)")
            }
        }
    }

    @Test("Pain 24: as MP4 the first pictures that players show are the same ones")
    func presentsTheSame() throws {
        guard CameraVenue.canDecode else { return print("skipped: there is no ffmpeg") }
        let venue = try CameraVenue([.init(after: 0), .init(after: 613)])
        let request = try ClipRequest(query: [("from", "-6.1"), ("to", "-2")])
        let clips = try CameraClips(request, of: venue.cameras)
        let numbers = try Self.firstNumbers(clips)
        #expect(numbers.count == 2)
        for (camera, number) in zip(venue.cameras, numbers) {
            let (history, media) = (try #require(camera.history), try #require(camera.media))
            let movie = try MovieClip(
                clips.request(request, of: camera), of: camera.channel, media: media, from: history)
            // ffmpeg keeps to the edit list.
            #expect(try CameraVenue.numbers(in: movie.body.joined).first == number)
        }
    }

    @Test("an offset moves a camera by as much as it says")
    func offsets() throws {
        guard CameraVenue.canDecode else { return print("skipped: there is no ffmpeg") }
        // The second camera's encoder takes 400 ms longer: what it shows at the same instant is ten pictures older.
        let venue = try CameraVenue([.init(after: 0), .init(after: 400, offsetMs: -400)])
        let clips = try CameraClips(try ClipRequest(query: [("last", "4s")]), of: venue.cameras)
        let numbers = try Self.firstNumbers(clips)
        #expect(numbers.count == 2 && numbers[0] == numbers[1])
        #expect(Self.skews(clips).allSatisfy { $0 >= 0 && $0 < Self.picture })
    }

    @Test("the common start moves on to where all cameras have pictures")
    func movesOn() throws {
        // The fixture has about 180 datagrams: the second camera is silent from about second 6 to second 8.
        let venue = try CameraVenue([.init(after: 0), .init(after: 0, lost: 54..<72)])
        let start = StreamTime(nanoseconds: CameraVenue.start + 6_500_000_000)
        let request = try ClipRequest(query: [("start", start.epochSeconds), ("duration", "6")])
        let clips = try CameraClips(request, of: venue.cameras)
        #expect(clips.window.requestedStart == start)
        #expect((clips.window.start - start).milliseconds > 500)
        let skews = Self.skews(clips)
        #expect(skews.count == 2 && skews.allSatisfy { $0 >= 0 && $0 < Self.picture })
    }

    @Test("a camera without pictures in the window is told with its reason, and the others come")
    func tellsAbsence() throws {
        // The second one begins when the window is over, of the third nothing is kept.
        let venue = try CameraVenue([.init(after: 0), .init(after: 15_000)])
        var cameras = venue.cameras
        cameras.append(
            CameraClips.Camera(channel: ClipChannel(id: "none", name: "None"), history: nil, media: nil))
        let start = StreamTime(nanoseconds: CameraVenue.start + 6_000_000_000)
        let request = try ClipRequest(query: [("start", start.epochSeconds), ("duration", "2")])
        let clips = try CameraClips(request, of: cameras)
        #expect(Self.skews(clips).count == 1)
        guard case .absent(.past) = clips.parts[1], case .absent(.nothingKept) = clips.parts[2] else {
            Issue.record("\(clips.parts)")
            return
        }
        #expect(throws: ClipFailure.self) { try CameraClips(request, of: Array(cameras[1...])) }
    }
}
