import Bytes
import ObjectDelivery

/// What a channel told of its files, for the thread that keeps them.
enum FileJob: Sendable {
    /// A file channel was found, whose files go into a folder called `folder`.
    case opened(channel: Int32, folder: String)
    /// Bytes of a file from `offset` of the object on.
    case bytes(channel: Int32, FileKey, offset: UInt64, SlabSlice)
    /// Bytes of the file were given up because too much waited: it cannot become whole.
    case damaged(channel: Int32, FileKey)
    /// The table has the file.
    case listed(channel: Int32, FileRecord)
    /// Every byte was told.
    case completed(channel: Int32, FileRecord)
    /// The table has the file no longer.
    case dropped(channel: Int32, FileRecord)

    /// Bytes that the job holds.
    var byteCount: Int {
        guard case .bytes(_, _, _, let slice) = self else { return 0 }
        return slice.range.count
    }
}
