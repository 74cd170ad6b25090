public import NetworkFormats

/// A datagram to be sent: which of the lent bytes, and where to.
public struct OutgoingDatagram: Hashable, Sendable {
    /// Where its payload lies in the bytes that are lent with it.
    public var range: Range<Int>
    /// Where it goes.
    public var destination: Endpoint

    /// The bytes in `range`, to `destination`.
    public init(_ range: Range<Int>, to destination: Endpoint) {
        self.range = range
        self.destination = destination
    }
}
