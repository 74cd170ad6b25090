import Foundation
import StadiumVisionSDK
import Testing
import Timing

@Suite("Start and shutdown, again and again")
struct CycleTests {
    /// Memory of the process in kilobytes that is not shared with files.
    private static func memory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return status.firstMatch(of: #/RssAnon:\s*([0-9]+)/#).flatMap { Int($0.1) } ?? 0
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/" + folder).count) ?? 0
    }

    private static let cycles = ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 300 : 10_000

    @Test("M3: leave neither memory nor files nor threads behind")
    func flat() throws {
        let path = NSTemporaryDirectory() + "svm-\(UUID().uuidString).pcapng"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try TestVenue().write(to: path, cut: .init(milliseconds: 300))
        let sdk = TestSDK(recording: path)
        func cycle() throws {
            let status = sdk.svm.start()
            guard status.isOk else { throw TestSDK.Failure(text: status.errorString ?? "") }
            sdk.svm.shutdown()
            // What this test itself keeps would count as left behind.
            sdk.log.removeAll()
            sdk.witness.lines.removeAll()
        }
        // The first ones fill caches and thread pools.
        for _ in 0..<Self.cycles / 3 { try cycle() }
        let before = (Self.memory(), Self.count("fd"), Self.count("task"))
        for _ in 0..<Self.cycles { try cycle() }
        let after = (Self.memory(), Self.count("fd"), Self.count("task"))
        // 10 kB a cycle would be 3 MB; other suites run beside this one in make test, the soak runs alone.
        #expect(after.0 - before.0 < 20_000, "\(before) \(after)")
        #expect(after.1 - before.1 < 40 && after.2 - before.2 < 40, "\(before) \(after)")
    }
}
