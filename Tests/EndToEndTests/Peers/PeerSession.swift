import Foundation
import TestSupport

/// Runs a venue among peers step by step.
final class PeerSession {
    private static let names = PeerVenue.Camera.allCases.map(\.rawValue)

    private let folder: URL
    private let venue: PeerVenue
    private let network: PeerNetwork
    private let client: PeerClient
    private let watch: PlaylistWatch
    private var players: [PeerPlayer] = []
    private var answers: [String: PeerClient.Response] = [:]
    private var result = PeerRun()

    private init(folder: URL) throws {
        self.folder = folder
        venue = try PeerVenue(folder: folder)
        network = venue.network
        client = PeerClient(network: network)
        watch = PlaylistWatch(Self.names, client)
    }

    static func run() throws -> PeerRun {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try PeerSession(folder: folder)
        try session.perform()
        return session.result
    }

    private func perform() throws {
        try count()
        try venue.startCameras()
        for _ in 0..<60 where try !watch.isReady() { Thread.sleep(forTimeInterval: 0.5) }
        let (a, b) = ("/hls/A/live.m3u8", "/hls/B/live.m3u8")
        players = [
            // At a discontinuity counters may break (RFC 8216, 4.3.2.3), which a strict ffmpeg calls an error.
            try .ffmpeg("ffmpeg-A", a, isStrict: false, on: network),
            try .ffmpeg("ffmpeg-B", b, isStrict: true, on: network),
            try .gstreamer("gstreamer-B", b, on: network),
        ]
        try watch.look(atMost: 30) { self.watch.shortestHistory < 12 }
        try clip()
        result.healthy = try report()
        try restart()
        result.restarted = try report()
        try watch.look(atMost: 60) { !self.players.map { $0.isDone() }.allSatisfy(\.self) }
        try lose()
        try refetch()
        venue.killA()
        try watch.look(atMost: 1) { true }
        result.exit = venue.stop(within: 6)
        try conclude()
    }

    /// Fetches the newest ten seconds of all channels, and some of one in all ways of HTTP.
    private func clip() throws {
        for name in Self.names + [PeerVenue.announcedName] {
            let path = name.replacing(" ", with: "%20")
            answers[name] = try client.get("/api/v1/channels/\(path)/clip.ts?last=10s")
        }
        // A window that ended two seconds ago: its pictures, and their sound, are all there.
        let path = "/api/v1/channels/B/clip.ts?from=-6s&to=-2s"
        let location = try client.get(path).headers["content-location"] ?? ""
        let whole = try client.get(location)
        result.requests = PeerRun.Requests(
            whole: whole, head: try client.get(location, ["-I"]), middle: try client.get(location, ["-r", "188-375"]),
            last: try client.get(location, ["-r", "-188"]), behind: try client.get(location, ["-r", "99999999-"]),
            unchanged: try client.get(location, ["-H", "If-None-Match: " + (whole.headers["etag"] ?? "")]))
    }

    /// Ends camera A and starts it again; fetches a clip that has seconds of both in it.
    private func restart() throws {
        venue.killA()
        try venue.startA()
        let list = { self.watch.sights["A"]?.newest?.entries ?? [] }
        try watch.look(atMost: 40) {
            guard let place = list().firstIndex(where: \.hasDiscontinuity) else { return true }
            return list().count - place < 7
        }
        guard let again = list().first(where: \.hasDiscontinuity)?.date.flatMap(PlaylistWatch.seconds) else { return }
        answers["both"] = try client.get("/api/v1/channels/A/clip.ts?start=\(again - 5)&duration=10")
    }

    /// Lets the kernel count camera A's media.
    private func count() throws {
        for text in [
            "add table ip peers", "add counter ip peers arrived", "add counter ip peers dropped",
            "add chain ip peers loss", "add chain ip peers input { type filter hook input priority 0; }",
            "add rule ip peers input \(Self.media) counter name arrived", "add rule ip peers input jump loss",
        ] { _ = try network.output(of: ["nft", text]) }
    }

    private static let media = "ip daddr \(PeerVenue.Camera.a.group) udp dport \(PeerVenue.Camera.port)"

    private func counter(_ name: String) throws -> Int {
        let text = try network.output(of: ["nft", "list counter ip peers " + name])
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.firstIndex(of: "packets").flatMap { Int(words[$0 + 1]) } ?? -1
    }

    /// Drops one in fifty packets of camera A's media for some seconds.
    private func lose() throws {
        _ = try network.output(of: [
            "nft", "add rule ip peers loss \(Self.media) numgen random mod 1000 < 20 counter name dropped drop",
        ])
        let end = ContinuousClock.now + .seconds(6)
        try watch.look(atMost: 20) { ContinuousClock.now < end }
        _ = try network.output(of: ["nft", "flush chain ip peers loss"])
        let settled = ContinuousClock.now + .seconds(2)
        try watch.look(atMost: 20) { ContinuousClock.now < settled }
    }

    /// Fetches all segments again that are still in the lists.
    private func refetch() throws {
        for sight in watch.sights.values {
            let listed = Set((sight.newest?.entries ?? []).map(\.uri))
            let kept = sight.segments.filter { listed.contains($0.entry.uri) }
            for (segment, bytes) in zip(kept, try client.get(kept.map(\.entry.uri))) where bytes != segment.bytes {
                result.changed.append(segment.entry.uri)
            }
            result.refetched += kept.count
        }
    }

    private func report() throws -> PeerRun.Report {
        try JSONDecoder().decode(PeerRun.Report.self, from: Data(try client.get("/api/v1/report").body))
    }

    /// Reads what the server and the players left behind.
    private func conclude() throws {
        result.sights = watch.sights
        (result.arrived, result.dropped) = (try counter("arrived"), try counter("dropped"))
        for player in players { result.players[player.name] = player.showing() }
        result.refusal = answers.removeValue(forKey: PeerVenue.announcedName)
        for (name, answer) in answers {
            result.clips[name] = try PeerClip(answer, named: "clip-" + name, isStrict: name != "both", on: network)
        }
        for (name, sight) in watch.sights {
            let bounds = [0] + sight.discontinuities + [sight.segments.count]
            for (start, end) in zip(bounds, bounds.dropFirst()) where start < end {
                let file = "joined-\(name)-\(start).ts"
                try Data(sight.segments[start..<end].flatMap(\.bytes)).write(to: folder.appending(path: file))
                let command = ["ffmpeg", "-nostdin", "-v", "warning", "-xerror", "-i", file, "-c", "copy", "-f"]
                result.joints.append(try network.run(command + ["null", "-"]))
            }
        }
        let recorded = network.text("venue.pcapng.report.json")
        let analyzed = try network.output(
            of: [try PeerProducts.path("svmanalyze"), "--format", "json", "--config", "config.json", "venue.pcapng"])
        result.final = try JSONDecoder().decode(PeerRun.Report.self, from: Data(recorded.utf8))
        result.recordedReport = Self.behindCapture(recorded)
        result.analyzedReport = Self.behindCapture(analyzed)
    }

    /// The report's lines behind the one on the capture.
    private static func behindCapture(_ text: String) -> String {
        text.range(of: "\n \"capture\":").flatMap { text[$0.upperBound...].firstIndex(of: "\n") }
            .map { String(text[$0...]) } ?? ""
    }
}
