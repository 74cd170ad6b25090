import Foundation
import HTTPServing
import Storage
import Testing

@testable import ReplayService

/// Over a real connection, as `curl` sees it.
@Suite("Clips, evidence and archives by HTTP's own rules")
struct SavedClipServerTests {
    /// The body and the head of one answer.
    struct Answer {
        var status = 0
        var head = ""
        var body: [UInt8] = []

        /// Asks `curl` with `arguments`.
        init(_ arguments: [String]) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "svm-curl-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (body, head) = (folder.appending(path: "body"), folder.appending(path: "head"))
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/curl")
            process.arguments = ["-s", "-m", "20", "-o", body.path(), "-D", head.path()] + arguments
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            self.head = (try? String(contentsOf: head, encoding: .utf8)) ?? ""
            self.body = (try? Data(contentsOf: body)).map { [UInt8]($0) } ?? []
            status = self.head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }

        func header(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    @Test("Pain 5: ranges, tags and HEAD hold for clips, evidence, stills, files of saved clips and archives")
    func followsHTTP() throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") else {
            return print("skipped: there is no curl")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-clips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ReplayOptions()
        options.pinsEvidence = false
        options.clips = try ClipStore(
            path: folder.appending(path: "clips").path(), limits: ClipStoreLimits(freeSpace: 0))
        let served = try ServedSample(options)
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: served.service)
        defer { server.stop(grace: .zero) }
        let base = "http://127.0.0.1:\(server.port)"

        let saved = try Answer([
            "-H", "Content-Type: application/json", "-d", #"{"from":-6,"to":-3,"format":"ts"}"#,
            base + "/api/v1/channels/Wide/clips",
        ])
        #expect(saved.status == 201)
        let url = try #require(saved.header("Location"))
        let archive = "/api/v1/clip.zip?channels=Wide,Sideline&start=2026-01-01T00:00:03Z&duration=3&format=ts"
        let window = "start=2026-01-01T00:00:03Z&duration=3"
        let live = [
            "clip.ts?\(window)", "clip.mp4?\(window)", "clip.mp4?fragmented=1&\(window)",
            "clip.ts?as=received&\(window)",
            "evidence.pcapng?\(window)",
        ].map { "/api/v1/channels/Wide/\($0)" }
        for path in [url + "/clip.ts", archive] + live {
            let whole = try Answer([base + path])
            let tag = try #require(whole.header("ETag"))
            #expect(whole.status == 200 && whole.header("Content-Length") == String(whole.body.count))
            #expect(whole.header("Accept-Ranges") == "bytes")
            let head = try Answer(["-I", base + path])
            for name in ["ETag", "Content-Length", "Content-Type", "Cache-Control", "Content-Disposition"] {
                #expect(head.header(name) == whole.header(name), "\(name)")
            }
            // RFC 9110, 14: the parts together are the whole.
            let middle = whole.body.count / 2
            let (first, second) = (
                try Answer(["-r", "0-\(middle - 1)", base + path]), try Answer(["-r", "\(middle)-", base + path])
            )
            #expect(first.status == 206 && second.status == 206 && first.body + second.body == whole.body)
            // What only looks like our tag is none (RFC 9110, 8.8.3): the whole comes.
            let stranger = try Answer(["-H", "If-None-Match: x\(tag)", base + path])
            #expect(stranger.status == 200 && stranger.body == whole.body)
            #expect(first.header("Content-Range") == "bytes 0-\(middle - 1)/\(whole.body.count)")
            #expect(try Answer(["-r", "-100", base + path]).body == Array(whole.body.suffix(100)))
            #expect(try Answer(["-r", "\(whole.body.count)-", base + path]).status == 416)
            #expect(try Answer(["-H", "If-None-Match: \(tag)", base + path]).status == 304)
            #expect(try Answer(["-H", "If-Range: \(tag)", "-r", "0-1", base + path]).status == 206)
            #expect(try Answer(["-H", "If-Range: \"other\"", "-r", "0-1", base + path]).status == 200)
        }
        #expect(try Answer(["-X", "DELETE", base + url]).status == 204)
        #expect(try Answer([base + url]).status == 404)
    }
}
