import Timing

/// Something that the writing thread is asked for; each is told once what became of it.
enum ReporterJob: Sendable {
    /// Told nil once it is on the disk.
    case add(ReporterUpload, receivedAt: StreamTime, done: @Sendable (StorageFailure?) -> Void)
    /// Told once nothing of the device is left; false when there was nothing.
    case remove(device: String, done: @Sendable (Result<Bool, StorageFailure>) -> Void)
    /// Removes whatever is too old or too much; told when nothing is.
    case tidy(done: @Sendable () -> Void)
    /// A reader found the file damaged.
    case check

    /// Tells that it will not be done.
    func fail(_ failure: StorageFailure) {
        switch self {
        case .add(_, _, let done): done(failure)
        case .remove(_, let done): done(.failure(failure))
        case .tidy(let done): done()
        case .check: break
        }
    }
}
