public import ObjectDelivery

/// Every version of every file that a file channel listed, in the order in which they were first listed; bounded.
///
/// A file that expired or was replaced stays: a report tells what came, not only what is in force at the end.
public struct FileLedger: Sendable {
    /// The most files that are told one by one.
    public static let fileLimit = 4_096
    /// Bytes of names and types that are kept at most.
    static let textLimit = 1 << 20

    /// The files, as much as was known of each in the end.
    public private(set) var files: [FileRecord] = []
    /// Files that were listed, those beyond the limit included.
    public private(set) var listed = 0
    /// Files of which every byte came, those beyond the limit included.
    public private(set) var completed = 0
    /// Files that went out of the table before every byte had come.
    public private(set) var abandoned = 0
    private var places: [FileKey: Int] = [:]
    private var textBytes = 0
    /// Files up to this one were listed before.
    private var nextKey: UInt64 = 0

    /// Nothing was listed.
    public init() {}

    mutating func listed(_ record: FileRecord) {
        if record.key.serial >= nextKey {
            nextKey = record.key.serial + 1
            listed += 1
            let text = record.uri.utf8.count + record.path.utf8.count + record.contentType.utf8.count
            guard files.count < Self.fileLimit, textBytes + text <= Self.textLimit else { return }
            textBytes += text
            places[record.key] = files.count
            files.append(record)
        } else {
            update(record)
        }
    }

    mutating func completed(_ record: FileRecord) {
        completed += 1
        update(record)
    }

    mutating func dropped(_ record: FileRecord) {
        if !record.isComplete { abandoned += 1 }
        // Its place is no longer needed: nothing more is told of a file that is out of the table.
        places[record.key] = nil
    }

    private mutating func update(_ record: FileRecord) {
        guard let place = places[record.key] else { return }
        files[place] = record
    }
}
