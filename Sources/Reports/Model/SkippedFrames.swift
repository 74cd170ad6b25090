/// How many frames gave no datagram to analyse, by reason.
public struct SkippedFrames: Sendable, Equatable {
    /// Frames that carry neither IPv4 nor IPv6.
    public var notIP: Int
    /// Fragments whose other parts never came.
    public var fragment: Int
    /// Datagrams refused because checksums were to be verified and are wrong.
    public var badChecksum: Int
    /// Frames of a link type nobody here can read.
    public var unknownLinkType: Int
    /// Any other reason, by its key in the report, in the order given.
    public var others: [CountedReason]

    /// The counts by reason; whatever is not given did not occur.
    public init(
        notIP: Int = 0, fragment: Int = 0, badChecksum: Int = 0, unknownLinkType: Int = 0, others: [CountedReason] = []
    ) {
        self.notIP = notIP
        self.fragment = fragment
        self.badChecksum = badChecksum
        self.unknownLinkType = unknownLinkType
        self.others = others
    }
}
