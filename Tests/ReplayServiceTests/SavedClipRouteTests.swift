import Foundation
import HTTPServing
import Storage
import TestSupport
import Testing
import VenueRuntime

@testable import ReplayService

@Suite("Saved clips over HTTP")
struct SavedClipRouteTests {
    private static let json = Header("Content-Type", "application/json")
    private static let path = "/api/v1/channels/Sideline/clips"

    /// The sample, served with a folder for clips.
    private final class Desk {
        let folder: URL
        let store: ClipStore
        let served: ServedSample

        init(_ limits: ClipStoreLimits = ClipStoreLimits(freeSpace: 0), tokens: Set<String> = []) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "svm-clips-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            store = try ClipStore(path: folder.appending(path: "clips").path(), limits: limits)
            var options = ReplayOptions(tokens: tokens)
            options.clips = store
            options.pinsEvidence = false
            served = try ServedSample(options)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func save(
            _ body: String = "", query: String = "", path: String = SavedClipRouteTests.path,
            headers: [Header] = [SavedClipRouteTests.json]
        ) throws -> Response {
            try served.service.get(path + query, method: .post, headers: headers, body: Array(body.utf8))
        }
    }

    @Test("a clip is saved with its report, listed, fetched and deleted")
    func saves() throws {
        let desk = try Desk()
        let answer = try desk.save(#"{"from":-6,"to":-3,"format":"ts","name":"Goal","note":"2:1"}"#)
        #expect(answer.status == 201)
        let location = try #require(answer.header("Location"))
        let clip = answer.object
        #expect(clip["url"] as? String == location && clip["name"] as? String == "Goal")
        #expect(clip["note"] as? String == "2:1" && clip["kind"] as? String == "pinned")
        #expect(clip["savedBy"] as? String == "127.0.0.1:0")
        #expect((clip["channel"] as? [String: Any])?["name"] as? String == "Sideline")

        let list = try desk.served.get("/api/v1/clips")
        #expect((list.object["clips"] as? [[String: Any]])?.first?["id"] as? String == clip["id"] as? String)
        #expect(list.object["next"] is NSNull)
        #expect(try desk.served.get(location).object["id"] as? String == clip["id"] as? String)

        // The same bytes and the same facts as the clip that is cut.
        let cut = try desk.served.get("/api/v1/channels/Sideline/clip.ts?from=-6&to=-3")
        let file = try desk.served.get(location + "/clip.ts")
        #expect(file.status == 200 && file.bytes == cut.bytes && file.header("Content-Type") == "video/mp2t")
        for name in cut.headers.map(\.name) where name.hasPrefix("X-Clip-") {
            #expect(file.header(name) == cut.header(name), "\(name)")
        }
        #expect(file.header("Content-Disposition") == cut.header("Content-Disposition"))
        #expect(file.header("Cache-Control") == "no-cache" && file.header("ETag") != nil)
        let report = try desk.served.get(location + "/report.json").object
        #expect((report["channels"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Sideline"])
        #expect(report["schema"] as? Int == 1)

        #expect(try desk.served.get(location + "/clip.mp4").status == 404)
        #expect(try desk.served.get(location + "/..%2Fclip.json").status == 404)
        #expect(try desk.served.get(location, method: .delete).status == 204)
        #expect(try desk.served.get(location, method: .delete).status == 404)
        #expect(try desk.served.get(location + "/clip.ts").status == 404)
        let metrics = try desk.served.get("/metrics").text
        #expect(metrics.contains("svm_saved_clips{kind=\"pinned\"} 0\n"))
        #expect(metrics.contains("svm_clip_saves_total{outcome=\"saved\"} 1\n"))
        #expect(metrics.contains("svm_saved_clips_removed_total 1\n"))
    }

    @Test("a clip is saved as MP4 unless told otherwise, and as both if asked")
    func savesMovies() throws {
        let desk = try Desk()
        let cut = try desk.served.get("/api/v1/channels/Sideline/clip.mp4?from=-6&to=-3")
        let movie = try #require(try desk.save(query: "?from=-6&to=-3").header("Location"))
        let both = try #require(try desk.save(query: "?from=-6&to=-3&format=both").header("Location"))
        for location in [movie, both] {
            let file = try desk.served.get(location + "/clip.mp4")
            #expect(file.bytes == cut.bytes && file.header("Content-Type") == "video/mp4")
            #expect(file.header("X-Clip-Accuracy") == "frame")
        }
        #expect(try desk.served.get(movie + "/clip.ts").status == 404)
        #expect(try desk.served.get(both + "/clip.ts").header("X-Clip-Accuracy") == "key")
        // What was saved takes no memory any more; the clip that this test holds does.
        #expect(desk.served.service.clipBudget.byteCount == cut.bytes.count)
    }

    @Test("arguments stand in the query as well, and the same clip can be had for ever")
    func takesQueries() throws {
        let desk = try Desk()
        let cut = try desk.served.get("/api/v1/channels/Sideline/clip.ts?from=-6&to=-3&as=received")
        let location = try #require(cut.header("Content-Location"))
        let query = try #require(location.split(separator: "?").last)
        let answer = try desk.save(query: "?\(query)&format=ts&name=A")
        #expect(answer.status == 201)
        let url = try #require(answer.header("Location"))
        #expect(try desk.served.get(url + "/clip.ts").bytes == cut.bytes)
    }

    @Test("the list knows channels, instants, kinds and pages")
    func filters() throws {
        let desk = try Desk()
        for channel in ["Sideline", "Wide", "Wide"] {
            #expect(try desk.save(query: "?last=2s&format=ts", path: "/api/v1/channels/\(channel)/clips").status == 201)
        }
        func count(_ query: String) throws -> Int? {
            (try desk.served.get("/api/v1/clips" + query).object["clips"] as? [Any])?.count
        }
        #expect(try count("") == 3 && count("?channel=Wide") == 2 && count("?channel=nobody") == 0)
        #expect(try count("?kind=pinned") == 3 && count("?kind=automatic") == 0)
        // The sample was captured in the first ten seconds of 2026.
        #expect(try count("?from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z") == 3)
        #expect(try count("?from=2026-01-01T00:01:00Z") == 0 && count("?to=1767225600") == 0)
        let page = try desk.served.get("/api/v1/clips?limit=2").object
        let next = try #require(page["next"] as? String)
        #expect(try count("?limit=2&before=\(next)") == 1)
        for query in ["?limit=0", "?limit=x", "?before=x", "?kind=all", "?from=yesterday", "?to=-1"] {
            #expect(try desk.served.get("/api/v1/clips" + query).status == 400, "\(query)")
        }
    }

    @Test(
        "what cannot be saved is refused with one sentence",
        arguments: [
            ("", "", 400), (#"{"last":"banana"}"#, "", 400), (#"{"last":"5s"}"#, "?last=5s", 400),
            (#"{"last":{}}"#, "", 422), ("[1]", "", 400), ("{", "", 400), (#"{"last":"5s","format":"avi"}"#, "", 400),
            (#"{"last":"5s","format":"mp4","accuracy":"packet"}"#, "", 400),
            (#"{"start":0,"duration":5,"clamp":0,"format":"ts"}"#, "", 416),
            (#"{"start":4102444800,"duration":5,"format":"ts"}"#, "", 425),
            (#"{"last":"5s","format":"ts","name":"\#(String(repeating: "x", count: 257))"}"#, "", 422),
            (#"{"last":"5s","format":"ts","note":"\#(String(repeating: "x", count: 4097))"}"#, "", 422),
            (#"{"last":"5s","format":"ts","messages":"Wide"}"#, "", 404),
            (#"{"last":"5s","format":"ts","messages":"nobody"}"#, "", 404),
            (#"{"last":"5s","format":"ts","messages":"\#(String(repeating: "a,", count: 17))"}"#, "", 400),
            (#"{"last":1e300,"format":"ts"}"#, "", 400), (#"{"last":-5,"format":"ts"}"#, "", 400),
            (#"{"last":"5s","pad":"\#(String(repeating: "x", count: 17_000))"}"#, "", 413),
        ] as [(String, String, Int)])
    func refuses(_ body: String, _ query: String, _ status: Int) throws {
        let desk = try Desk()
        let answer = try desk.save(body, query: query)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.object["status"] as? String == "error" && (answer.object["error"] as? String ?? "").count > 10)
        #expect(desk.store.page(limit: 9).clips.isEmpty)
    }

    @Test("a clip of the future is waited for")
    func waits() throws {
        let desk = try Desk()
        #expect(try desk.save(#"{"start":4102444800,"duration":5,"wait":1}"#).status == 102)
    }

    @Test("Pain 11: beyond the quota or the free space a save is answered 507, and clips are cut as before")
    func isFull() throws {
        for limits in [ClipStoreLimits(quota: 100_000, freeSpace: 0), ClipStoreLimits(freeSpace: .max)] {
            let desk = try Desk(limits)
            let answer = try desk.save(query: "?last=6s&format=ts")
            #expect(answer.status == 507 && (answer.object["error"] as? String ?? "").count > 20)
            #expect(try desk.served.get("/api/v1/channels/Sideline/clip.ts?last=6s").status == 200)
            #expect(try desk.served.get("/metrics").text.contains("svm_clip_saves_total{outcome=\"noRoom\"} 1\n"))
        }
    }

    @Test("pages of other sites can neither save nor delete")
    func guards() throws {
        let desk = try Desk()
        let foreign = [Header("Host", "127.0.0.1:8080"), Header("Origin", "https://example.com")]
        #expect(try desk.save(query: "?last=2s&format=ts", headers: foreign + [Self.json]).status == 403)
        #expect(try desk.save(query: "?last=2s&format=ts", headers: []).status == 415)
        let url = try #require(try desk.save(query: "?last=2s&format=ts").header("Location"))
        #expect(try desk.served.get(url, method: .delete, headers: foreign).status == 403)
        #expect(try desk.served.get(url).status == 200)
    }

    @Test("without a folder every route says so")
    func needsFolder() throws {
        let served = try ServedSample()
        #expect(try served.service.get(Self.path, method: .post, headers: [Self.json]).status == 409)
        for target in ["", "/20260101T000010Z-1a2b3c4d", "/20260101T000010Z-1a2b3c4d/clip.ts"] {
            let answer = try served.get("/api/v1/clips" + target)
            #expect(answer.status == 409 && (answer.object["error"] as? String ?? "").contains("--data-dir"))
        }
    }

    @Test("ids that are none are not there, whatever they hold")
    func refusesIDs() throws {
        let desk = try Desk()
        for id in ["..", "%2e%2e", "..%2f..%2fetc", "20260101T000010Z-1a2b3c4d", "x", "%E2%98%83"] {
            for file in ["", "/clip.ts", "/clip.json", "/..%2f..%2fpasswd"] {
                #expect(try desk.served.get("/api/v1/clips/\(id)\(file)").status == 404, "\(id)\(file)")
            }
            #expect(try desk.served.get("/api/v1/clips/\(id)", method: .delete).status == 404)
        }
    }
}
