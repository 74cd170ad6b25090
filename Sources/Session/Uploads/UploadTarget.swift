public import VenueSettings

/// Where statistics are uploaded, and how often.
public struct UploadTarget: Hashable, Sendable {
    /// The address that they are posted to, http or https.
    public var url: String
    /// The time between two uploads, in seconds.
    public var intervalSeconds: Int

    /// The target of a configuration; nil when it names none.
    public init?(_ reporter: VenueConfiguration.Reporter) {
        guard let url = reporter.url else { return nil }
        self.init(url: url, intervalSeconds: reporter.intervalSeconds)
    }

    /// A target.
    public init(url: String, intervalSeconds: Int) {
        self.url = url
        self.intervalSeconds = max(1, intervalSeconds)
    }
}
