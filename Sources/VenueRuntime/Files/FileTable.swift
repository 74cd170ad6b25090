import ObjectDelivery
import PacketIO

/// The distribution tables of all channels as anybody may look at them.
final class FileTable: Sendable {
    private struct Channel: Sendable {
        var files: [FileKey: StoredFile] = [:]
    }

    private let channels = Guarded<[Int32: Channel]>([:])
    private let numbers = Guarded(FileStoreFacts())

    /// How the files are doing.
    var facts: FileStoreFacts { numbers.withLock { $0 } }

    func note(_ change: (inout FileStoreFacts) -> Void) { numbers.withLock(change) }

    func set(_ file: StoredFile?, for key: FileKey, of channel: Int32) {
        channels.withLock { $0[channel, default: Channel()].files[key] = file }
    }

    /// The rows of a channel, in the order in which they were first told.
    func rows(of channel: Int32) -> [StoredFile] {
        let files = channels.withLock { $0[channel]?.files ?? [:] }
        return files.values.sorted { $0.record.key.serial < $1.record.key.serial }
    }

    /// The file called `uri`: its newest version that is ready, else its newest one; nil when the table has none.
    func file(_ uri: String, of channel: Int32) -> StoredFile? {
        let files = channels.withLock { $0[channel]?.files ?? [:] }
        let versions = files.values.filter { $0.record.uri == uri }
        let ready = versions.filter(\.isReady)
        return (ready.isEmpty ? versions : ready).max { $0.record.key.serial < $1.record.key.serial }
    }
}
