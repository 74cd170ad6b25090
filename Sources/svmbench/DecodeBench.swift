import Bytes
import Evidence
import Foundation
import MediaIO
import NetworkFormats
import Timing
import TransportStream

/// Pictures of a made camera decoded on one thread, from the transport stream's bytes on, beside `ffmpeg -f null` on the same
/// file in the same run.
struct DecodeBench {
    static let name = "decode"
    /// How often each is measured; the best counts, because other programs can only make it slower.
    private static let rounds = 3
    private static let seconds = 10
    /// What ffmpeg is asked to make: 720p with B pictures at 4 Mb/s, noise upon a moving pattern.
    private static let encoder = [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=50:d=\(seconds)", "-vf",
        "noise=alls=8:allf=t,format=yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-g", "50", "-bf", "2", "-b:v",
        "4M", "-f", "mpegts", "-y",
    ]

    /// What one round of ours came to.
    private struct Round {
        var processor = 0.0
        var pictures = 0
        var givenUp = 0
    }

    /// Measures; nil with a sentence on standard error when something is not as it should be.
    func run() -> BenchResult? {
        let file = URL(filePath: "/tmp/svmbench-\(getpid()).ts")
        defer { try? FileManager.default.removeItem(at: file) }
        guard let maker = BenchProgram("ffmpeg", Self.encoder + [file.path()]) else {
            Bench.say("ffmpeg cannot be started: install ffmpeg")
            return nil
        }
        _ = maker.end()
        guard let data = try? Data(contentsOf: file), !data.isEmpty else {
            Bench.say("ffmpeg cannot make a camera of H.264")
            return nil
        }
        do {
            return try measure([UInt8](data), file.path())
        } catch {
            Bench.say("\(error)")
            return nil
        }
    }

    private func measure(_ stream: [UInt8], _ path: String) throws(MediaFailure) -> BenchResult? {
        var ours: Round?
        var theirs: Double?
        for _ in 0..<Self.rounds {
            let round = try decode(stream)
            if round.processor < ours?.processor ?? .infinity { ours = round }
            let arguments = ["-v", "error", "-threads", "1", "-i", path, "-map", "0:v", "-f", "null", "-"]
            guard let peer = BenchProgram("ffmpeg", arguments) else { return nil }
            theirs = min(theirs ?? .infinity, peer.end())
        }
        guard let ours, let theirs, ours.pictures == Self.seconds * 50, ours.givenUp == 0 else {
            Bench.say("\(ours?.pictures ?? 0) pictures of \(Self.seconds * 50), \(ours?.givenUp ?? 0) units given up")
            return nil
        }
        let first = try firstPicture(stream)
        var result = BenchResult(name: Self.name)
        result.add("pictures", Double(ours.pictures) / ours.processor, "1/s of 1280x720")
        result.add("picturesFfmpeg", Double(ours.pictures) / theirs, "1/s of 1280x720")
        result.add("toFfmpeg", theirs / ours.processor, "")
        result.add("firstPicture", first * 1_000, "ms")
        return result
    }

    /// Takes the stream apart and decodes it.
    private func decode(_ stream: [UInt8]) throws(MediaFailure) -> Round {
        let start = Measure.threadSeconds
        var round = Round()
        var decoder = try PictureDecoder(codec: .h264)
        var pictures: [DecodedPicture] = []
        for unit in CameraUnits(stream).units {
            try decoder.decode(unit.bytes, pts: unit.pts, dts: unit.dts, into: &pictures)
            round.pictures += pictures.count
            pictures.removeAll(keepingCapacity: true)
        }
        try decoder.drain(into: &pictures)
        round.pictures += pictures.count
        round.givenUp = decoder.unitsGivenUp
        round.processor = Measure.threadSeconds - start
        return round
    }

    /// Seconds from nothing to the picture of a random access unit, as when a channel is tuned to: the median of some.
    private func firstPicture(_ stream: [UInt8]) throws(MediaFailure) -> Double {
        var times: [Double] = []
        for unit in CameraUnits(stream).units where unit.isRandomAccess {
            let start = Measure.threadSeconds
            _ = try PictureDecoder.still(of: unit.bytes, codec: .h264, pts: unit.pts)
            times.append(Measure.threadSeconds - start)
        }
        return times.sorted()[times.count / 2]
    }
}
