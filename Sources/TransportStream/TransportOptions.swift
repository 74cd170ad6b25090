/// How a channel's transport stream is to be read.
public struct TransportOptions: Hashable, Sendable {
    /// Bytes from one packet's first byte to the next one's: 188, or 204 with parity bytes.
    public var packetLength: Int
    /// Whether access units tell where their bytes lie; the plain analysis does not need that.
    public var collectsRanges: Bool
    /// Whether all datagrams that are missing are told of; if not, an error of one PID may mean loss on all.
    public var isNumbered: Bool

    /// States how to read; a packet length other than 188 or 204 is taken as 188.
    public init(
        packetLength: Int = TransportPacketHeader.packetLength, collectsRanges: Bool = false, isNumbered: Bool = false
    ) {
        self.packetLength = packetLength == 204 ? 204 : TransportPacketHeader.packetLength
        self.collectsRanges = collectsRanges
        self.isNumbered = isNumbered
    }
}
