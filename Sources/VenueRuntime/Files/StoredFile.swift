public import ObjectDelivery

/// A row of a file channel's distribution table, with what became of the file on the disk.
public struct StoredFile: Sendable, Hashable {
    /// How far the file has come.
    public enum State: Sendable, Hashable {
        /// Not every byte is there.
        case receiving
        /// Every byte is there and is being checked.
        case checking
        /// It lies on the disk, checked.
        case ready(length: UInt64)
        /// It will not come; the sentence says why.
        case failed(String)
    }

    /// What the table says of it.
    public var record: FileRecord
    /// How far it has come.
    public var state: State
    /// Its path below the data folder; nil unless it is complete and checked.
    public var localFilename: String?

    /// A file as it stands.
    public init(record: FileRecord, state: State = .receiving, localFilename: String? = nil) {
        self.record = record
        self.state = state
        self.localFilename = localFilename
    }

    /// Whether it can be had.
    public var isReady: Bool {
        if case .ready = state { true } else { false }
    }
}
