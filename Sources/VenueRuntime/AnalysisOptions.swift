public import VenueSettings

/// What is wanted of a capture.
public struct AnalysisOptions: Sendable {
    /// The capture's path; "-" for standard input.
    public var capturePath: String
    /// A capture-filter expression (libpcap syntax) that every frame must pass; nil for all frames.
    public var filter: String?
    /// Channels by name or "group:port"; empty for all.
    public var channels: [String]
    /// Everything a configuration file can set.
    public var configuration: VenueConfiguration
    /// Whether datagrams with a wrong checksum are skipped.
    public var verifiesChecksums: Bool
    /// The transport streams to be written; nil for none.
    public var extraction: Extraction?

    /// Options for the capture at `capturePath`; whatever is not given is as it would be without options.
    public init(
        capturePath: String, filter: String? = nil, channels: [String] = [],
        configuration: VenueConfiguration = VenueConfiguration(), verifiesChecksums: Bool = false,
        extraction: Extraction? = nil
    ) {
        self.capturePath = capturePath
        self.filter = filter
        self.channels = channels
        self.configuration = configuration
        self.verifiesChecksums = verifiesChecksums
        self.extraction = extraction
    }
}
