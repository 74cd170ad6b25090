import Bytes
import ClipFiles
import Clips
import Timing
import TransportStream

/// Compares what is cut for one window with the source, and says in words what differs.
struct WindowCheck {
    let source: SourceStream
    /// The window, nanoseconds as UTC.
    let start: Int64
    let end: Int64
    /// What it has to hold.
    let answer: WindowOracle.Answer
    private let found = Found()

    /// What differs, in words.
    private final class Found {
        var complaints: [String] = []
    }

    /// What differs, in words; the first twenty things.
    var complaints: [String] { found.complaints }

    /// nil when no picture is presented in the window.
    init?(_ source: SourceStream, _ start: Int64, _ end: Int64) {
        guard let answer = source.oracle.answer(start, end) else { return nil }
        (self.source, self.start, self.end, self.answer) = (source, start, end, answer)
    }

    var request: ClipRequest {
        ClipRequest(
            window: .absolute(from: StreamTime(nanoseconds: start), to: StreamTime(nanoseconds: end)))
    }

    func expect(_ isRight: Bool, _ text: @autoclosure () -> String) {
        if !isRight, complaints.count < 20 { found.complaints.append(text()) }
    }

    /// The window as an MP4 file.
    func movie(_ format: ClipFormat) throws -> MovieClip {
        try MovieClip(
            request, as: format, of: SourceStream.channel, media: source.media, from: source.history)
    }

    /// Looks at all three formats.
    func checkAll() throws {
        try checkProgressive()
        try checkFragmented()
        try checkTransport()
    }

    func checkProgressive() throws {
        let clip = try movie(.progressive)
        check(clip.facts, .frame)
        let file = try MovieFile(clip.body.joined)
        let order = file.boxes.filter { $0 != "free" }
        expect(order == ["ftyp", "moov", "mdat"], "boxes \(file.boxes)")
        expect(file.timeScale == 90_000 && file.duration == answer.duration, "mvhd \(file.duration)/\(file.timeScale)")
        for track in file.tracks {
            // Sound that ends before the pictures ends there in its track as well; where it begins late, nothing comes first.
            let isWhole = track.isVideo ? track.duration == answer.duration : track.duration <= answer.duration + 2
            expect(isWhole, "tkhd of \(track.format): \(track.duration)")
            let edits = track.edits.map(\.duration).reduce(0, +)
            expect(edits == track.duration, "elst of \(track.format): \(track.edits)")
        }
        let video = file.tracks.filter(\.isVideo)
        let sounds = file.tracks.filter { !$0.isVideo }
        expect(video.count == (source.codec == nil ? 0 : 1), "\(video.count) video tracks")
        let heard = source.sounds.filter { !overlapping($0, answer.first.pts, answer.end).isEmpty }
        expect(sounds.count >= heard.count && sounds.count <= source.sounds.count, "\(sounds.count) audio tracks")
        if let track = video.first { try checkPictures(file, track) }
        for (track, sound) in zip(sounds, source.sounds) where !overlapping(sound, answer.first.pts, answer.end).isEmpty
        {
            try checkSound(file, track, sound)
        }
    }

    func check(_ facts: ClipFacts, _ accuracy: ClipAccuracy) {
        expect(facts.accuracy == accuracy, "accuracy \(facts.accuracy)")
        expect(facts.start.nanoseconds == answer.first.time, "starts at \(facts.start), not \(answer.first.time)")
        let duration = PictureTimes.nanoseconds(answer.duration)
        expect(abs(facts.duration.nanoseconds - duration) < 100, "lasts \(facts.duration), not \(duration)")
        let isClipped = start < source.span.lowerBound || answer.isMoved
        expect(facts.isClipped == isClipped, "is \(isClipped ? "not " : "")clipped")
        guard accuracy == .key else { return }
        // The same pictures lie in groups whose offsets may differ by a millisecond for each point between them.
        let preroll = answer.first.time - source.oracle.pictures[answer.entry].time
        expect(facts.preroll.nanoseconds == preroll, "pre-roll \(facts.preroll), not \(preroll)")
    }

    private func checkPictures(_ file: MovieFile, _ track: MovieFile.Track) throws {
        guard let edit = track.edits.first, track.edits.count == 1, edit.mediaTime >= 0, track.timeScale == 90_000
        else {
            return expect(false, "edits of the video: \(track.edits)")
        }
        checkOrder(track)
        let times = track.samples.map { $0.pts - edit.mediaTime + answer.first.pts }
        let least = source.oracle.samples(of: answer)
        let most = source.oracle.longestSamples(of: answer)
        expect(
            times.count >= least.count && times == most.prefix(times.count).map(\.pts),
            "samples \(times.count) of \(least.count)…\(most.count)")
        checkPoints(track, most)
        let (shown, givenUp) = try file.decoded(track, source.codec ?? .h264)
        let presented = shown.filter { $0.pts >= edit.mediaTime && $0.pts < edit.mediaTime + edit.duration }
        let wanted = answer.presented.map {
            MovieFile.Shown(pts: $0.pts - answer.first.pts + edit.mediaTime, number: $0.number, isDamaged: false)
        }
        expect(givenUp == 0, "the decoder gave up \(givenUp)")
        expect(
            presented == wanted,
            "presented \(presented.map { $0.number ?? -1 }), not \(wanted.map { $0.number ?? -1 })")
    }

    /// Decoding times rise, and no two pictures are presented at once.
    func checkOrder(_ track: MovieFile.Track) {
        let isRising = zip(track.samples, track.samples.dropFirst()).allSatisfy { $0.dts < $1.dts }
        expect(isRising, "decoding times of \(track.format) do not rise")
        expect(Set(track.samples.map(\.pts)).count == track.samples.count, "two samples of \(track.format) at once")
        if track.isVideo {
            expect(track.samples.allSatisfy { $0.duration > 0 }, "a sample lasts no time")
        }
    }

    /// Where players may seek to: IDR pictures, any random access point of HEVC, and the first sample.
    func checkPoints(_ track: MovieFile.Track, _ pictures: [SourcePicture]) {
        guard source.codec != .mpeg2video else { return expect(track.samples.first?.isSync == true, "no first point") }
        for (place, (sample, picture)) in zip(track.samples, pictures).enumerated() {
            let isSync =
                place == 0 || picture.point == .instantaneous || picture.point == .open && source.codec == .hevc
            expect(sample.isSync == isSync, "sample \(place) is \(sample.isSync ? "" : "no ")sync")
        }
    }
}
