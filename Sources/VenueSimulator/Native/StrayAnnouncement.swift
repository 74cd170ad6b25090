public import NetworkFormats
public import Timing

/// A datagram in the announcements' group that is not an announcement which receivers follow, and why not.
public struct StrayAnnouncement: Hashable, Sendable {
    /// How a receiver classes it (definitions C6).
    public enum Class: Hashable, Sendable, CaseIterable {
        /// No SAP, or a field missing.
        case malformed
        /// No JSON object of UTF-8.
        case invalidJSON
        /// No version, or another major one.
        case otherVersion
        /// A Streamer that the receiver does not allow.
        case notAllowed
        /// A triplet that is not the receiver's.
        case otherLicense
        /// Everything in order.
        case accepted
    }

    /// How a receiver classes it.
    public var classified: Class
    /// When it is sent, counted from the start of the venue.
    public var offset: StreamDuration
    /// Where it comes from.
    public var source: Endpoint
    /// The UDP payload.
    public var payload: [UInt8]

    /// A datagram of class `classified`.
    public init(_ classified: Class, at offset: StreamDuration, from source: Endpoint, _ payload: [UInt8]) {
        self.classified = classified
        self.offset = offset
        self.source = source
        self.payload = payload
    }
}
