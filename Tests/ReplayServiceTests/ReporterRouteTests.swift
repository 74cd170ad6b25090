import Foundation
import HTTPServing
import PacketIO
import Storage
import Testing
import VenueRuntime

@testable import ReplayService

@Suite("The Reporter end")
struct ReporterRouteTests {
    private static let first = "11111111-2222-4333-8444-555555555555"
    private static let second = "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"
    private static let json = Header("Content-Type", "application/json")

    /// A server with a store in a folder of its own.
    private final class Desk {
        let folder: URL
        let store: ReporterStore
        let service: ReplayService

        init(tokens: Set<String> = [], limits: ReporterLimits = ReporterLimits()) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "svm-desk-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            store = try ReporterStore(path: folder.appending(path: "reporter.sqlite").path(), limits: limits)
            let path = ServedSample.project.appending(path: "Samples/lossy-venue.pcapng").path()
            var options = ReplayOptions(tokens: tokens)
            options.reporter = store
            service = ReplayService(
                venue: try LiveVenue(options: LiveOptions(source: .capture(path: path, pace: .fast))),
                options: options)
        }

        deinit {
            store.stop()
            try? FileManager.default.removeItem(at: folder)
        }

        func post(_ body: [UInt8], headers: [Header] = [ReporterRouteTests.json]) throws -> Response {
            try service.get("/api/v1/reporter", method: .post, headers: headers, body: body)
        }
    }

    /// The body of an upload, as interfaces promise it.
    private static func body(
        _ device: String, indicator: Int = 7, second: Int = 0, bssid: String? = "00:1b:2c:3d:4e:5f"
    ) throws -> [UInt8] {
        var stats: [String: Any] = [:]
        for key in SessionRouteTests.keys { stats[key] = key.hasPrefix("announcement_session") ? "x" : second }
        stats["session_link_indicator"] = indicator
        let body: [String: Any] = [
            "deviceUUID": device, "version": "1.\(second)",
            "timestamp": "2026-01-01T00:00:\(second < 10 ? "0" : "")\(second).000Z", "stats": stats,
            "wifiInfo": bssid.map { ["bssid": $0, "apName": "Gate 7", "ssid": "Stadium", "signalDbm": -60] } ?? [:],
        ]
        return [UInt8](try JSONSerialization.data(withJSONObject: body))
    }

    @Test("an upload is answered 204, and is in the history of its device and its access point")
    func keeps() throws {
        let desk = try Desk()
        for (number, indicator) in [2, 8].enumerated() {
            let answer = try desk.post(try Self.body(Self.first, indicator: indicator, second: number))
            #expect(answer.status == 204 && answer.bytes.isEmpty)
        }
        #expect(try desk.post(try Self.body(Self.second, indicator: 5, bssid: nil)).status == 204)

        let list = try desk.service.get("/api/v1/reporter/devices")
        #expect(list.header("Cache-Control") == "no-store")
        let devices = try #require(list.object["devices"] as? [[String: Any]])
        // A UUID's letters are lower case when it is written (RFC 9562, section 4).
        #expect(devices.map { $0["deviceUUID"] as? String } == [Self.second.lowercased(), Self.first])
        #expect(devices.map { $0["session_link_indicator"] as? Int } == [5, 8])
        #expect(devices.map { $0["uploads"] as? Int } == [1, 2])
        #expect(devices[0]["apName"] is NSNull && devices[1]["apName"] as? String == "Gate 7")

        let history = try desk.service.get("/api/v1/reporter/devices/\(Self.first)").object
        let uploads = try #require(history["history"] as? [[String: Any]])
        #expect(uploads.map { $0["version"] as? String } == ["1.1", "1.0"])
        #expect(uploads.map { $0["timestamp"] as? String } == ["2026-01-01T00:00:01.000Z", "2026-01-01T00:00:00.000Z"])
        let stats = try #require(uploads[0]["stats"] as? [String: Any])
        #expect(Set(stats.keys) == SessionRouteTests.keys)
        #expect((uploads[0]["wifiInfo"] as? [String: Any])?["signalDbm"] as? Int == -60)
        #expect(history["uploads"] as? Int == 2 && history["next"] is NSNull)

        let point = try desk.service.get("/api/v1/reporter/aps/00-1B-2C-3D-4E-5F").object
        #expect(point["bssid"] as? String == "00:1b:2c:3d:4e:5f")
        #expect(point["apName"] as? String == "Gate 7" && point["ssid"] as? String == "Stadium")
        #expect(point["deviceCount"] as? Int == 1 && point["uploads"] as? Int == 2)
        let summary = try #require(point["summary"] as? [String: Any])
        let indicator = try #require(summary["session_link_indicator"] as? [String: Any])
        #expect(indicator["min"] as? Int == 2 && indicator["max"] as? Int == 8 && indicator["mean"] as? Double == 5)
        #expect((point["devices"] as? [[String: Any]])?.first?["deviceUUID"] as? String == Self.first)
        #expect(
            (point["history"] as? [[String: Any]])?.map { $0["deviceUUID"] as? String } == [Self.first, Self.first])
    }

    @Test("histories come in pages")
    func pages() throws {
        let desk = try Desk()
        for number in 0..<5 { #expect(try desk.post(try Self.body(Self.first, second: number)).status == 204) }
        var versions: [String] = []
        var query = "?limit=2"
        for _ in 0..<3 {
            let page = try desk.service.get("/api/v1/reporter/devices/\(Self.first)\(query)").object
            versions += (page["history"] as? [[String: Any]] ?? []).compactMap { $0["version"] as? String }
            guard let next = page["next"] as? Int else { break }
            query = "?limit=2&before=\(next)"
        }
        #expect(versions == ["1.4", "1.3", "1.2", "1.1", "1.0"])
    }

    @Test("a device is forgotten by DELETE")
    func forgets() throws {
        let desk = try Desk()
        let address = "/api/v1/reporter/devices/\(Self.first)"
        #expect(try desk.post(try Self.body(Self.first)).status == 204)
        #expect(try desk.service.get(address, method: .delete).status == 204)
        #expect(try desk.service.get(address).status == 404)
        #expect(try desk.service.get(address, method: .delete).status == 404)
        #expect(try desk.service.get("/api/v1/reporter/aps/00:1b:2c:3d:4e:5f").status == 404)
    }

    @Test("pages of other sites can neither upload nor forget anything")
    func guards() throws {
        let desk = try Desk()
        let foreign = [Header("Host", "127.0.0.1:8080"), Header("Origin", "https://example.com")]
        #expect(try desk.post(try Self.body(Self.first)).status == 204)
        #expect(try desk.post(try Self.body(Self.second), headers: foreign + [Self.json]).status == 403)
        let address = "/api/v1/reporter/devices/\(Self.first)"
        #expect(try desk.service.get(address, method: .delete, headers: foreign).status == 403)
        #expect(
            try desk.service.get(address, method: .delete, headers: [Header("Sec-Fetch-Site", "cross-site")]).status
                == 403)
        #expect(try desk.service.get(address).status == 200)
        #expect(
            try desk.post(try Self.body(Self.second), headers: [Header("Content-Type", "text/plain")]).status == 415)
        #expect(try desk.service.get("/api/v1/reporter/devices").object["devices"] as? [Any] != nil)
    }

    @Test("junk is refused with one sentence, and counted")
    func refuses() throws {
        let desk = try Desk()
        let good = String(decoding: try Self.body(Self.first), as: UTF8.self)
        let cases: [(String, [Header], Int)] = [
            ("", [Self.json], 400), ("{", [Self.json], 400), ("[]", [Self.json], 400),
            (#"{"deviceUUID":NaN}"#, [Self.json], 400), ("{}", [Self.json], 422),
            (good.replacingOccurrences(of: Self.first, with: "me"), [Self.json], 422),
            (
                good.replacingOccurrences(of: #""session_link_indicator":7"#, with: #""session_link_indicator":70"#),
                [Self.json], 422
            ),
            (good + String(repeating: " ", count: 70_000), [Self.json], 413),
            (good, [Self.json, Header("Content-Encoding", "gzip")], 415), (good, [], 415),
        ]
        for (body, headers, status) in cases {
            let answer = try desk.post(Array(body.utf8), headers: headers)
            #expect(answer.status == status, "\(body.prefix(80))")
            #expect(answer.object["status"] as? String == "error")
            #expect((answer.object["error"] as? String ?? "").count > 10)
        }
        #expect((try desk.service.get("/api/v1/reporter/devices").object["devices"] as? [Any])?.isEmpty == true)
        let metrics = try desk.service.get("/metrics").text
        // All but the one without a type, which no upload is.
        #expect(metrics.contains("svm_reporter_uploads_total{outcome=\"malformed\"} 9\n"))
        #expect(metrics.contains("svm_reporter_uploads_total{outcome=\"stored\"} 0\n"))
    }

    @Test(
        "what is asked wrongly is said to be so",
        arguments: [
            ("/api/v1/reporter/devices?limit=0", 400), ("/api/v1/reporter/devices?limit=1001", 400),
            ("/api/v1/reporter/devices?limit=x", 400), ("/api/v1/reporter/devices?before=-1", 400),
            ("/api/v1/reporter/devices/nobody", 400), ("/api/v1/reporter/devices/\(first)", 404),
            ("/api/v1/reporter/aps/nowhere", 400), ("/api/v1/reporter/aps/00:00:00:00:00:00", 404),
            ("/api/v1/reporter", 405), ("/api/v1/reporter/devices?limit=1000&before=0", 200),
        ] as [(String, Int)])
    func refusesQuestions(_ target: String, _ status: Int) throws {
        let desk = try Desk()
        let answer = try desk.service.get(target)
        withExtendedLifetime(desk) {}
        #expect(answer.status == status)
        if status != 200 { #expect((answer.object["error"] as? String ?? "").count > 10) }
    }

    @Test("a device that floods is told when to come again, and others are not kept out")
    func limits() throws {
        let desk = try Desk()
        let body = try Self.body(Self.first)
        var statuses: [Int] = []
        var last: Response?
        for _ in 0..<30 {
            let answer = try desk.post(body)
            statuses.append(answer.status)
            if answer.status == 429 { last = answer }
        }
        // Twenty at once, and two a second more.
        #expect(statuses.prefix(20).allSatisfy { $0 == 204 })
        #expect(statuses.count { $0 == 429 } >= 5)
        #expect(last?.header("Retry-After") == "1")
        #expect(try desk.post(try Self.body(Self.second)).status == 204)
    }

    @Test("only who bears a token may upload where tokens are needed")
    func needsTokens() throws {
        let desk = try Desk(tokens: ["s3cret"])
        let body = try Self.body(Self.first)
        #expect(try desk.post(body).status == 401)
        #expect(try desk.post(body, headers: [Self.json, Header("Authorization", "Bearer s3cret")]).status == 204)
        let answer = try desk.service.get(
            "/api/v1/reporter?token=s3cret", method: .post, headers: [Self.json], body: body)
        #expect(answer.status == 204)
    }

    @Test("a store that is stopped is said to be unavailable, and a server without one has none")
    func misses() throws {
        let desk = try Desk()
        desk.store.stop()
        let answer = try desk.post(try Self.body(Self.first))
        #expect(answer.status == 503 && answer.header("Retry-After") == "1")
        #expect(try desk.service.get("/api/v1/reporter/devices").status == 503)
        let served = try ServedSample()
        #expect(try served.get("/api/v1/reporter/devices").status == 404)
    }

    @Test("the description tells what is sent")
    func describes() throws {
        let paths = try #require(try Desk().service.get("/openapi.json").object["paths"] as? [String: Any])
        let post = try #require((paths["/api/v1/reporter"] as? [String: Any])?["post"] as? [String: Any])
        let body = try #require(post["requestBody"] as? [String: Any])
        let content = try #require((body["content"] as? [String: Any])?["application/json"] as? [String: Any])
        let schema = try #require(content["schema"] as? [String: Any])
        #expect(
            Set(schema["required"] as? [String] ?? []) == ["deviceUUID", "version", "timestamp", "stats", "wifiInfo"])
        let device = try #require(paths["/api/v1/reporter/devices/{uuid}"] as? [String: Any])
        #expect(Set(device.keys) == ["get", "delete"])
    }
}

@Suite("The gate before uploads")
struct UploadGateTests {
    @Test("lets a device pass as often as it may, and all of them as often as they may together")
    func limits() {
        let time = Guarded<Int64>(0)
        let gate = UploadGate { time.withLock { $0 } }
        // Twenty at once and two a second: UploadLimits.
        #expect((0..<20).allSatisfy { _ in gate.admit(device: "a") == nil })
        #expect(gate.admit(device: "a") == 1)
        #expect(gate.admit(device: "b") == nil)
        time.withLock { $0 += 500_000_000 }
        #expect(gate.admit(device: "a") == nil)
        #expect(gate.admit(device: "a") == 1)
        time.withLock { $0 += 60_000_000_000 }
        #expect((0..<20).allSatisfy { _ in gate.admit(device: "a") == nil })
        #expect(gate.admit(device: "a") == 1)
        // Two thousand at once and a thousand a second.
        #expect((0..<2_000).allSatisfy { _ in gate.admit() == nil })
        #expect(gate.admit() == 1)
        time.withLock { $0 += 1_000_000_000 }
        #expect((0..<1_000).allSatisfy { _ in gate.admit() == nil })
        #expect(gate.admit() == 1)
    }

    @Test("forgets devices that were quiet, and is bounded when too many come")
    func forgets() {
        let time = Guarded<Int64>(0)
        let gate = UploadGate { time.withLock { $0 } }
        for number in 0..<25_000 { #expect(gate.admit(device: "\(number)") == nil) }
        for _ in 0..<19 { #expect(gate.admit(device: "7") == nil) }
        #expect(gate.admit(device: "7") == 1)
        // A clock that goes back changes nothing.
        time.withLock { $0 -= 5_000_000_000 }
        #expect(gate.admit(device: "7") == 1)
        time.withLock { $0 += 65_000_000_000 }
        #expect((0..<20).allSatisfy { _ in gate.admit(device: "new") == nil })
        #expect(gate.admit(device: "new") == 1)
    }
}
