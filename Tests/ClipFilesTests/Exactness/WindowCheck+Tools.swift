import Bytes
import ClipFiles
import Clips
import Foundation
import TestSupport

/// The same as ffmpeg and ffprobe see it.
extension WindowCheck {
    func checkWithTools() throws {
        let bytes = try movie(.progressive).body.joined
        try Tool.withFolder { folder in
            try Data(bytes).write(to: folder.appending(path: "clip.mp4"))
            try checkDecoded(in: folder, frames: try checkFrames(in: folder))
        }
    }

    /// Frames at the right times, packets in the right order; gives the times of each track's frames.
    private func checkFrames(in folder: URL) throws -> [[Int64]] {
        let listing = try Tool.run(
            "ffprobe",
            [
                "-v", "warning", "-show_entries", "frame=stream_index,pts:packet=stream_index,dts,pts:format=duration",
                "-of", "compact=nk=1", "clip.mp4",
            ], in: folder)
        expect(listing.errors.isEmpty, "ffprobe: \(listing.errors)")
        var frames: [[Int64]] = Array(repeating: [], count: 8)
        var packets: [[Int64]] = frames
        for line in listing.output.split(separator: "\n") {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false)
            guard fields.count > 2, let stream = Int(fields[1]), stream < 8 else { continue }
            if fields[0] == "frame", let pts = Int64(fields[2]) { frames[stream].append(pts) }
            if fields[0] == "packet", fields.count > 3, let dts = Int64(fields[3]) { packets[stream].append(dts) }
        }
        for (stream, times) in packets.enumerated() {
            expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "ffprobe: decoding times of track \(stream)")
        }
        guard source.codec != nil else { return frames }
        let wanted = answer.presented.map { $0.pts - answer.first.pts }
        expect(frames[0] == wanted, "ffprobe: pictures at \(frames[0]), not \(wanted)")
        let seconds = listing.output.split(separator: "\n").last?.split(separator: "|").last.flatMap { Double($0) }
        expect(
            abs((seconds ?? 0) - Double(answer.duration) / 90_000) < 1e-5, "ffprobe: \(seconds ?? 0) s")
        return frames
    }

    /// Every picture shows its number, every sample of sound is the source's; and nothing is said about it.
    private func checkDecoded(in folder: URL, frames: [[Int64]]) throws {
        var decoding = ["-nostdin", "-v", "warning", "-i", "clip.mp4"]
        if source.codec != nil {
            decoding += [
                "-map", "0:v", "-fps_mode", "passthrough", "-pix_fmt", "gray", "-s",
                "\(source.fixture.stream.width)x\(source.fixture.stream.height)", "-f", "rawvideo", "-y", "video.raw",
            ]
        }
        // A window before the sound begins, or behind its end, has no track of it.
        for (index, sound) in source.sounds.enumerated()
        where !overlapping(sound, answer.first.pts, answer.end).isEmpty {
            decoding += ["-map", "0:a:\(index)", "-ac", "1", "-f", "f32le", "-y", "\(index).raw"]
        }
        let errors = try Tool.run("ffmpeg", decoding, in: folder).errors
        expect(errors.isEmpty, "ffmpeg: \(errors)")
        if source.codec != nil {
            let numbers = try Self.numbers(Tool.bytes("video.raw", in: folder), source.fixture.stream)
            let wanted = answer.presented.map(\.number)
            expect(numbers == wanted, "ffmpeg shows \(numbers), not \(wanted)")
        }
        for (index, sound) in source.sounds.enumerated() {
            let start = frames[index + (source.codec == nil ? 0 : 1)].first.map { Double($0) / Double(sound.rate) }
            if overlapping(sound, answer.first.pts, answer.end).isEmpty { continue }
            guard let start else { return expect(false, "ffprobe: no sound in track \(index)") }
            checkSamples(
                try Tool.samples("\(index).raw", in: folder), from: start, sound, source.fixture.sounds[index])
        }
    }

    private static func numbers(_ bytes: [UInt8], _ stream: NumberedStream) -> [Int] {
        let size = stream.width * stream.height
        return stride(from: 0, to: bytes.count - size + 1, by: size).map { start in
            PictureNumber.read(
                Array(bytes[start..<(start + size)]).span.bytes, width: stream.width, height: stream.height,
                stride: stream.width) ?? -1
        }
    }

    /// The samples are the source's at their time; sound begins and ends within a frame of the pictures.
    private func checkSamples(
        _ samples: [Float], from start: Double, _ sound: SourceSound, _ kind: ClipFixture.Sound
    ) {
        let rate = Double(sound.rate)
        let frame = Double(sound.frameLength) / rate
        let begin = Double(answer.first.pts - sound.frames[0].pts) / 90_000
        let heard = overlapping(sound, answer.first.pts, answer.end)
        let first = Double(sound.frames[heard.lowerBound].pts - answer.first.pts) / 90_000
        expect(start < max(0, first) + frame + 1e-4, "sound begins \(start) s behind the picture")
        let end = start + Double(samples.count) / rate
        let last = Double(sound.frames[heard.upperBound - 1].pts + sound.ticks - answer.first.pts) / 90_000
        let length = min(Double(answer.duration) / 90_000, last)
        expect(end > length - frame && end < length + frame + 1e-4, "sound ends at \(end) of \(length) s")
        guard kind != .unlike else { return }
        let place = Int(((begin + start) * rate).rounded())
        guard place >= 0 else { return expect(false, "sound from before the source's") }
        let count = min(samples.count, sound.samples.count - place)
        let greatest =
            zip(samples.prefix(count), sound.samples[place..<(place + count)]).map { abs($0 - $1) }.max() ?? 1
        // Rounded to 15 bits nothing differs; AC-3 fills silent bands with noise of its own.
        expect(greatest < (kind == .exact ? 1.0 / 16_384 : 0.02), "samples differ by up to \(greatest)")
    }
}
