/// Puts transport packets straight into UDP payloads, each as 188 bytes or with 16 bytes of outer code behind it.
public struct UDPPacketiser: Sendable {
    /// Bytes of a transport packet on the wire: 188 or 204.
    public let packetSize: Int
    private let outerCode: [UInt8] = Array(repeating: 0xa5, count: 16)

    /// Packets of `packetSize` bytes; anything but 204 is taken as 188.
    public init(packetSize: Int) { self.packetSize = packetSize == 204 ? 204 : 188 }

    /// Appends what follows each packet of 188 bytes; the outer code is not computed, as no receiver of UDP checks it.
    public func end(_ bytes: inout [UInt8]) {
        if packetSize == 204 { bytes.append(contentsOf: outerCode) }
    }
}
