import Foundation
import HTTPServing
import Testing

@testable import ReplayService

@Suite("Routes of a served capture")
struct RouteTests {
    let served: ServedSample

    init() throws { served = try ServedSample() }

    @Test("lists every channel with what is kept of it")
    func listsChannels() throws {
        let response = try served.get("/api/v1/channels")
        let channels = try #require(response.object["channels"] as? [[String: Any]])
        // The sample's own description: Sideline, Goal line and Wide by RTP, Bench straight by UDP.
        #expect(channels.map { $0["name"] as? String } == ["Sideline", "Goal line", "Bench", "Wide"])
        #expect(channels.map { $0["carriage"] as? String } == ["rtp-mp2t", "rtp-mp2t", "udp-mp2t", "rtp-mp2t"])
        for channel in channels {
            #expect((channel["historySeconds"] as? Double ?? 0) > 5)
            #expect(channel["kind"] as? String == "video")
        }
        #expect(response.header("Cache-Control") == "no-store")
    }

    @Test("answers by id and by name, and says what it does not know")
    func findsChannels() throws {
        let channels = try #require(try served.get("/api/v1/channels").object["channels"] as? [[String: Any]])
        let id = try #require(channels[0]["id"] as? String)
        let name = try #require(channels[0]["name"] as? String)
        #expect(try served.get("/api/v1/channels/\(id)").object["name"] as? String == name)
        #expect(try served.get("/api/v1/channels/\(name)").object["id"] as? String == id)
        let unknown = try served.get("/api/v1/channels/nobody")
        #expect(unknown.status == 404)
        #expect(unknown.object["status"] as? String == "error")
    }

    @Test("a clip says what it is in its headers, and its bytes are whole transport packets")
    func cutsClips() throws {
        let clip = try served.get("/api/v1/channels/Sideline/clip.ts?from=-6&to=-3")
        #expect(clip.status == 200)
        #expect(clip.header("Content-Type") == "video/mp2t")
        #expect(clip.header("X-Clip-Accuracy") == "key")
        #expect(clip.header("Cache-Control") == "no-store")
        #expect(clip.bytes.count % 188 == 0)
        #expect(stride(from: 0, to: clip.bytes.count, by: 188).allSatisfy { clip.bytes[$0] == 0x47 })
        // The first two packets are tables: PID 0, then the map's.
        #expect(clip.bytes[1] & 0x1f == 0 && clip.bytes[2] == 0)
        let location = try #require(clip.header("Content-Location"))
        let again = try served.get(location)
        #expect(again.bytes == clip.bytes)
        #expect(again.header("ETag") == clip.header("ETag"))
        #expect(again.header("Cache-Control")?.contains("immutable") == true)
    }

    @Test(
        "refuses what cannot be cut, with one sentence",
        arguments: [
            ("/api/v1/channels/Sideline/clip.ts", 400), ("/api/v1/channels/Sideline/clip.ts?last=banana", 400),
            ("/api/v1/channels/Sideline/clip.ts?start=0&duration=5&clamp=0", 416),
            ("/api/v1/channels/Sideline/clip.ts?start=4102444800&duration=5", 425),
            ("/api/v1/channels/nobody/clip.ts?last=5s", 404),
        ] as [(String, Int)])
    func refuses(_ target: String, _ status: Int) throws {
        let response = try served.get(target)
        #expect(response.status == status)
        #expect((response.object["error"] as? String ?? "").count > 10)
    }

    @Test("waits for a window that lies in the future")
    func waits() throws {
        #expect(try served.get("/api/v1/channels/Sideline/clip.ts?start=4102444800&duration=5&wait=1").status == 102)
    }

    @Test("the playlist of a capture that has ended ends, and all its segments are there")
    func servesLists() throws {
        let list = try served.get("/hls/Sideline/live.m3u8")
        #expect(list.status == 200)
        #expect(list.header("Content-Type") == "application/vnd.apple.mpegurl")
        let lines = list.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "#EXTM3U")
        #expect(lines.last == "#EXT-X-ENDLIST")
        let addresses = lines.filter { !$0.hasPrefix("#") }
        #expect(addresses.count >= 3)
        for address in addresses {
            let segment = try served.get(address.hasPrefix("/") ? address : "/hls/Sideline/" + address)
            #expect(segment.status == 200)
            #expect(segment.bytes.count % 188 == 0 && !segment.bytes.isEmpty)
            #expect(segment.header("Cache-Control")?.contains("immutable") == true)
            let again = try served.get(address.hasPrefix("/") ? address : "/hls/Sideline/" + address)
            #expect(again.bytes == segment.bytes)
        }
        #expect(try served.get("/hls/Sideline/0/1.ts").status == 404)
        #expect(try served.get("/hls/Sideline/0/banana.ts").status == 404)
    }

    @Test("the report is the analyzer's, but for what only a file has")
    func reports() throws {
        let report = try served.get("/api/v1/report")
        #expect(report.object["schema"] as? Int == 1)
        #expect((report.object["channels"] as? [Any])?.count == 4)
        #expect(report.object["verdict"] as? String == "fail")
    }

    @Test("metrics follow Prometheus' text format")
    func showsMetrics() throws {
        let text = try served.get("/metrics").text
        let sample = #/[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+/#
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(String(line).wholeMatch(of: sample) != nil, "\(line)")
        }
        #expect(text.contains("svm_channel_recovered_total{"))
        for name in [
            "svm_service_up", "svm_service_down{reason=\"noChannels\"}", "svm_venue_connected", "svm_players",
            "svm_event_listeners", "svm_events_total", "svm_stats_uploads_total{result=\"failed\"}",
        ] {
            #expect(text.contains("\n\(name) "), "\(name)")
        }
    }

    @Test("the description names every route, and each is answered")
    func describes() throws {
        let paths = try #require(try served.get("/openapi.json").object["paths"] as? [String: Any])
        #expect(Set(paths.keys) == Set(Route.all.map(\.path)))
        let words = [
            "{ch}": "Sideline", "{epoch}": "0", "{segment}": "1.ts", "{page}": "index.html", "{sheet}": "0.jpg",
            "{utc}": "-1",
        ]
        for (path, operations) in paths where (operations as? [String: Any])?["get"] != nil {
            var target = path
            for (name, word) in words { target = target.replacingOccurrences(of: name, with: word) }
            let methods = (paths[path] as? [String: Any] ?? [:]).keys.map { $0.uppercased() }
            #expect(Set(methods) == Set(Route.all.first { $0.path == path }?.methods.map(\.rawValue) ?? []))
            guard methods.contains("GET") else { continue }
            let response = try served.get(target)
            #expect(![405, 500, 501].contains(response.status), "\(path) answered \(response.status)")
        }
    }

    @Test("the desk is there, and what is not there is said to be missing")
    func servesPages() throws {
        #expect(try served.get("/").header("Content-Type") == "text/html; charset=utf-8")
        #expect(try served.get("/nothing.js").status == 404)
        #expect(try served.get("/api/v2/channels").status == 404)
        #expect(try served.get("/healthz").object["status"] as? String == "ok")
        #expect(try served.get("/api/v1/version").object["version"] as? String != nil)
    }

    @Test("only methods of the route are possible")
    func checksMethods() throws {
        let response = try served.get("/api/v1/channels", method: .delete)
        #expect(response.status == 405)
        #expect(response.header("Allow")?.contains("GET") == true)
    }
}

@Suite("Access by token")
struct TokenTests {
    @Test("nobody without a token gets anything but the sign of life")
    func refuses() throws {
        let served = try ServedSample(tokens: ["s3cret"])
        #expect(try served.get("/api/v1/channels").status == 401)
        #expect(try served.get("/").status == 401)
        #expect(try served.get("/api/v1/channels?token=s3cre").status == 401)
        #expect(try served.get("/healthz").status == 200)
        #expect(try served.get("/api/v1/channels?token=s3cret").status == 200)
        #expect(try served.get("/api/v1/channels", headers: [Header("Authorization", "Bearer s3cret")]).status == 200)
        #expect(try served.get("/api/v1/channels", headers: [Header("Cookie", "a=b; svm_token=s3cret")]).status == 200)
        let desk = try served.get("/?token=s3cret")
        #expect(desk.status == 200)
        #expect(desk.header("Set-Cookie")?.hasPrefix("svm_token=s3cret; ") == true)
    }
}
