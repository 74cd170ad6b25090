import Foundation
import HTTPServing
import PacketIO
import Reports
import Testing
import VenueRuntime

@testable import ReplayService

@Suite("Evidence over HTTP")
struct EvidenceRouteTests {
    /// The sample's channels: two with SMPTE 2022-1, one straight over UDP, one without protection.
    static let channels = ["Sideline", "Goal%20line", "Bench", "Wide"]

    let served: ServedSample

    init() throws { served = try ServedSample() }

    @Test("has the headers of the clip, and a name, a tag and an address that stay", arguments: channels)
    func headers(channel: String) throws {
        let clip = try served.get("/api/v1/channels/\(channel)/clip.ts?from=-6&to=-3")
        let evidence = try served.get("/api/v1/channels/\(channel)/evidence.pcapng?from=-6&to=-3")
        #expect(evidence.status == 200)
        #expect(evidence.header("Content-Type") == "application/x-pcapng")
        for name in ["X-Clip-Start", "X-Clip-Duration", "X-Clip-Windows", "X-Clip-Lost-Packets"] {
            #expect(evidence.header(name) == clip.header(name))
        }
        #expect(evidence.header("X-Evidence-Checked") == "1")
        #expect(evidence.header("Content-Disposition")?.hasSuffix("_evidence.pcapng\"") == true)
        let location = try #require(evidence.header("Content-Location"))
        #expect(location.contains("/evidence.pcapng?start="))
        let again = try served.get(location)
        #expect(again.bytes == evidence.bytes)
        #expect(again.header("ETag") == evidence.header("ETag"))
        // Another window is another content.
        let other = try served.get("/api/v1/channels/\(channel)/evidence.pcapng?from=-5&to=-3")
        #expect(other.header("ETag") != evidence.header("ETag"))
    }

    @Test("read by another server shows every window as the first one told it", arguments: channels)
    func readAgain(channel: String) throws {
        let evidence = try served.get("/api/v1/channels/\(channel)/evidence.pcapng?from=-6&to=-3")
        let told = try windows(served.service, channel, "from=-6&to=-3")
        let file = FileManager.default.temporaryDirectory.appending(path: "evidence-\(UUID().uuidString).pcapng")
        try Data(evidence.bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let report = try CaptureAnalysis(options: AnalysisOptions(capturePath: file.path())).run { _ in }
        #expect(report.channels.count == 1)
        // Without loss, recovered, failed: as the header says, and at most the margin's windows more.
        let claimed = Self.counts(try #require(evidence.header("X-Clip-Windows")))
        let found = try #require(report.channels.first?.windows)
        let margin = 2 * (Int(evidence.header("X-Evidence-Margin") ?? "") ?? 0) + 4
        #expect(claimed["total"] == told.count { ["noLoss", "recovered", "recoveryFailed"].contains($0) })
        for (name, count) in [
            ("total", found.classified), ("noLoss", found.noLoss), ("recovered", found.recoverySuccesses),
            ("failed", found.recoveryFailures),
        ] {
            let least = claimed[name] ?? -1
            #expect(count >= least && count <= least + margin, "\(name): \(count), claimed \(least)")
        }
    }

    @Test(
        "is read by tshark without a complaint, its checksums right", .enabled(if: Self.hasShark), arguments: channels)
    func shark(channel: String) throws {
        let evidence = try served.get("/api/v1/channels/\(channel)/evidence.pcapng?from=-6&to=-3")
        let file = FileManager.default.temporaryDirectory.appending(path: "evidence-\(UUID().uuidString).pcapng")
        try Data(evidence.bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (output, errors) = try Self.shark([
            "-r", file.path(), "-o", "udp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-T", "fields", "-e",
            "frame.time_epoch", "-e", "udp.checksum.status", "-e", "ip.checksum.status",
        ])
        // Root is told that it should not be root; nothing else may be said.
        let complaints = errors.split(separator: "\n").filter { !$0.hasPrefix("Running as user") }
        #expect(complaints.isEmpty, "\(complaints)")
        let rows = output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(rows.count == Int(evidence.header("X-Evidence-Datagrams") ?? ""))
        // 1 stands for good.
        #expect(rows.allSatisfy { $0.count == 3 && $0[1] == "1" && $0[2] == "1" })
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0[0] <= $1[0] })
    }

    @Test(
        "is refused as a clip would be, with one sentence",
        arguments: [
            ("Sideline", "", 400), ("Sideline", "last=banana", 400), ("Sideline", "start=0&duration=5&clamp=0", 416),
            ("Sideline", "start=4102444800&duration=5", 425), ("nobody", "last=5s", 404),
            ("Sideline", "start=4102444800&duration=5&wait=1", 102),
        ])
    func refused(channel: String, query: String, status: Int) throws {
        for name in ["evidence.pcapng", "windows", "quality", "quality.vtt"] {
            let response = try served.get("/api/v1/channels/\(channel)/\(name)?\(query)")
            #expect(response.status == status)
            if status != 102 { #expect((response.object["error"] as? String)?.isEmpty == false) }
        }
    }

    @Test("windows have every key, and are as many of each class as the clip's header says", arguments: channels)
    func windows(channel: String) throws {
        let clip = try served.get("/api/v1/channels/\(channel)/clip.ts?from=-6&to=-3")
        let response = try served.get("/api/v1/channels/\(channel)/windows?from=-6&to=-3")
        let windows = try #require(response.object["windows"] as? [[String: Any]])
        let keys = [
            "id", "k", "d", "r", "recovered", "outcome", "warning", "error", "firstSeq", "lastSeq", "opened", "closed",
        ]
        for window in windows { #expect(keys.allSatisfy { window[$0] != nil }) }
        let claimed = Self.counts(try #require(clip.header("X-Clip-Windows")))
        for (name, outcome) in [("noLoss", "noLoss"), ("recovered", "recovered"), ("failed", "recoveryFailed")] {
            #expect(claimed[name] == windows.count { $0["outcome"] as? String == outcome })
        }
        #expect((claimed["total"] ?? 0) > 0)
    }

    private func windows(_ service: ReplayService, _ channel: String, _ query: String) throws -> [String] {
        let response = try service.get("/api/v1/channels/\(channel)/windows?\(query)")
        return (response.object["windows"] as? [[String: Any]] ?? []).compactMap { $0["outcome"] as? String }
    }

    /// "total=12,noLoss=9,recovered=2,failed=1,first=40,last=51".
    static func counts(_ text: String) -> [String: Int] {
        let pairs = text.split(separator: ",").map { $0.split(separator: "=") }
        return Dictionary(pairs.map { (String($0[0]), Int($0[1]) ?? 0) }) { first, _ in first }
    }

    private static let hasShark = FileManager.default.isExecutableFile(atPath: "/usr/bin/tshark")

    private static func shark(_ arguments: [String]) throws -> (output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/tshark")
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (text, said)
    }
}
