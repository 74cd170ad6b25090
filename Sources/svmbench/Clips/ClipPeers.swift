import Foundation
import Glibc
import VenueSimulator

/// Other programs that cut 10 s out of the same stream, and ffprobe, which counts what they present.
struct ClipPeers {
    /// Cuts of each program; re-encoding takes long.
    private static let (rounds, slowRounds) = (7, 3)
    /// Ticks a second of multicat's times.
    private static let ticks = 27_000_000
    /// How long before the clip the exact way begins to decode, in seconds.
    private static let lead = 3.3

    private let path: String
    private let longPath: String
    private let folder: String
    private let hasLong: Bool
    private let planned: Int

    /// Makes their files; `own` is a clip of ours that presents so many pictures.
    init(_ source: borrowing ClipSource, own: [UInt8], pictures: Int) {
        planned = pictures
        (path, longPath, folder) = (source.path, source.longPath, source.folder)
        hasLong = source.makeLong()
        try? Data(own).write(to: URL(filePath: folder + "/own.mp4"))
    }

    /// Runs ffmpeg; whether it did what was asked.
    static func ffmpeg(_ arguments: [String]) -> Bool {
        Measure.program("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)?.status == 0
    }

    /// Adds what they take, and by how much ours is faster: made in this process in `movie` ms, fetched in `fetched` ms.
    ///
    /// False with a sentence on standard error when a program that everybody has does not do what it should.
    func add(to result: inout BenchResult, movie: Double, fetched: Double) -> Bool {
        guard hasLong, let copied = time({ copy($0) }, Self.rounds), let exact = time({ encode($0) }, Self.slowRounds)
        else {
            Bench.say("ffmpeg does not cut \(path)")
            return false
        }
        result.add("pictures", Double(planned), "")
        result.add("picturesMissing", Double(planned - pictures("own.mp4")), "")
        result.add("ffmpegCopy", copied, "ms")
        result.add("ffmpegCopyPictures", Double(pictures("copied.mp4")), "")
        result.add("ffmpegExact", exact, "ms")
        result.add("ffmpegExactPictures", Double(pictures("exact.mp4")), "")
        result.add("timesFfmpegCopy", copied / fetched, "")
        result.add("timesFfmpegExact", exact / fetched, "")
        guard let cut = multicat() else {
            Bench.say("multicat or ingests is not here: install multicat to compare with it")
            return true
        }
        result.add("multicat", cut, "ms")
        result.add("multicatPictures", Double(pictures("cut.ts")), "")
        result.add("timesMulticat", cut / fetched, "")
        result.add("madeTimesMulticat", cut / movie, "")
        return true
    }

    /// The median in milliseconds of cuts at places that chance decides, the same ones in every run.
    private func time(_ cut: (Double) -> Bool, _ rounds: Int) -> Double? {
        var times = ClipTimes()
        for round in 0..<rounds {
            var random = VenueRandom(seed: UInt64(round) + 100)
            let place = 20 + Double(random.next() % 250_000) / 1_000
            var isCut = false
            times.append(Measure.seconds { isCut = cut(place) })
            guard isCut else { return nil }
        }
        return times.percentile(50)
    }

    /// The inexact way: from the packets as they are.
    private func copy(_ place: Double) -> Bool {
        Self.ffmpeg(
            ["-ss", "\(place)", "-i", longPath, "-t", "\(ClipBench.length)", "-c", "copy", folder + "/copied.mp4"])
    }

    /// The exact way: it decodes from before the clip on and encodes the pictures again.
    private func encode(_ place: Double) -> Bool {
        Self.ffmpeg(
            [
                "-ss", "\(place - Self.lead)", "-i", longPath, "-ss", "\(Self.lead)", "-t", "\(ClipBench.length)",
                "-c:v",
                "libx264", "-preset", "ultrafast", "-c:a", "copy", folder + "/exact.mp4",
            ])
    }

    /// The same with multicat, which finds its place in an index and cuts between any two packets; nil without it.
    private func multicat() -> Double? {
        guard Measure.program("ingests", ["-p", "8192", longPath])?.status == 0 else { return nil }
        return time(
            { place in
                let (start, length) = (Int(place * Double(Self.ticks)), ClipBench.length * Self.ticks)
                let arguments = ["-f", "-p", "8192", "-k", "\(start)", "-d", "\(length)", longPath, folder + "/cut.ts"]
                return Measure.program("multicat", arguments)?.status == 0
            }, Self.rounds)
    }

    /// How many pictures of a file are presented; 0 when it cannot be read.
    private func pictures(_ name: String) -> Int {
        let arguments = [
            "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
            "csv=p=0", "\(folder)/\(name)",
        ]
        let text = ChildProgram.output(of: "ffprobe", arguments) ?? ""
        return text.split { $0 == "\n" || $0 == "," }.first.flatMap { Int($0) } ?? 0
    }
}
