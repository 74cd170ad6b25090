public import Timing

/// How to read a capture.
public struct CaptureOptions: Hashable, Sendable {
    /// A capture-filter expression as tcpdump takes it (pcap-filter(7)); frames that do not match are only counted.
    public var filter: String?
    /// Whether datagrams with a wrong UDP or IPv4 checksum are left out; otherwise they are only counted.
    public var verifyChecksums: Bool
    /// How long to wait for a file to grow each time its end is reached; nil takes the end as the end.
    public var follow: StreamDuration?

    /// States the options.
    public init(filter: String? = nil, verifyChecksums: Bool = false, follow: StreamDuration? = nil) {
        self.filter = filter
        self.verifyChecksums = verifyChecksums
        self.follow = follow
    }
}
