/// What became of the uploads so far: attempts are successes, failures and at most the one that is under way.
public struct UploadCounts: Hashable, Sendable {
    /// Uploads that were begun.
    public var attempts = 0
    /// Uploads that were answered by a status from 200 to 299.
    public var successes = 0
    /// Uploads that were not.
    public var failures = 0

    /// Nothing yet.
    public init() {}
}
