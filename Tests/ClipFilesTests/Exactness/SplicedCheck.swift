import Bytes
import ClipFiles
import Clips
import Foundation
import TestSupport
import Timing
import TransportStream

/// Compares the clips of one window of a stream that changes with what was sent, and says in words what differs.
struct SplicedCheck {
    let source: SplicedStream
    /// The numbers of the window's pictures.
    let numbers: ClosedRange<Int>
    /// What the whole window has, and what of it one track of pictures can have.
    private let whole: WindowOracle.Answer
    private let movie: WindowOracle.Answer
    private let movieOracle: WindowOracle
    private let oracle: WindowOracle
    private let request: ClipRequest
    private let found = Found()

    private final class Found {
        var complaints: [String] = []
    }

    var complaints: [String] { found.complaints }

    init(_ source: SplicedStream, _ numbers: ClosedRange<Int>) throws {
        (self.source, self.numbers) = (source, numbers)
        let (start, end) = (
            try source.picture(numbers.lowerBound).time, try source.picture(numbers.upperBound).time + 1
        )
        request = ClipRequest(
            window: .absolute(from: StreamTime(nanoseconds: start), to: StreamTime(nanoseconds: end)))
        oracle = WindowOracle(pictures: source.pictures, step: 3_600)
        let isStopped = source.change.kind == .codec && numbers.lowerBound < Change.place
        movieOracle =
            isStopped
            ? WindowOracle(pictures: source.pictures.filter { $0.number < Change.place }, step: 3_600) : oracle
        guard let whole = oracle.answer(start, end), let movie = movieOracle.answer(start, end) else {
            throw SourceStream.Odd(text: "nothing is presented in \(numbers)")
        }
        (self.whole, self.movie) = (whole, movie)
    }

    private func expect(_ isRight: Bool, _ text: @autoclosure () -> String) {
        if !isRight, complaints.count < 20 { found.complaints.append(text()) }
    }

    /// Whether the window has pictures on either side of the change.
    private var isAcross: Bool { numbers.contains(Change.place) && numbers.contains(Change.place - 1) }
    private var codec: Codec { movie.first.number < Change.place ? source.codecs.before : source.codecs.behind }

    /// Looks at all three formats, with ffmpeg as well if `asks`.
    func check(asks: Bool) throws {
        let progressive = try clip(.progressive)
        let fragmented = try clip(.fragmented)
        let transport = try TransportClip(request, of: SourceStream.channel, media: source.media, from: source.history)
        check(progressive.facts, movie, isStopped: whole.presented.count > movie.presented.count)
        check(fragmented.facts, movie, isStopped: whole.presented.count > movie.presented.count)
        check(transport.facts, whole, isStopped: false)
        let isHEVC = codec == .hevc
        expect(progressive.type.contains(isHEVC ? "hvc1" : "avc1"), "type \(progressive.type)")
        try checkProgressive(MovieFile(progressive.body.joined))
        try checkFragmented(MovieFile(fragmented.body.joined))
        let stream = transport.body.joined
        checkTransport(stream)
        guard asks else { return }
        try askForMovies(progressive.body.joined, fragmented.body.joined)
        try askForStream(stream)
    }

    private func clip(_ format: ClipFormat) throws -> MovieClip {
        try MovieClip(request, as: format, of: SourceStream.channel, media: source.media, from: source.history)
    }

    private func check(_ facts: ClipFacts, _ answer: WindowOracle.Answer, isStopped: Bool) {
        expect(facts.start.nanoseconds == answer.first.time, "starts at \(facts.start), not \(answer.first.time)")
        let duration = PictureTimes.nanoseconds(answer.duration)
        expect(abs(facts.duration.nanoseconds - duration) < 100, "lasts \(facts.duration), not \(duration) ns")
        expect(facts.isClipped == isStopped, "is clipped: \(facts.isClipped)")
        expect(facts.leftOut == (isStopped ? [source.codecs.behind] : []), "left out \(facts.leftOut)")
        let isChange = source.change.kind == .codec && isAcross
        expect(facts.gaps.map(\.kind) == (isChange ? [.codec] : []), "gaps \(facts.gaps)")
        expect(facts.parts == 1, "\(facts.parts) parts")
        expect(facts.lostPackets == 0, "lost \(facts.lostPackets)")
    }

    private func checkProgressive(_ file: MovieFile) throws {
        guard let track = file.tracks.first(where: \.isVideo), let edit = track.edits.first else {
            return expect(false, "no pictures")
        }
        expect(track.duration == movie.duration, "tkhd \(track.duration), not \(movie.duration)")
        let times = track.samples.map { $0.pts - edit.mediaTime + movie.first.pts }
        let wanted = movieOracle.samples(of: movie).map(\.pts)
        expect(times == wanted, "\(times.count) samples, not \(wanted.count)")
        let (shown, givenUp) = try file.decoded(track, codec)
        expect(givenUp == 0, "the decoder gave up \(givenUp)")
        let presented = shown.filter { $0.pts >= edit.mediaTime && $0.pts < edit.mediaTime + edit.duration }
        let pictures = movie.presented.map {
            MovieFile.Shown(pts: $0.pts - movie.first.pts + edit.mediaTime, number: $0.number, isDamaged: false)
        }
        expect(
            presented == pictures, "shows \(presented.map { $0.number ?? -1 }), not \(pictures.map { $0.number ?? -1 })"
        )
        checkSounds(file, from: movie.first.pts, to: movie.end) { track in
            let delay = track.edits.first { $0.mediaTime < 0 }?.duration ?? 0
            let start = track.edits.last?.mediaTime ?? 0
            return { ($0 - start) * 90_000 / track.timeScale + delay + movie.first.pts }
        }
    }

    private func checkFragmented(_ file: MovieFile) throws {
        guard let track = file.tracks.first(where: \.isVideo), let first = track.samples.first else {
            return expect(false, "fragmented: no pictures")
        }
        let entry = movieOracle.pictures[movie.entry].pts
        let times = track.samples.map { $0.pts - first.pts + entry }
        let wanted = movieOracle.samples(of: movie).map(\.pts)
        expect(times == wanted, "fragmented: \(times.count) samples, not \(wanted.count)")
        let (shown, givenUp) = try file.decoded(track, codec)
        expect(givenUp == 0, "fragmented: the decoder gave up \(givenUp)")
        let numbers = Set(shown.compactMap(\.number))
        let missing = movie.presented.map(\.number).filter { !numbers.contains($0) }
        expect(missing.isEmpty, "fragmented: \(missing) are missing")
        checkSounds(file, from: entry, to: movie.end) { track in
            { $0 * 90_000 / track.timeScale - first.pts + entry }
        }
    }

    /// Every frame of the source that sounds in a stretch is there, in its place, byte by byte, and in its language.
    private func checkSounds(
        _ file: MovieFile, from start: Int64, to end: Int64, _ clock: (MovieFile.Track) -> (Int64) -> Int64
    ) {
        let tracks = file.tracks.filter { !$0.isVideo }
        // Half a sample, and half a unit of 1/90000 s, rounded up.
        func heard(_ pts: Int64) -> Bool { pts + 1_920 > start + 3 && pts < end - 3 }
        let sounds = [(257, "deu"), (258, "fra")].map { pid, language in
            (frames: source.frames(pid).filter { heard($0.pts) }, language: language)
        }.filter { !$0.frames.isEmpty }
        expect(tracks.map(\.language) == sounds.map(\.language), "sound in \(tracks.map(\.language))")
        for (track, sound) in zip(tracks, sounds) {
            let time = clock(track)
            let samples = track.samples.filter { heard(time($0.pts)) }
            expect(samples.count == sound.frames.count, "\(samples.count) frames of \(sound.frames.count)")
            for (sample, frame) in zip(samples, sound.frames) {
                expect(abs(time(sample.pts) - frame.pts) <= 3, "a frame is \(time(sample.pts) - frame.pts) late")
                expect((try? file.bytes(of: sample)) == frame.bytes, "a frame has other bytes")
            }
        }
    }

    private func checkTransport(_ bytes: [UInt8]) {
        let units = pictureUnits(bytes).map(\.pts)
        let wanted = oracle.pictures[whole.entry...whole.last].map(\.pts)
        expect(units == wanted, "TS: \(units.count) units, not \(wanted.count)")
        let entry = oracle.pictures[whole.entry].pts
        for pid in [257, 258] {
            let sent = TransportScan(source.bytes, pid: pid).units.map(\.pts).filter { $0 >= entry && $0 < whole.end }
            let stamps = TransportScan(bytes, pid: pid).units.map(\.pts)
            expect(Set(sent).isSubset(of: stamps), "TS: sound is missing on \(pid)")
        }
        // Nothing is there twice, and nothing is missing between.
        var counters: [Int: UInt8] = [:]
        for packet in 0..<(bytes.count / 188) where bytes[packet * 188 + 3] & 0x10 != 0 {
            let pid = StreamEdit.pid(bytes, packet)
            guard pid >= 256, pid < 4_096 else { continue }
            let counter = bytes[packet * 188 + 3] & 15
            if let last = counters[pid] { expect(counter == (last + 1) & 15, "TS: a counter of \(pid)") }
            counters[pid] = counter
        }
    }

    private func pictureUnits(_ bytes: [UInt8]) -> [TransportScan.Unit] {
        let splice = source.change.splice
        let units = TransportScan(bytes, pid: splice.before).units
        return splice.behind == splice.before ? units : units + TransportScan(bytes, pid: splice.behind).units
    }
}

/// The same as ffmpeg and ffprobe see it.
extension SplicedCheck {
    private func askForMovies(_ progressive: [UInt8], _ fragmented: [UInt8]) throws {
        try Tool.withFolder { folder in
            try Data(progressive).write(to: folder.appending(path: "clip.mp4"))
            try Data(fragmented).write(to: folder.appending(path: "fragmented.mp4"))
            let output = ["-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", "-y"]
            let errors = try Tool.run(
                "ffmpeg",
                ["-nostdin", "-v", "warning", "-i", "clip.mp4", "-i", "fragmented.mp4", "-map", "0:v"] + output
                    + ["0.raw", "-map", "1:v"] + output + ["1.raw", "-map", "0:a", "-f", "null", "-"], in: folder
            ).errors
            expect(errors.isEmpty, "ffmpeg: \(errors)")
            let numbers = try numbers("0.raw", folder)
            expect(numbers == movie.presented.map(\.number), "ffmpeg shows \(numbers)")
            let all = try self.numbers("1.raw", folder)
            let wanted = movieOracle.samples(of: movie).map(\.number).sorted()
            expect(all == wanted, "ffmpeg shows \(all) of the fragments, not \(wanted)")
        }
    }

    /// The pictures of the transport stream, those of each codec by themselves: ffmpeg's decoder does not change.
    private func askForStream(_ bytes: [UInt8]) throws {
        let units = pictureUnits(bytes)
        let border = try source.picture(Change.place).pts
        let isOne = source.codecs.before == source.codecs.behind
        let parts = isOne ? [units] : [units.filter { $0.pts < border }, units.filter { $0.pts >= border }]
        let codecs = [source.codecs.before, source.codecs.behind]
        try Tool.withFolder { folder in
            for (part, codec) in zip(parts, codecs) where !part.isEmpty {
                try Data(part.flatMap(\.bytes)).write(to: folder.appending(path: "stream"))
                let errors = try Tool.run(
                    "ffmpeg",
                    [
                        "-nostdin", "-v", "warning", "-f", codec.rawValue, "-i", "stream", "-fps_mode", "passthrough",
                        "-pix_fmt", "gray", "-f", "rawvideo", "-y", "0.raw",
                    ], in: folder
                ).errors
                expect(errors.isEmpty, "ffmpeg on \(codec): \(errors)")
                let stamps = Set(part.map(\.pts))
                let wanted = source.pictures.filter { stamps.contains($0.pts) }.map(\.number).sorted()
                let numbers = try numbers("0.raw", folder)
                expect(numbers == wanted, "ffmpeg shows \(numbers) of the stream, not \(wanted)")
            }
        }
    }

    private func numbers(_ file: String, _ folder: URL) throws -> [Int] {
        let (width, height) = (source.change.before.width, source.change.before.height)
        let bytes = try Tool.bytes(file, in: folder)
        return stride(from: 0, to: bytes.count - width * height + 1, by: width * height).map { start in
            PictureNumber.read(
                Array(bytes[start..<(start + width * height)]).lent, width: width, height: height, stride: width) ?? -1
        }
    }
}
