/// What became of an upload, as counters name it.
enum UploadOutcome: String, CaseIterable, Sendable {
    /// It is on the disk.
    case stored
    /// It was none.
    case malformed
    /// It was one of too many.
    case limited
    /// More waited to be written than may.
    case busy
    /// There was no room on the disk.
    case full
    /// The database cannot be used.
    case failed
}
