import Foundation
import HTTPServing
import TestSupport
import Testing

@testable import ReplayService

@Suite("Several cameras over HTTP")
struct CameraRouteTests {
    /// What Python finds in an archive: names and lengths; it checks the sums.
    private static let listing = """
        import sys, zipfile, io, json
        z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
        assert z.testzip() is None
        print(json.dumps({"files": [[i.filename, i.file_size] for i in z.infolist()],
            "plan": json.loads(z.read("plan.json"))}))
        """

    private let served: ServedSample

    init() throws { served = try ServedSample() }

    private func read(_ archive: Response) throws -> (files: [[Any]], plan: [String: Any]) {
        let outcome = try PeerPython.run(["-c", Self.listing], input: Data(archive.bytes))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let said = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        return (said["files"] as? [[Any]] ?? [], said["plan"] as? [String: Any] ?? [:])
    }

    @Test("an archive holds a clip of each channel and the plan of them all")
    func archives() throws {
        guard PeerPython.has("zipfile") else { return print("skipped: there is no Python") }
        let archive = try served.get("/api/v1/clip.zip?channels=Sideline,Goal%20line,Wide&from=-6&to=-3&format=ts")
        #expect(archive.status == 200 && archive.header("Content-Type") == "application/zip")
        #expect(archive.header("Cache-Control") == "no-store")
        let (files, plan) = try read(archive)
        let channels = try #require(plan["channels"] as? [[String: Any]])
        #expect(channels.map { $0["name"] as? String } == ["Sideline", "Goal line", "Wide"])
        #expect(files.map { $0[0] as? String } == ["plan.json"] + channels.map { $0["file"] as? String })
        #expect(files.dropFirst().map { $0[1] as? Int } == channels.map { $0["bytes"] as? Int })
        for channel in channels {
            // The sample has 25 pictures a second.
            let skew = try #require(channel["skewMs"] as? Double)
            #expect(skew >= 0 && skew < 40)
            #expect(channel["lostPackets"] as? Int != nil && channel["windows"] as? [String: Any] != nil)
            // Each clip is the one that its address gives.
            let url = try #require(channel["url"] as? String)
            let clip = try served.get(url)
            #expect(clip.bytes.count == channel["bytes"] as? Int)
            #expect(clip.header("X-Clip-Lost-Packets") == (channel["lostPackets"] as? Int).map(String.init))
        }
        #expect((plan["remark"] as? String ?? "").contains("encoders"))
        // The same once more, by instants.
        let again = try served.get(try #require(archive.header("Content-Location")))
        #expect(again.bytes == archive.bytes && again.header("ETag") == archive.header("ETag"))
        #expect(again.header("Cache-Control") == "no-cache")
    }

    @Test("as MP4 each file is the clip that its address gives, exact to the frame")
    func archivesMovies() throws {
        guard PeerPython.has("zipfile") else { return print("skipped: there is no Python") }
        let archive = try served.get("/api/v1/clip.zip?channels=Sideline,Wide&from=-6&to=-3")
        #expect(archive.status == 200)
        let (files, plan) = try read(archive)
        #expect(files.count == 3)
        for channel in try #require(plan["channels"] as? [[String: Any]]) {
            let clip = try served.get(try #require(channel["url"] as? String))
            #expect(clip.header("Content-Type")?.hasPrefix("video/mp4") == true)
            #expect(clip.bytes.count == channel["bytes"] as? Int && channel["accuracy"] as? String == "frame")
            #expect((channel["file"] as? String)?.hasSuffix(".mp4") == true)
            #expect(channel["prerollMs"] as? Double == 0)
        }
    }

    @Test("the plan alone has the same start and skews")
    func plans() throws {
        let query = "channels=Sideline,Wide&start=2026-01-01T00:00:03Z&duration=4&format=ts"
        let plan = try served.get("/api/v1/sync?" + query).object
        guard PeerPython.has("zipfile") else { return print("skipped: there is no Python") }
        let other = try read(try served.get("/api/v1/clip.zip?" + query)).plan
        for key in ["start", "maxSkewMs", "durationMs", "requestedStart"] {
            #expect("\(plan[key] ?? "")" == "\(other[key] ?? "none")", "\(key)")
        }
        #expect((plan["requestedStart"] as? String)?.hasPrefix("2026-01-01T00:00:03.000") == true)
        #expect(plan["durationMs"] as? Double == 4_000)
    }

    @Test("channels that have nothing of the window are told, those that do not exist are refused")
    func tellsMissing() throws {
        let unknown = try served.get("/api/v1/clip.zip?channels=Sideline,nobody&last=5s")
        #expect(unknown.status == 404 && (unknown.object["error"] as? String ?? "").contains("nobody"))
        let one = try served.get("/api/v1/sync?channels=Sideline,Sideline&last=5s").object
        #expect((one["channels"] as? [Any])?.count == 1)
    }

    @Test(
        "refuses what cannot be meant",
        arguments: [
            ("", 400), ("last=5s", 400), ("channels=&last=5s", 400), ("channels=Wide", 400),
            ("channels=Wide&last=banana", 400), ("channels=Wide&last=5s&accuracy=key", 400),
            ("channels=Wide&last=5s&format=avi", 400), ("channels=Wide&start=0&duration=5", 416),
            ("channels=Wide&start=4102444800&duration=5", 425),
            ("channels=Wide&start=4102444800&duration=5&wait=1", 102),
            ("channels=\(Array(repeating: "Wide", count: 17).joined(separator: ","))&last=5s", 400),
        ] as [(String, Int)])
    func refuses(_ query: String, _ status: Int) throws {
        for route in ["clip.zip", "sync"] {
            let answer = try served.get("/api/v1/\(route)?\(query)")
            #expect(answer.status == status, "\(route) \(query): \(answer.text)")
            if status >= 400 { #expect((answer.object["error"] as? String ?? "").count > 10) }
        }
    }
}
