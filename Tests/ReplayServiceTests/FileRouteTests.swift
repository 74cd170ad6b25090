import Bytes
import CaptureFormats
import Channels
import Foundation
import HTTPServing
import NetworkFormats
import PacketIO
import Pipeline
import Testing
import Timing
import VenueRuntime
import VenueSimulator

@testable import ReplayService

/// A capture of a file channel, run again without pause and served.
final class ServedFiles {
    static let clip = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 9) }
    static let page = Array("<script>alert(1)</script>".utf8)

    let folder: String
    let venue: LiveVenue
    let store: FileStore
    let service: ReplayService

    init() throws {
        folder = NSTemporaryDirectory() + "svm-served-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Self.write(to: folder + "/venue.pcapng")
        store = try FileStore(path: folder + "/files", limits: FileStoreLimits(freeSpace: 0), waits: true)
        venue = try LiveVenue(
            options: LiveOptions(source: .capture(path: folder + "/venue.pcapng", pace: .fast), files: store))
        service = ReplayService(venue: venue)
        venue.start()
        for _ in 0..<500 where !venue.health.isFinished { usleep(10_000) }
        store.stop()
        service.start()
        service.stop()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func write(to path: String) throws {
        let settings = FileCarousel.Settings(transportSession: 9)
        var carousel = FileCarousel(settings)
        let start = VenueSpec.customaryStart
        carousel.put(CarouselFile(location: "clips/goal 1.mp4", content: clip, contentType: "video/mp4"), at: start)
        carousel.put(CarouselFile(location: "info.html", content: page, contentType: "text/html"), at: start)
        var wrong = CarouselFile(location: "wrong.bin", content: [1, 2, 3])
        wrong.md5 = [UInt8](repeating: 0, count: 16)
        carousel.put(wrong, at: start)
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: "test") + writer.interface(.ethernet)
        while carousel.rounds < 2, let datagram = carousel.next() {
            var frame = ByteWriter()
            UDPFrame.ethernet(
                source: Endpoint(IPAddress(v4: 0x0a01_010a), 5_000),
                destination: Endpoint(IPAddress(v4: 0xef0a_0a09), 5_000), payload: datagram.payload.lent,
                into: &frame)
            bytes += writer.frame(frame.bytes, at: datagram.time)
        }
        try Data(bytes).write(to: URL(filePath: path))
    }
}

@Suite("Routes of received files")
struct FileRouteTests {
    @Test("list the table with what became of each file")
    func table() throws {
        let served = try ServedFiles()
        let channels = try #require(try served.service.get("/api/v1/channels").object["channels"] as? [[String: Any]])
        let id = try #require(channels.first?["id"] as? String)
        #expect(channels.first?["kind"] as? String == "file")
        #expect(channels.first?["files"] as? String == "/api/v1/files/\(id)")
        let answer = try served.service.get("/api/v1/files/\(id)")
        #expect(answer.status == 200)
        let files = try #require(answer.object["files"] as? [[String: Any]])
        #expect(files.map { $0["uri"] as? String } == ["clips/goal 1.mp4", "info.html", "wrong.bin"])
        #expect(files.map { $0["state"] as? String } == ["ready", "ready", "failed"])
        #expect(files[0]["localFilename"] as? String == "\(id)/clips/goal 1.mp4")
        #expect(files[0]["length"] as? Int == 50_000)
        #expect(files[0]["version"] as? Int == 1 && files[0]["complete"] as? Bool == true)
        #expect(files[2]["localFilename"] == nil && files[2]["reason"] as? String != nil)
    }

    @Test("count for Prometheus what was listed, came and was refused")
    func metrics() throws {
        let served = try ServedFiles()
        let id = try #require(served.venue.snapshot().channels.first?.identity.id)
        let metrics = try served.service.get("/metrics").text
        let labels = "{channel=\"\(id)\",name=\"239.10.10.9:5000\"}"
        // Three files are sent, twice each and all in whole; the digest of one is wrong.
        for line in [
            "svm_channel_files_listed_total\(labels) 3", "svm_channel_files_completed_total\(labels) 3",
            "svm_channel_files_abandoned_total\(labels) 0", "svm_channel_files\(labels) 3",
            "svm_channel_objects_refused_total\(labels) 0", "svm_files_ready_total 2",
            "svm_files_failed_checks_total 1",
        ] { #expect(metrics.contains("\(line)\n"), "\(line)") }
        #expect(!metrics.contains("svm_channel_messages"))
        // One description each, before the first sample.
        let names = metrics.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(names).count == names.count)
    }

    @Test("send what is ready, and nothing that runs in our origin")
    func content() throws {
        let served = try ServedFiles()
        let name = "239.10.10.9%3A5000"
        let clip = try served.service.get("/api/v1/files/\(name)/content?uri=clips%2Fgoal%201.mp4")
        #expect(clip.status == 200)
        #expect(clip.bytes == ServedFiles.clip)
        #expect(clip.header("Content-Type") == "video/mp4")
        #expect(clip.header("Content-Disposition")?.hasPrefix("inline; filename=\"goal 1.mp4\"") == true)
        #expect(clip.header("X-Content-Type-Options") == "nosniff")
        #expect(clip.header("Cache-Control") == "no-cache")
        let tag = try #require(clip.header("ETag"))
        #expect(try served.service.get("/api/v1/files/\(name)/content?uri=info.html").header("ETag") != tag)
        let page = try served.service.get("/api/v1/files/\(name)/content?uri=info.html")
        #expect(page.bytes == ServedFiles.page)
        #expect(page.header("Content-Type") == "application/octet-stream")
        #expect(page.header("Content-Disposition")?.hasPrefix("attachment; ") == true)
        #expect(page.header("Content-Security-Policy")?.hasSuffix("; sandbox") == true)
    }

    @Test(
        "refuse in the shape of errors",
        arguments: [
            ("/api/v1/files/nobody", 404), ("/api/v1/files/nobody/content?uri=x", 404),
            ("/api/v1/files/239.10.10.9%3A5000/content", 400), ("/api/v1/files/239.10.10.9%3A5000/content?uri=", 400),
            ("/api/v1/files/239.10.10.9%3A5000/content?uri=nothing", 404),
            ("/api/v1/files/239.10.10.9%3A5000/content?uri=..%2F..%2Fvenue.pcapng", 404),
            ("/api/v1/files/239.10.10.9%3A5000/content?uri=wrong.bin", 409),
            ("/api/v1/data/239.10.10.9%3A5000/messages?last=20s", 404), ("/api/v1/data/nobody/messages", 404),
        ])
    func refusals(_ target: String, _ status: Int) throws {
        let served = try ServedFiles()
        let answer = try served.service.get(target)
        #expect(answer.status == status)
        #expect(answer.object["status"] as? String == "error")
        #expect((answer.object["error"] as? String)?.isEmpty == false)
    }

    @Test("say that a file is gone when somebody removed it")
    func gone() throws {
        let served = try ServedFiles()
        let id = try #require(served.venue.snapshot().channels.first?.identity.id)
        try FileManager.default.removeItem(atPath: "\(served.folder)/files/\(id)/info.html")
        #expect(try served.service.get("/api/v1/files/\(id)/content?uri=info.html").status == 404)
    }

    @Test("answer a range over the network")
    func network() throws {
        let served = try ServedFiles()
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: served.service)
        defer { server.stop(grace: .zero) }
        let target = "/api/v1/files/239.10.10.9%3A5000/content?uri=clips%2Fgoal%201.mp4"
        let reader = EventReader(
            port: server.port, target, fields: "Range: bytes=49990-\r\nConnection: close\r\n")
        let text = reader.read { _ in false }
        #expect(text.hasPrefix("HTTP/1.1 206"))
        #expect(text.contains("Content-Range: bytes 49990-49999/50000"))
        #expect(text.contains("Content-Length: 10"))
    }
}
