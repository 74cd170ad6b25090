import DeviceLink
import Foundation
import Glibc
import PacketIO
import Quality
import Testing

@testable import Session

@Suite("Uploads of statistics")
struct StatisticsUploaderTests {
    private typealias Act = ScriptedReporter.Act

    private static let device = "123e4567-e89b-12d3-a456-426614174000"

    private static func subject(_ statistics: SessionStatistics = SessionStatistics()) -> StatisticsUploader.Subject {
        var wireless = WirelessFacts()
        wireless.ssid = "Stadium \"1\""
        wireless.bssid = "00:1b:2c:3d:4e:5f"
        wireless.accessPointName = "Gate 7"
        wireless.signalDbm = -61
        let facts = wireless
        return StatisticsUploader.Subject(
            deviceID: device, version: "1.2", statistics: { statistics }, wireless: { facts })
    }

    private static func uploader(
        _ url: String, interval: Int = 60, clock: SetUploadClock, limitMs: Int = 5_000,
        closingLimit: Duration = .seconds(5), log: @escaping @Sendable (String) -> Void = { _ in }
    ) -> StatisticsUploader {
        StatisticsUploader(
            UploadTarget(url: url, intervalSeconds: interval), of: subject(), clock: clock, limitMs: limitMs,
            closingLimit: closingLimit, log: log)
    }

    /// Waits until `condition` holds, ten seconds at most.
    private static func holds(_ condition: () -> Bool) -> Bool {
        for _ in 0..<2_000 {
            if condition() { return true }
            usleep(5_000)
        }
        return condition()
    }

    private static func counts(_ attempts: Int, _ successes: Int, _ failures: Int) -> UploadCounts {
        var counts = UploadCounts()
        counts.attempts = attempts
        counts.successes = successes
        counts.failures = failures
        return counts
    }

    @Test("B14, 3.17: every interval the 25 statistics go to the Reporter with the device, the time and the Wi-Fi")
    func sends() throws {
        let server = try #require(ScriptedReporter([ScriptedReporter.answer(204)]))
        let clock = SetUploadClock()
        var statistics = SessionStatistics()
        statistics.sessionTitle = "Derby"
        statistics[.bytesWritten] = 188_000
        let uploader = StatisticsUploader(
            UploadTarget(url: server.url, intervalSeconds: 60), of: Self.subject(statistics), clock: clock,
            limitMs: 5_000, closingLimit: .seconds(5))
        uploader.start()
        clock.pass(59.9)
        #expect(uploader.counts == UploadCounts())
        clock.pass(0.35)
        #expect(Self.holds { uploader.counts == Self.counts(1, 1, 0) })
        clock.pass(60)
        #expect(Self.holds { uploader.counts == Self.counts(2, 2, 0) })
        uploader.stop()
        #expect(server.received.count == 2)
        let request = try #require(server.received.last)
        #expect(request.head.hasPrefix("POST /api/v1/reporter HTTP/1.1\r\n"))
        #expect(request.head.contains("Content-Type: application/json"))
        let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
        #expect(Set(body.keys) == ["deviceUUID", "version", "timestamp", "stats", "wifiInfo"])
        #expect(body["deviceUUID"] as? String == Self.device)
        #expect(body["version"] as? String == "1.2")
        // Two minutes and a quarter of a second after midnight.
        #expect(body["timestamp"] as? String == "2026-01-01T00:02:00.250Z")
        let stats = try #require(body["stats"] as? [String: Any])
        #expect(Set(stats.keys) == Set(StatKey.allCases.map(\.rawValue)) && stats.count == 25)
        #expect(stats["total_num_bytes_written"] as? Int == 188_000)
        #expect(stats["announcement_session_title"] as? String == "Derby")
        // One was taken, and this one is under way.
        #expect(stats["statsUploadAttempts"] as? Int == 2)
        #expect(stats["statsUploadSuccesses"] as? Int == 1)
        #expect(stats["statsUploadFailures"] as? Int == 0)
        let wifi = try #require(body["wifiInfo"] as? [String: Any])
        #expect(wifi["ssid"] as? String == "Stadium \"1\"")
        #expect(wifi["apName"] as? String == "Gate 7")
        #expect(wifi["bssid"] as? String == "00:1b:2c:3d:4e:5f")
        #expect(wifi["signalDbm"] as? Int == -61)
        #expect(wifi["noiseDbm"] is NSNull)
    }

    @Test("3.17: a session that closes uploads out of turn, and so does one that closes just before the end")
    func sendsAtClose() throws {
        let server = try #require(ScriptedReporter([ScriptedReporter.answer(200)]))
        let clock = SetUploadClock()
        let uploader = Self.uploader(server.url, clock: clock)
        uploader.start()
        uploader.upload()
        #expect(Self.holds { uploader.counts == Self.counts(1, 1, 0) })
        uploader.upload()
        uploader.stop()
        #expect(uploader.counts == Self.counts(2, 2, 0))
        uploader.upload()
        clock.pass(600)
        usleep(50_000)
        #expect(uploader.counts == Self.counts(2, 2, 0))
        #expect(server.received.count == 2)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var script: [[ScriptedReporter.Act]]
        var successes: Int
        /// Requests that one upload makes.
        var requests = 1

        init(_ name: String, _ script: [[ScriptedReporter.Act]], successes: Int, requests: Int = 1) {
            testDescription = name
            self.script = script
            self.successes = successes
            self.requests = requests
        }
    }

    private static func bytes(_ text: String) -> [Act] { [.send(Array(text.utf8))] }

    // What is a success is from SDK semantics 3.17: any status from 200 to 299 of a whole answer.
    static let cases: [Case] = [
        Case("200", [ScriptedReporter.answer(200)], successes: 1),
        Case("204", [ScriptedReporter.answer(204)], successes: 1),
        Case("299", [ScriptedReporter.answer(299)], successes: 1),
        Case("400", [ScriptedReporter.answer(400)], successes: 0),
        Case("404", [ScriptedReporter.answer(404)], successes: 0),
        Case("429 with Retry-After", [ScriptedReporter.answer(429, "Retry-After: 1")], successes: 0),
        Case("500", [ScriptedReporter.answer(500)], successes: 0),
        Case("503", [ScriptedReporter.answer(503)], successes: 0),
        Case("304", [ScriptedReporter.answer(304)], successes: 0),
        Case("a redirect that goes nowhere", [ScriptedReporter.answer(302)], successes: 0),
        Case("nothing at all", [[]], successes: 0),
        Case("garbage", [[.send((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) })]], successes: 0),
        Case("another protocol", [bytes("SSH-2.0-OpenSSH_9.2\r\n")], successes: 0),
        Case("half a status line", [bytes("HTTP/1.1 20")], successes: 0),
        Case("half a head", [bytes("HTTP/1.1 200 OK\r\nContent-Le")], successes: 0),
        Case("half a body", [bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")], successes: 0),
        Case(
            "half a chunk", [bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\nhalf")], successes: 0),
        Case("no length, and closed", [bytes("HTTP/1.1 200 OK\r\n\r\nfine")], successes: 1),
        Case(
            "a huge answer of 200",
            [[.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .flood(Array(repeating: 65, count: 65_536), 2_000)]],
            successes: 1),
        Case(
            "a huge answer of 500",
            [[.send(Array("HTTP/1.1 500 No\r\n\r\n".utf8)), .flood(Array(repeating: 65, count: 65_536), 2_000)]],
            successes: 0),
        Case(
            "a head without end",
            [
                [
                    .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
                    .flood(Array("X-More: \(String(repeating: "a", count: 1_000))\r\n".utf8), 100_000),
                ]
            ],
            successes: 0),
        Case("too slow to begin", [[.pause(20_000)]], successes: 0),
        Case(
            "too slow to end", [[.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8)), .pause(20_000)]],
            successes: 0),
    ]

    @Test("counters are exact whatever the Reporter does", arguments: cases)
    func counts(_ example: Case) throws {
        let server = try #require(ScriptedReporter(example.script))
        let clock = SetUploadClock()
        let uploader = Self.uploader(server.url, clock: clock, limitMs: 700)
        uploader.start()
        for round in 1...2 {
            clock.pass(60)
            let wanted = Self.counts(round, round * example.successes, round * (1 - example.successes))
            #expect(Self.holds { uploader.counts == wanted })
        }
        uploader.stop()
        #expect(server.received.count == 2 * example.requests)
    }

    @Test("redirects keep the POST and its body", arguments: [301, 302, 303, 307, 308])
    func follows(_ status: Int) throws {
        let end = try #require(ScriptedReporter([ScriptedReporter.answer(204)]))
        let server = try #require(
            ScriptedReporter([
                ScriptedReporter.answer(status, "Location: http://127.0.0.1:\(end.port)/elsewhere")
            ]))
        let clock = SetUploadClock()
        let uploader = Self.uploader(server.url, clock: clock)
        uploader.start()
        clock.pass(60)
        #expect(Self.holds { uploader.counts == Self.counts(1, 1, 0) })
        uploader.stop()
        #expect(end.received.first?.head.hasPrefix("POST /elsewhere HTTP/1.1") == true)
        #expect(end.received.first?.body == server.received.first?.body)
        #expect(end.received.first?.body.isEmpty == false)
    }

    @Test(
        "redirects that lead astray fail",
        arguments: [
            ("file:///etc/hostname", 1), ("ftp://127.0.0.1/x", 1), ("https://127.0.0.1:PORT/", 1),
            ("/api/v1/reporter", 4),
            ("http://127.0.0.1:1/", 1), ("gopher://127.0.0.1/", 1), ("http://", 1), ("//", 1),
        ] as [(String, Int)])
    func goesAstray(_ place: String, _ requests: Int) throws {
        // One that speaks no TLS, for https.
        let other = try #require(ScriptedReporter([ScriptedReporter.answer(204)]))
        let target = place.replacingOccurrences(of: "PORT", with: "\(other.port)")
        let server = try #require(ScriptedReporter([ScriptedReporter.answer(307, "Location: \(target)")]))
        let clock = SetUploadClock()
        let uploader = Self.uploader(server.url, clock: clock, limitMs: 2_000)
        uploader.start()
        clock.pass(60)
        #expect(Self.holds { uploader.counts == Self.counts(1, 0, 1) })
        uploader.stop()
        #expect(server.received.count == requests)
        #expect(other.received.isEmpty)
    }

    @Test(
        "an address of nobody, or that is none, fails",
        arguments: [
            "http://127.0.0.1:1/", "file:///etc/hostname", "nonsense", "", "http://[::1", "http://a b/",
            "ftp://127.0.0.1/",
        ])
    func fails(_ url: String) throws {
        let clock = SetUploadClock()
        let told = Guarded<[String]>([])
        let uploader = Self.uploader(url, clock: clock) { line in told.withLock { $0.append(line) } }
        uploader.start()
        for round in 1...3 {
            clock.pass(60)
            #expect(Self.holds { uploader.counts == Self.counts(round, 0, round) })
        }
        uploader.stop()
        // The same trouble is told once.
        #expect(told.withLock { $0.count } == 1)
    }

    @Test("ticks that come while an upload runs are left out, and the next one is on time")
    func leavesOut() throws {
        let server = try #require(
            ScriptedReporter([[.pause(700)] + ScriptedReporter.answer(204), ScriptedReporter.answer(204)]))
        let clock = SetUploadClock()
        let uploader = Self.uploader(server.url, interval: 10, clock: clock)
        uploader.start()
        clock.pass(10)
        #expect(Self.holds { uploader.counts == Self.counts(1, 0, 0) })
        // Three ticks and a half go by meanwhile.
        clock.pass(35)
        #expect(Self.holds { uploader.counts == Self.counts(1, 1, 0) })
        usleep(50_000)
        #expect(uploader.counts == Self.counts(1, 1, 0))
        clock.pass(4.9)
        usleep(50_000)
        #expect(uploader.counts == Self.counts(1, 1, 0))
        clock.pass(0.1)
        #expect(Self.holds { uploader.counts == Self.counts(2, 2, 0) })
        uploader.stop()
    }

    @Test("of those that wait out of turn the newest is uploaded, and never two at a time")
    func keepsNewest() throws {
        let server = try #require(
            ScriptedReporter([[.pause(300)] + ScriptedReporter.answer(204), ScriptedReporter.answer(204)]))
        let clock = SetUploadClock()
        let uploader = Self.uploader(server.url, clock: clock)
        uploader.start()
        uploader.upload()
        #expect(Self.holds { server.received.count == 1 })
        for _ in 0..<5 {
            clock.pass(1)
            uploader.upload()
        }
        uploader.stop()
        #expect(uploader.counts == Self.counts(2, 2, 0))
        let last = try #require(server.received.last?.body)
        #expect(String(decoding: last, as: UTF8.self).contains("\"timestamp\":\"2026-01-01T00:00:05.000Z\""))
    }

    @Test("the end waits no longer than it may: what runs then is aborted and has failed")
    func aborts() throws {
        let server = try #require(ScriptedReporter([[.pause(30_000)]]))
        let clock = SetUploadClock()
        let uploader = Self.uploader(server.url, clock: clock, limitMs: 30_000, closingLimit: .milliseconds(100))
        uploader.start()
        uploader.upload()
        #expect(Self.holds { server.received.count == 1 })
        uploader.upload()
        uploader.stop()
        // At once, long before the upload's own limit; what waited behind it was never begun.
        #expect(uploader.counts == Self.counts(1, 0, 1))
        usleep(50_000)
        #expect(uploader.counts == Self.counts(1, 0, 1))
        #expect(server.received.count == 1)
    }

    @Test("another target is followed from its own interval on, and counts go on")
    func changes() throws {
        let first = try #require(ScriptedReporter([ScriptedReporter.answer(204)]))
        let second = try #require(ScriptedReporter([ScriptedReporter.answer(500)]))
        let clock = SetUploadClock()
        let uploader = Self.uploader(first.url, interval: 10, clock: clock)
        uploader.start()
        clock.pass(10)
        #expect(Self.holds { uploader.counts == Self.counts(1, 1, 0) })
        uploader.follow(UploadTarget(url: second.url, intervalSeconds: 20))
        clock.pass(10)
        usleep(50_000)
        #expect(uploader.counts == Self.counts(1, 1, 0))
        clock.pass(10)
        #expect(Self.holds { uploader.counts == Self.counts(2, 1, 1) })
        uploader.follow(nil)
        uploader.upload()
        clock.pass(100)
        usleep(50_000)
        #expect(uploader.counts == Self.counts(2, 1, 1))
        uploader.stop()
        #expect(first.received.count == 1 && second.received.count == 1)
    }

    @Test("starting and stopping many times leaves no thread and no descriptor behind")
    func leaksNothing() throws {
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        let clock = SetUploadClock()
        let before = descriptors()
        for _ in 0..<200 {
            let uploader = Self.uploader("http://127.0.0.1:1/", clock: clock)
            uploader.start()
            uploader.upload()
            uploader.stop()
            #expect(uploader.counts == Self.counts(1, 0, 1))
        }
        // Other tests open some of their own meanwhile.
        #expect(descriptors() < before + 100)
    }
}
