import Foundation
import Session
import VenueRuntime

@testable import StadiumVisionSDK

/// A folder of a test's own, with files that nobody should be given; it goes with its owner.
final class HostileFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "svm-hostile-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        try Data(Array(bytes)).write(to: URL(filePath: file))
        return file
    }

    /// Resident memory in bytes, from `/proc/self/statm` (proc(5)); 0 where there is none.
    static var residentMemory: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}

extension TestSDK {
    /// Waits until the venue's source is over and `condition` holds; says whether that was within 20 s.
    func ends(_ condition: () -> Bool = { true }) -> Bool {
        witness.lines.wait { _ in svm.session?.venue?.health.isFinished == true && condition() }
    }

    /// Waits until the source is over and the service is up with both cameras of the test's venue.
    func endsUp() -> Bool {
        ends { svm.getServiceState() == kSVMServiceStateUp && svm.getVideoChannelListArray().count == 2 }
    }

    /// The lines of the log that speak of `word`.
    func said(_ word: String) -> [String] { log.all.filter { $0.contains(word) } }
}
