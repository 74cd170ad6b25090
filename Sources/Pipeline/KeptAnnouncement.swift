public import NetworkFormats

/// An announcement as it arrived, with where the flows go that it is about.
public struct KeptAnnouncement: Hashable, Sendable {
    /// The datagram's facts.
    public var header: DatagramHeader
    /// Its payload.
    public var bytes: [UInt8]
    /// Where the flows go that it is about.
    public var endpoints: [Endpoint]

    /// States an announcement.
    public init(header: DatagramHeader, bytes: [UInt8], endpoints: [Endpoint]) {
        self.header = header
        self.bytes = bytes
        self.endpoints = endpoints
    }

    /// Who says it where: another program on the same host may announce the same flow elsewhere.
    var announcer: Announcer { Announcer(source: header.source.address, destination: header.destination) }

    struct Announcer: Hashable, Sendable {
        var source: IPAddress
        var destination: Endpoint
    }
}
