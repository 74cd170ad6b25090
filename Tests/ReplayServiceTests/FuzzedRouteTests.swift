import Foundation
import HTTPServing
import TestSupport
import Testing

@testable import ReplayService

@Suite("Routes under noise")
struct FuzzedRouteTests {
    private static let targets = [
        "/api/v1/stats?channel=", "/api/v1/events?types=", "/api/v1/events?lastEventId=", "/api/v1/service-state?x=",
        "/api/v1/venue?", "/api/v1/wifi?", "/api/v1/config?", "/api/v1/log-level?", "/api/v1/players?",
        "/api/v1/players/ID?", "/api/v1/players/ID/playVideoChannel?", "/api/v1/players/ID/seekRelative?",
        "/api/v1/players/ID/seekAbsolute?", "/api/v1/players/ID/rewindForDuration?", "/api/v1/players/ID/playLive?",
        "/api/v1/players/ID/stop?", "/api/v1/players/ID/visibility?",
        "/api/v1/players/ID/allowPlaybackWhenViewDisappears?", "/api/v1/players/ID/stream.ts?", "/api/v1/players/",
        "/api/v1/clip.zip?format=ts&channels=Sideline,Wide&last=", "/api/v1/clip.zip?last=2s&format=ts&channels=",
        "/api/v1/sync?channels=Bench&start=", "/api/v1/sync?channels=Wide,Bench&timerange=", "/api/v1/clips?",
    ]
    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"", "\"channel\"", "\"durationMs\"", "\"level\"", "\"isAllowed\"",
        "\"isVisible\"",
        "\"Sideline\"", "\"Bench\"", "-1", "0", "20000", "-20000", "9223372036854775807", "-9223372036854775808",
        "1e308",
        "1e999", "0.5", "true", "false", "null", "\"DEBUG\"", "\"INFO\"", "\u{0}", "\u{feff}", "\\u0000", "\"\\ud800\"",
        " ",
        "\"history\"", "\"seconds\"", "\"license\"", "\"venueName\"", "\"windows\"", "é",
    ]
    private static let bodies = [
        #"{"channel":"Sideline"}"#, #"{"durationMs":-20000}"#, #"{"durationMs":9223372036854775807}"#, "{}", "",
        #"{"level":"DEBUG"}"#, #"{"isAllowed":true}"#, #"{"isVisible":false,"isAppActive":true}"#,
        #"{"history":{"seconds":31}}"#,
    ]
    private static let methods: [HTTPServing.Method] = [.get, .head, .post, .put, .delete]

    private static func body(_ numbers: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: Array((bodies.randomElement(using: &numbers) ?? "").utf8)
        case 1:
            Array(
                (0..<Int.random(in: 0..<24, using: &numbers)).map { _ in
                    pieces.randomElement(using: &numbers) ?? ""
                }.joined().utf8)
        case 2: (0..<Int.random(in: 0..<64, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        default:
            // One byte of something good is another one.
            {
                var good = Array((bodies.randomElement(using: &numbers) ?? "").utf8)
                guard !good.isEmpty else { return good }
                good[Int.random(in: good.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
                return good
            }()
        }
    }

    private static func target(_ id: String, _ numbers: inout SeededGenerator) -> String {
        let target = (targets.randomElement(using: &numbers) ?? "/").replacingOccurrences(
            of: "ID", with: Bool.random(using: &numbers) ? id : "0123")
        let tail = (0..<Int.random(in: 0..<12, using: &numbers)).map { _ in
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: "%" + String(Int.random(in: 1..<256, using: &numbers) + 256, radix: 16).suffix(2)
            case 1: "&types=data"
            case 2: "."
            default: String(UnicodeScalar(UInt8.random(in: 0x21...0x7e, using: &numbers)))
            }
        }
        return target + tail.joined()
    }

    @Test("ten thousand requests of noise end no program, and each gets an answer of the promised shape")
    func noise() throws {
        let service = try ServedSample().service
        let made = try service.get(
            "/api/v1/players", method: .post, headers: [Header("Content-Type", "application/json")])
        let id = try #require(made.object["id"] as? String)
        var numbers = SeededGenerator(seed: 20_260_101)
        var statuses: [Int: Int] = [:]
        for _ in 0..<10_000 {
            let method = Self.methods.randomElement(using: &numbers) ?? .get
            var headers = [Header("Content-Type", "application/json")]
            if Int.random(in: 0..<8, using: &numbers) == 0 { headers = [] }
            let target = Self.target(id, &numbers)
            guard method != .delete || !target.contains(id),
                let response = try? service.get(target, method: method, headers: headers, body: Self.body(&numbers))
            else { continue }
            statuses[response.status, default: 0] += 1
            if case .stream(let stream) = response.body { stream.finish() }
            guard response.status >= 400 else { continue }
            #expect(response.object["status"] as? String == "error", "\(method) \(target) \(response.status)")
            #expect((response.object["error"] as? String ?? "").count > 5)
            #expect(response.status < 500 || response.status == 503, "\(method) \(target) \(response.status)")
            service.events.beat()
        }
        // Noise reaches what it is meant for: things are done, refused for their bodies, their types and their methods.
        for status in [200, 201, 400, 404, 405, 409, 415, 422] { #expect((statuses[status] ?? 0) > 0, "\(status)") }
        #expect(service.players.count <= ServedPlayers.limit)
        service.players.removeAll()
        service.events.stop()
    }
}
