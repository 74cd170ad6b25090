import Foundation
import Glibc
import PacketIO
import Testing

@Suite("Saved clips of a killed server")
struct ClipKillTests {
    /// Five times, and fifty under SVM_SOAK, which `make soak` sets.
    private static let rounds = ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 5 : 50
    private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Samples/lossy-venue.pcapng").standardized.path()
    private static let options = ["--rerun", sample, "--pace", "fast", "--clip-floor", "0"]

    @Test("kill -9 loses no clip that was acknowledged, and leaves no half one")
    func survives() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-clips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (data, output) = (folder.appending(path: "data").path(), folder.appending(path: "out").path())
        var acknowledged: [String: [String: Int]] = [:]
        for round in 0..<Self.rounds {
            let server = try VictimServer(data: data, output: output, options: Self.options)
            let saved = Self.save(at: server.port) {
                // At another moment of a save every time.
                usleep(UInt32(round) * 17_393 % 90_000)
                server.slay()
            }
            acknowledged.merge(saved) { first, _ in first }
        }
        #expect(acknowledged.count >= Self.rounds)
        let server = try VictimServer(data: data, output: output, options: Self.options)
        let kept = try Self.clips(of: server.port)
        for (id, files) in acknowledged { #expect(kept[id] == files, "\(id)") }
        // What is listed is there to the last byte.
        let client = try #require(PlainClient(port: server.port))
        for (id, files) in kept {
            for (name, bytes) in files {
                let file = try #require(client.ask("GET", "/api/v1/clips/\(id)/\(name)"))
                #expect(file.status == 200 && file.body.count == bytes)
            }
        }
        server.stop()
        // And nothing is left of what was half made; the server may have saved something by itself meanwhile.
        let folders = try FileManager.default.contentsOfDirectory(atPath: data + "/clips")
        #expect(Set(folders).isSuperset(of: kept.keys))
        for folder in folders {
            let files = try FileManager.default.contentsOfDirectory(atPath: data + "/clips/" + folder)
            #expect(files.contains("clip.json") && !files.contains("clip.json.part"))
        }
        print("killed \(Self.rounds) times: \(acknowledged.count) clips acknowledged, \(kept.count) kept")
    }

    /// Saves one clip after the other until `meanwhile`, begun behind the first one, has ended the server: the files and their
    /// lengths, by id.
    private static func save(at port: UInt16, meanwhile: () -> Void) -> [String: [String: Int]] {
        let saved = Guarded<[String: [String: Int]]>([:])
        let isOver = DispatchGroup()
        let hasBegun = DispatchSemaphore(value: 0)
        isOver.enter()
        Thread {
            defer {
                hasBegun.signal()
                isOver.leave()
            }
            guard let client = PlainClient(port: port) else { return }
            let target = "/api/v1/channels/Wide/clips?last=3s&format=ts"
            // The capture is read within the first moments.
            for _ in 0..<10_000 {
                guard let answer = client.ask("POST", target) else { return }
                guard answer.status == 201 else {
                    usleep(2_000)
                    continue
                }
                guard let (id, files) = clip(try? JSONSerialization.jsonObject(with: Data(answer.body))) else { return }
                saved.withLock { $0[id] = files }
                hasBegun.signal()
            }
        }.start()
        _ = hasBegun.wait(timeout: .now() + 30)
        meanwhile()
        isOver.wait()
        return saved.withLock { $0 }
    }

    private static func clip(_ value: Any?) -> (String, [String: Int])? {
        guard let clip = value as? [String: Any], let id = clip["id"] as? String,
            let files = clip["files"] as? [[String: Any]]
        else { return nil }
        let lengths = files.compactMap { file in
            (file["name"] as? String).flatMap { name in (file["bytes"] as? Int).map { (name, $0) } }
        }
        return (id, Dictionary(lengths) { first, _ in first })
    }

    private static func clips(of port: UInt16) throws -> [String: [String: Int]] {
        let client = try #require(PlainClient(port: port))
        let answer = try #require(client.ask("GET", "/api/v1/clips?limit=1000"))
        #expect(answer.status == 200)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        let clips = (list["clips"] as? [Any] ?? []).compactMap(clip)
        return Dictionary(clips) { first, _ in first }
    }
}
