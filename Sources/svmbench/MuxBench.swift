import Bytes
import Foundation
import MediaIO
import TransportStream

/// Clips of 10 s muxed from the datagrams' bytes, beside a plain copy of the same bytes in the same run; in processor time.
struct MuxBench {
    static let name = "mux"
    private static let rounds = 200
    private static let seconds = 30
    /// How long a clip is, in 1/90000 s.
    private static let length: Int64 = 900_000
    /// What ffmpeg is asked to make: 720p50 with B pictures at 6 Mb/s in all, noise upon a moving pattern, and a tone.
    private static let encoder = [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=50:d=\(seconds)", "-f", "lavfi", "-i",
        "sine=r=48000:d=\(seconds)", "-vf", "noise=alls=20:allf=t,format=yuv420p", "-c:v", "libx264", "-preset",
        "ultrafast", "-g", "50", "-bf", "2", "-b:v", "5700k", "-maxrate", "5700k", "-bufsize", "3M", "-c:a", "aac",
        "-b:a", "128k", "-f", "mpegts", "-y",
    ]

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
            return try measure(CameraUnits([UInt8](data)))
        } catch {
            Bench.say("\(error)")
            return nil
        }
    }

    private func measure(_ camera: CameraUnits) throws(MediaFailure) -> BenchResult? {
        let tracks = [
            try TrackProbe.track(of: .h264, in: camera.units.filter(\.isRandomAccess).map(\.bytes)),
            try TrackProbe.track(of: .aac, in: camera.sounds.map(\.bytes)),
        ]
        let pool = SlabLender()
        var times: [Movie.Layout: [Double]] = [:]
        var copies: [Double] = []
        var bytes = 0
        for round in 0..<Self.rounds {
            let movie = movie(camera, tracks, round)
            let before = Measure.threadSeconds
            copy(movie)
            copies.append(Measure.threadSeconds - before)
            for layout in [Movie.Layout.progressive, .fragmented] {
                var asked = movie
                asked.layout = layout
                var made: MovieMuxer.File?
                let begin = Measure.threadSeconds
                made = try MovieMuxer.file(of: asked, in: pool)
                times[layout, default: []].append(Measure.threadSeconds - begin)
                bytes = max(bytes, made?.bytes.count ?? 0)
            }
        }
        var result = BenchResult(name: Self.name)
        result.add("megabytes", Double(bytes) / 1e6, "MB")
        add(copies, "copy", &result)
        add(times[.progressive] ?? [], "progressive", &result)
        add(times[.fragmented] ?? [], "fragmented", &result)
        return result
    }

    private func add(_ times: [Double], _ name: String, _ result: inout BenchResult) {
        let sorted = times.sorted()
        // Other programs can only make it slower.
        result.add(name + "Best", (sorted.first ?? 0) * 1_000, "ms")
        result.add(name + "P50", sorted[sorted.count / 2] * 1_000, "ms")
        result.add(name + "P99", sorted[sorted.count * 99 / 100] * 1_000, "ms")
    }

    /// A clip that begins anywhere.
    private func movie(_ camera: CameraUnits, _ tracks: [MediaTrack], _ round: Int) -> Movie {
        let units = camera.units
        let space = Int64(Self.seconds) * 90_000 - Self.length - 180_000
        let start = units[0].pts + Int64(round) * 7_919 * 1_800 % space
        let zero = units.lazy.map(\.pts).filter { $0 >= start }.min() ?? start
        let end = zero + Self.length
        let first = units.lastIndex { $0.isRandomAccess && $0.pts <= zero } ?? 0
        let last = units.lastIndex { $0.pts < end } ?? first
        var samples = units[first...last].map { Self.sample(0, $0, zero) }
        samples += camera.sounds.filter { $0.pts > zero - 12_000 && $0.pts < end }.map { Self.sample(1, $0, zero) }
        return Movie(tracks: tracks, samples: samples, duration: Self.length, layout: .progressive)
    }

    private static func sample(_ track: Int, _ unit: CameraUnits.Unit, _ zero: Int64) -> MediaSample {
        MediaSample(
            track: track, pts: unit.pts - zero, dts: unit.dts - zero, duration: 1_800, isSync: unit.isRandomAccess,
            bytes: unit.bytes)
    }

    /// The least that any way must do: a copy of the bytes.
    private func copy(_ movie: Movie) {
        var room = [UInt8](repeating: 0, count: 1 << 20)
        room.withUnsafeMutableBytes { room in
            for sample in movie.samples { _ = sample.bytes.copy(from: 0, into: room) }
        }
    }
}
