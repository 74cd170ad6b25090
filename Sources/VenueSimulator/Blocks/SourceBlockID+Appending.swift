import VenueWire

extension SourceBlockID {
    /// Adds the six bytes to a packet, in memory that it has already.
    func append(to packet: inout [UInt8]) {
        packet.append(UInt8(truncatingIfNeeded: block >> 16))
        packet.append(UInt8(truncatingIfNeeded: block >> 8))
        packet.append(UInt8(truncatingIfNeeded: block))
        packet.append(symbol)
        packet.append(UInt8(truncatingIfNeeded: sourceCount >> 8))
        packet.append(UInt8(truncatingIfNeeded: sourceCount))
    }
}
