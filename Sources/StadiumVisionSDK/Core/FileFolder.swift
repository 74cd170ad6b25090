import Foundation
import Glibc
import PacketIO
import VenueRuntime

/// The folder where received files lie while the SDK runs.
///
/// It bears the program's process number, and goes with `shutdown`; what a program that died left is removed by the next.
final class FileFolder: Sendable {
    private static let prefix = "StadiumVisionMobile-"
    private static let number = Guarded(0)

    /// Where files are kept.
    let store: FileStore

    /// Makes a folder below `place`.
    init(
        in place: String, waits: Bool, log: @escaping @Sendable (String) -> Void
    ) throws(FileStore.Failure) {
        Self.removeAbandoned(in: place)
        let number = Self.number.withLock { number in
            number += 1
            return number
        }
        let name = "\(Self.prefix)\(getpid())-\(number)"
        let path = URL(filePath: place).appending(path: name).path
        store = try FileStore(path: path, waits: waits, log: log)
    }

    /// Ends the store and removes the folder; the venue has ended before.
    func close() {
        store.stop()
        store.removeAll()
    }

    private static func removeAbandoned(in place: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let process = pid_t(process), process > 0, kill(process, 0) != 0, errno == ESRCH else { continue }
            try? FileManager.default.removeItem(atPath: place + "/" + name)
        }
    }
}
