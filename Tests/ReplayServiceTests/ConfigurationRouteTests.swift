import Foundation
import HTTPServing
import PacketIO
import Session
import Testing
import VenueRuntime
import VenueSettings

@testable import ReplayService

@Suite("Routes of the configuration")
struct ConfigurationRouteTests {
    private let logged = Guarded<[String]>([])
    private let service: ReplayService

    init() throws { service = try Self.service(logged) }

    private static func service(
        _ logged: Guarded<[String]>, isCapture: Bool = false,
        _ configuration: VenueConfiguration = VenueConfiguration()
    ) throws -> ReplayService {
        let venue = try ServedSample().venue
        let session = VenueSession(
            SessionOptions(
                venue: .given(venue), configuration: configuration, needsLicense: false, pausesWithLink: false))
        var options = ReplayOptions(log: ServiceLog { sentence in logged.withLock { $0.append(sentence) } })
        options.isCapture = isCapture
        options.merging = { configuration in
            var merged = configuration
            merged.join.append("rtp://239.9.9.9:5000")
            return configuration.join.contains("rtp://239.9.9.9:5000") ? configuration : merged
        }
        return ReplayService(venue: venue, session: session, options: options)
    }

    private func put(_ body: String, _ headers: [Header] = [], at path: String = "/api/v1/config") throws -> Response {
        try service.get(
            path, method: .put, headers: [Header("Content-Type", "application/json")] + headers,
            body: Array(body.utf8))
    }

    @Test("a whole configuration goes out and comes back as it was")
    func roundTrip() throws {
        let shown = try service.get("/api/v1/config")
        #expect(shown.status == 200 && shown.header("ETag") != nil)
        #expect((shown.object["history"] as? [String: Any])?["seconds"] as? Int == 30)
        _ = try put(shown.text)
        let again = try put(try service.get("/api/v1/config").text)
        #expect(again.object["changed"] as? [String] == [] && again.object["status"] as? String == "ok")
    }

    @Test("what can change changes at once, and the venue follows")
    func changes() throws {
        let answer = try put(
            """
            {"license":{"venueName":"a","contentOwner":"b","appDeveloper":"c"},"history":{"seconds":77},
            "streamers":{"allowed":["10.0.0.1"]},"reporter":{"url":"http://127.0.0.1:1/","intervalSeconds":5},"histori":1}
            """)
        #expect(answer.status == 200)
        #expect(
            answer.object["changed"] as? [String] == [
                "histori", "history.seconds", "join", "license", "reporter.intervalSeconds", "reporter.url",
                "streamers.allowed",
            ])
        #expect(answer.object["overridden"] as? [String] == ["join"])
        #expect((answer.object["warnings"] as? [String])?.first?.contains("\"histori\"") == true)
        #expect(service.session.configuration.historySeconds == 77)
        #expect(service.session.configuration.license?.venueName == "a")
        #expect(try service.get("/api/v1/config").header("ETag") == answer.header("ETag"))
        #expect(logged.withLock { $0.contains { $0.contains("history.seconds") } })
    }

    @Test("what is read at the start says so and stays")
    func fixed() throws {
        let answer = try put(
            #"{"wifi":{"interface":"eth9"},"windows":{"slotMs":700},"server":{"threads":3},"history":{"seconds":40}}"#)
        #expect(answer.object["needRestart"] as? [String] == ["server.threads", "wifi.interface", "windows.slotMs"])
        let now = service.session.configuration
        #expect(now.wifi.interface == nil && now.windows.slotMs == 500 && now.historySeconds == 40)
    }

    @Test("a capture that is run again is joined no other way")
    func capture() throws {
        let service = try Self.service(logged, isCapture: true)
        let answer = try service.get(
            "/api/v1/config", method: .put, headers: [Header("Content-Type", "application/json")],
            body: Array(
                #"{"history":{"seconds":40},"license":{"venueName":"a","contentOwner":"b","appDeveloper":"c"}}"#.utf8))
        #expect(answer.object["needRestart"] as? [String] == ["history.seconds"])
        #expect((answer.object["changed"] as? [String])?.contains("license") == true)
    }

    @Test("of two who change the same one, the second is told to look again")
    func lostUpdate() throws {
        let tag = try #require(try service.get("/api/v1/config").header("ETag"))
        #expect(try put(#"{"history":{"seconds":50}}"#, [Header("If-Match", tag)]).status == 200)
        let second = try put(#"{"history":{"seconds":60}}"#, [Header("If-Match", tag)])
        #expect(second.status == 412 && second.object["status"] as? String == "error")
        #expect(service.session.configuration.historySeconds == 50)
        #expect(try put(#"{"history":{"seconds":60}}"#, [Header("If-Match", "*")]).status == 200)
        #expect(try put(#"{"history":{"seconds":61}}"#, [Header("If-Match", "W/\(tag)")]).status == 412)
        #expect(try put(#"{"history":{"seconds":61}}"#, [Header("If-Match", "garbage")]).status == 412)
    }

    @Test(
        "what cannot be used is refused with its key",
        arguments: [
            (#"{"history":{"seconds":"long"}}"#, 422, "history.seconds"),
            (#"{"history":{"seconds":0}}"#, 422, "history.seconds"),
            (#"{"license":{"venueName":"a"}}"#, 422, "license.contentOwner"), ("{", 400, "line 1"),
            ("[]", 400, "JSON object"),
            ("", 400, "JSON"),
        ])
    func refuses(_ body: String, _ status: Int, _ word: String) throws {
        let answer = try put(body)
        #expect(answer.status == status)
        #expect((answer.object["error"] as? String)?.contains(word) == true, "\(answer.text)")
        #expect(service.session.configuration == VenueConfiguration())
    }

    @Test("bodies that nest deep or are long are refused at once")
    func bounds() throws {
        let deep = String(repeating: #"{"a":"#, count: 500) + "1" + String(repeating: "}", count: 500)
        #expect(try put(deep).status == 400)
        #expect(try put("{\"a\":\"" + String(repeating: "x", count: 262_144) + "\"}").status == 413)
    }

    @Test("secrets are never shown, and stay when they are sent as shown")
    func secrets() throws {
        _ = try put(
            #"{"reporter":{"url":"https://user:pass@reporter.example/up?key=q7ery"},"join":["rtp://239.9.9.9:5000?name=A"],"notes":{"apiToken":"s3cret","list":[{"password":"p4ss"}]}}"#
        )
        let shown = try service.get("/api/v1/config").text
        for word in ["user", "pass@", "s3cret", "p4ss", "q7ery"] { #expect(!shown.contains(word), "\(word)") }
        #expect(shown.contains("https://***@reporter.example/up?***"))
        #expect(shown.contains("rtp://239.9.9.9:5000?name=A"))
        let answer = try put(shown)
        #expect(answer.object["changed"] as? [String] == [])
        #expect(service.session.configuration.reporter.url == "https://user:pass@reporter.example/up?key=q7ery")
        #expect(String(decoding: service.session.configuration.json, as: UTF8.self).contains("s3cret"))
        _ = try put(
            shown.replacingOccurrences(of: "***@reporter.example/up?***", with: "other:word@reporter.example/up"))
        #expect(service.session.configuration.reporter.url == "https://other:word@reporter.example/up")
    }

    @Test("a file that is read again goes the same way")
    func reread() throws {
        var configuration = VenueConfiguration()
        configuration.historySeconds = 99
        configuration.windows.slotMs = 600
        let sentences = try service.follow(configuration)
        #expect(service.session.configuration.historySeconds == 99)
        #expect(sentences.contains { $0.contains("windows.slotMs") })
    }

    @Test("the log level is INFO until it is set, and DEBUG logs more")
    func logLevel() throws {
        let path = "/api/v1/log-level"
        #expect(
            try service.get(path).text == "{\"level\":\"INFO\"}\n"
                || service.get(path).object["level"] as? String == "INFO")
        service.options.log.debug { "not logged" }
        #expect(try put(#"{"level":"DEBUG"}"#, at: path).object["level"] as? String == "DEBUG")
        service.options.log.debug { "logged" }
        #expect(logged.withLock { $0 } == ["logged"])
        for body in [#"{"level":"debug"}"#, #"{"level":7}"#, "{}"] { #expect(try put(body, at: path).status == 422) }
        #expect(try put("x", at: path).status == 400)
        #expect(try service.get(path).object["level"] as? String == "DEBUG")
    }
}
