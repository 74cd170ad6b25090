public import TransportStream

/// What a clip or a playlist says about the channel that it is of.
public struct ClipChannel: Hashable, Sendable {
    /// Twelve hexadecimal digits: it stands in URLs and entity tags.
    public var id: String
    /// The name that people know it by.
    public var name: String
    /// Bytes from one transport packet to the next one in its datagrams: 188, or 204 with parity bytes.
    public var packetLength: Int

    /// States a channel; a packet length other than 204 is taken as 188.
    public init(id: String, name: String, packetLength: Int = TransportPacketHeader.packetLength) {
        self.id = id
        self.name = name
        self.packetLength = packetLength == 204 ? 204 : TransportPacketHeader.packetLength
    }
}
