import Dispatch
import Foundation
import PacketIO
import Quality
import Timing

@testable import Storage

/// A folder of its own with a store in it, and a clock that tests set.
final class StoreFixture: Sendable {
    /// 2026-01-01T00:00:00Z.
    static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    let folder: URL
    let clock = Guarded(StoreFixture.start)
    let told = Guarded<[String]>([])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "svm-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appending(path: "reporter.sqlite").path() }

    /// Opens the store of the folder.
    func open(
        _ limits: ReporterLimits = ReporterLimits(), schema: ReporterSchema = .current
    ) throws(StorageFailure) -> ReporterStore {
        try ReporterStore(
            path: path, limits: limits, schema: schema, log: { [told] line in told.withLock { $0.append(line) } },
            now: { [clock] in clock.withLock { $0 } })
    }

    /// Lets time pass.
    func pass(seconds: Int64) { clock.withLock { $0 = $0 + StreamDuration(seconds: seconds) } }

    /// Names of the files in the folder.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted() }

    /// The id of the `number`th device.
    static func device(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// An upload that differs in every value from those of other numbers.
    static func upload(_ device: Int, _ number: Int, indicator: Int = 7, bssid: String? = nil) -> ReporterUpload {
        var statistics = SessionStatistics()
        for (index, key) in StatKey.allCases.enumerated() { statistics[key] = number * 100 + index }
        statistics[.linkIndicator] = indicator
        statistics.sessionID = "session \(number)"
        statistics.sessionTitle = "⚽ \"\(number)\"\0'"
        var wireless = ReportedWireless()
        wireless.bssid = bssid
        if bssid != nil {
            wireless.ssid = "Stadium"
            wireless.accessPointName = "Gate \(number % 2)"
            wireless.signalDbm = -60 - number % 20
            wireless.quality = 0.5
        }
        return ReporterUpload(
            deviceID: Self.device(device), version: "1.\(number)",
            timestamp: start + StreamDuration(nanoseconds: Int64(number) * 1_000_000), statistics: statistics,
            wireless: wireless)
    }
}

extension ReporterStore {
    /// Adds an upload and waits for what becomes of it.
    func added(_ upload: ReporterUpload) -> StorageFailure? {
        let result = Guarded<StorageFailure?>(nil)
        let done = DispatchSemaphore(value: 0)
        add(upload) { failure in
            result.withLock { $0 = failure }
            done.signal()
        }
        done.wait()
        return result.withLock { $0 }
    }

    /// Removes a device and waits for what becomes of it.
    func removed(_ device: String) throws -> Bool {
        let result = Guarded<Result<Bool, StorageFailure>>(.success(false))
        let done = DispatchSemaphore(value: 0)
        remove(device: device) { answer in
            result.withLock { $0 = answer }
            done.signal()
        }
        done.wait()
        return try result.withLock { $0 }.get()
    }
}
