import Bytes
import ClipFiles
import Clips
import Foundation
import HTTPServing
import PacketIO
import Testing

@testable import ReplayService

@Suite("Parts of MP4 clips")
struct MovieRangeTests {
    private static let window = "from=-6&to=-3"
    private static let base = "/api/v1/channels/Sideline/"
    private static let file = base + "clip.mp4?"

    private static let part = [Header("Range", "bytes=0-1")]

    /// What is planned for a request to the sample's Sideline camera.
    static func plan(_ service: ReplayService, _ query: String) throws -> MoviePlan {
        let channel = try service.publisher.view.channel("Sideline")
        let source = try #require(service.source(of: channel))
        let items = query.split(separator: "&").map { item in
            let pair = item.split(separator: "=")
            return (String(pair[0]), String(pair[1]))
        }
        return try MoviePlan(
            ClipRequest(query: items), of: ClipChannel(channel), media: source.media, from: source.history)
    }

    private static func slabs(_ response: Response) -> [ObjectIdentifier] {
        guard case .slices(let list) = response.body else { return [] }
        return list.slices.map { ObjectIdentifier($0.slab) }
    }

    @Test(
        "Pain 5: are taken from the clip that was made for the first of them",
        arguments: ["clip.mp4?", "clip.mp4?fragmented=1&"])
    func ranges(_ file: String) throws {
        let sample = try ServedSample()
        let shelf = sample.service.movieShelf
        let first = try sample.get(Self.base + file + Self.window, headers: [Header("Range", "bytes=0-")])
        #expect(first.status == 200 && shelf.tally == MovieShelf.Tally(made: 1))
        let second = try sample.get(Self.base + file + Self.window, headers: [Header("Range", "bytes=1000-1999")])
        #expect(shelf.tally == MovieShelf.Tally(made: 1, found: 1))
        // The same memory, not a copy of it; the server cuts the part out of it.
        #expect(!Self.slabs(first).isEmpty && Self.slabs(first) == Self.slabs(second))
        #expect(first.bytes == second.bytes)
        #expect(first.headers.map(\.name) == second.headers.map(\.name))
        #expect(first.headers.map(\.value) == second.headers.map(\.value))
        // What is made by itself is the same.
        let other = try ServedSample().get(Self.base + file + Self.window)
        #expect(other.bytes == first.bytes && Self.slabs(other) != Self.slabs(first))
        let metrics = try sample.get("/metrics").text
        #expect(metrics.contains("svm_clip_movies_total{source=\"made\"} 1\n"))
        #expect(metrics.contains("svm_clip_movies_total{source=\"kept\"} 1\n"))
        #expect(metrics.contains("svm_clip_shelf_bytes \(first.bytes.count)\n"))
    }

    @Test("Pain 5: put together are the whole clip, over HTTP, from one making")
    func overHTTP() throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") else {
            return print("skipped: there is no curl")
        }
        let sample = try ServedSample()
        let whole = try ServedSample().get(Self.file + Self.window).bytes
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: sample.service)
        defer { server.stop(grace: .zero) }
        let url = "http://127.0.0.1:\(server.port)\(Self.file)\(Self.window)"
        let pieces = 5
        var joined: [UInt8] = []
        for piece in 0..<pieces {
            let (from, to) = (whole.count * piece / pieces, whole.count * (piece + 1) / pieces - 1)
            let part = try SavedClipServerTests.Answer(["-r", "\(from)-\(to)", url])
            #expect(part.status == 206 && part.header("Content-Range") == "bytes \(from)-\(to)/\(whole.count)")
            joined += part.body
        }
        #expect(joined == whole)
        #expect(sample.service.movieShelf.tally == MovieShelf.Tally(made: 1, found: 4))
    }

    @Test("take memory once, with the clip that is saved or archived meanwhile, and give it back when it is forgotten")
    func memory() throws {
        let time = Guarded(ContinuousClock.now)
        var options = ReplayOptions()
        options.now = { time.withLock { $0 } }
        let sample = try ServedSample(options)
        let (service, budget) = (sample.service, sample.service.clipBudget)
        var held = [try sample.get(Self.file + Self.window, headers: Self.part)]
        held.append(try sample.get(Self.file + Self.window))
        let size = held[0].bytes.count
        #expect(size > 10_000 && budget.byteCount == size)
        held = []
        #expect(budget.byteCount == size && service.movieShelf.byteCount == size)
        let plan = try Self.plan(service, Self.window)
        let made = try service.movie(of: plan)
        #expect(made.body.count == size && budget.byteCount == size)
        #expect(service.movieShelf.tally == MovieShelf.Tally(made: 1, found: 2))
        time.withLock { $0 += MovieShelf.lifetime }
        service.movieShelf.expire()
        // This test still holds what was made.
        #expect(service.movieShelf.byteCount == 0 && budget.byteCount == size)
        withExtendedLifetime(made) {}
    }

    @Test("are no reason to refuse another clip: what nobody reads makes room")
    func pressure() throws {
        let others = ["from=-7&to=-4", "from=-8&to=-5", Self.window]
        let free = try ServedSample()
        let sizes = try others.map { try free.get(Self.file + $0).bytes.count }
        var options = ReplayOptions()
        // Room for making the longest one, and none for making one beside another.
        options.clipBudgetBytes = 2 * (sizes.max() ?? 0)
        #expect((sizes.max() ?? 0) < (sizes.min() ?? 0) * 5 / 4)
        let sample = try ServedSample(options)
        for window in [Self.window] + others {
            #expect(try sample.get(Self.file + window, headers: Self.part).status == 200, "\(window)")
        }
        #expect(sample.service.movieShelf.tally.made == 4)
        #expect(sample.service.clipBudget.byteCount == sample.service.movieShelf.byteCount)
        // While it is read it makes no room.
        var held: Response? = try sample.get(Self.file + Self.window)
        #expect(try sample.get(Self.file + others[0]).status == 429)
        #expect(held?.status == 200)
        held = nil
        #expect(try sample.get(Self.file + others[0]).status == 200)
    }

    @Test("are what clips are kept for: who takes a whole one at once leaves none behind")
    func whole() throws {
        let sample = try ServedSample()
        let size = try sample.get(Self.file + Self.window).bytes.count
        #expect(sample.service.movieShelf.byteCount == 0 && sample.service.clipBudget.byteCount == 0)
        #expect(try sample.get(Self.file + Self.window, headers: Self.part).bytes.count == size)
        #expect(sample.service.movieShelf.byteCount == size)
        #expect(try sample.get(Self.file + Self.window).bytes.count == size)
        #expect(sample.service.movieShelf.tally == MovieShelf.Tally(made: 2, found: 1))
    }

    @Test("are made again as long as the clip is not final")
    func open() throws {
        let sample = try ServedSample()
        // Behind the last picture of the capture, more sound might still come.
        let query = try #require(
            ["last=1s", "last=2s", "last=3s"].first { try !Self.plan(sample.service, $0).facts.isFinal },
            "every clip at the end of the sample is final")
        for _ in 0..<2 { #expect(try sample.get(Self.file + query, headers: Self.part).status == 200) }
        #expect(sample.service.movieShelf.tally == MovieShelf.Tally() && sample.service.movieShelf.byteCount == 0)
        #expect(sample.service.clipBudget.byteCount == 0)
    }
}
