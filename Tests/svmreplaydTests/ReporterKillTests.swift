import Foundation
import Glibc
import PacketIO
import Testing

@Suite("The Reporter end killed under uploads")
struct ReporterKillTests {
    /// Ten times, and a hundred under SVM_SOAK, which `make soak` sets.
    private static let rounds = ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 10 : 100
    private static let senders = 4

    @Test("kill -9 loses nothing that was acknowledged, and damages nothing")
    func survives() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-kill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (data, output) = (folder.appending(path: "data").path(), folder.appending(path: "out").path())
        var acknowledged: Set<String> = []
        var begun: Set<String> = []
        for round in 0..<Self.rounds {
            let server = try VictimServer(data: data, output: output)
            let sent = Self.send(to: server.port, round: round) {
                // At another moment of a commit every time.
                usleep(20_000 + UInt32(round) * 7_919 % 130_000)
                server.slay()
            }
            acknowledged.formUnion(sent.acknowledged)
            begun.formUnion(sent.begun)
        }
        #expect(acknowledged.count > Self.rounds)
        let server = try VictimServer(data: data, output: output)
        let kept = try Self.devices(of: server.port)
        #expect(acknowledged.subtracting(kept.keys).isEmpty)
        #expect(kept.keys.allSatisfy { begun.contains($0) })
        // Each was sent once.
        #expect(kept.values.allSatisfy { $0 == 1 })
        server.stop()
        let files = try FileManager.default.contentsOfDirectory(atPath: data).filter { $0.hasPrefix("reporter") }
        #expect(files == ["reporter.sqlite"])
        print("killed \(Self.rounds) times: \(acknowledged.count) acknowledged of \(begun.count), \(kept.count) kept")
    }

    private struct Sent: Sendable {
        var acknowledged: Set<String> = []
        var begun: Set<String> = []
    }

    /// Uploads from several connections at once until `meanwhile` has ended the server.
    private static func send(to port: UInt16, round: Int, meanwhile: () -> Void) -> Sent {
        let sent = Guarded(Sent())
        let all = DispatchGroup()
        for sender in 0..<senders {
            Thread {
                defer { all.leave() }
                guard let client = PlainClient(port: port) else { return }
                for number in 0..<10_000 {
                    let id = Self.device(round, sender, number)
                    sent.withLock { _ = $0.begun.insert(id) }
                    guard let answer = client.ask("POST", "/api/v1/reporter", body: Self.body(id)) else { return }
                    if answer.status == 204 { sent.withLock { _ = $0.acknowledged.insert(id) } }
                }
            }.enteredAndStarted(in: all)
        }
        meanwhile()
        all.wait()
        return sent.withLock { $0 }
    }

    /// Another device for every upload: one alone may not send so many.
    private static func device(_ round: Int, _ sender: Int, _ number: Int) -> String {
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        return "\(padded(round, 8))-0000-4000-8000-\(padded(sender * 1_000_000 + number, 12))"
    }

    private static func body(_ device: String) -> [UInt8] {
        // The guide's Table 2-20.
        let numbers = [
            "announcementsMalformed", "announcementsNotAllowed", "announcementsReceived", "channelsAdded",
            "channelsPruned", "invalidJsonAnnouncements", "licenseMismatchAnnouncements", "listenerIgmpRestarts",
            "num_dropped_video_frames", "num_ts_discontinuities", "protection_windows", "session_link_indicator",
            "session_uptime", "statsUploadAttempts", "statsUploadFailures", "statsUploadSuccesses",
            "total_num_bytes_written", "versionMismatchAnnouncements", "window_error", "window_no_loss",
            "window_recovery_failures", "window_recovery_successes", "window_warning",
        ]
        let members = numbers.map { "\"\($0)\":7" }.joined(separator: ",")
        let text =
            #"{"deviceUUID":"\#(device)","version":"1","timestamp":"2026-01-01T00:00:00.000Z","#
            + #""stats":{"announcement_session_id":"","announcement_session_title":"",\#(members)},"#
            + #""wifiInfo":{"bssid":"00:00:00:00:00:01"}}"#
        return Array(text.utf8)
    }

    /// How many uploads of every device the server has.
    private static func devices(of port: UInt16) throws -> [String: Int] {
        let client = try #require(PlainClient(port: port))
        var kept: [String: Int] = [:]
        var query = "?limit=1000"
        while true {
            let answer = try #require(client.ask("GET", "/api/v1/reporter/devices" + query))
            #expect(answer.status == 200)
            let page = try #require(
                try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
            for device in page["devices"] as? [[String: Any]] ?? [] {
                if let id = device["deviceUUID"] as? String { kept[id] = device["uploads"] as? Int }
            }
            guard let next = page["next"] as? Int else { return kept }
            query = "?limit=1000&before=\(next)"
        }
    }
}

extension Thread {
    fileprivate func enteredAndStarted(in group: DispatchGroup) {
        group.enter()
        start()
    }
}
