import Bytes
import NetworkFormats

/// Packets and frames for seeds.
package enum FrameBytes {
    /// A UDP packet without link layer.
    package static func packet(_ payload: [UInt8], isIPv6: Bool = false) -> [UInt8] {
        var writer = ByteWriter()
        let source = isIPv6 ? IPAddress(v6: 0xfd00_0000_0000_0000, 1) : IPAddress(v4: 0x0a00_0001)
        let group = isIPv6 ? IPAddress(v6: 0xff3e_0000_0000_0000, 1) : IPAddress(v4: 0xef01_0100)
        UDPFrame.rawIP(
            source: Endpoint(source, 4_000), destination: Endpoint(group, 5_000), payload: payload.lent,
            identification: 7, into: &writer)
        return writer.bytes
    }

    package static func ethernet(_ type: UInt16, _ packet: [UInt8]) -> [UInt8] {
        [1, 0, 0x5e, 1, 1, 0, 2, 0, 0, 0, 0, 1, UInt8(type >> 8), UInt8(type & 255)] + packet
    }

    /// An IPv4 packet of any protocol, its checksum left 0.
    package static func ipv4(_ payload: [UInt8], protocol number: UInt8) -> [UInt8] {
        let length = payload.count + 20
        return [
            0x45, 0, UInt8(length >> 8), UInt8(length & 255), 0, 0, 0, 0, 1, number, 0, 0, 10, 0, 0, 9, 224, 0, 0, 22,
        ]
            + payload
    }

    /// An IPv6 packet of any kind.
    package static func ipv6(_ payload: [UInt8], next: UInt8) -> [UInt8] {
        let address = [0xfd] + [UInt8](repeating: 0, count: 14) + [9]
        return [0x60, 0, 0, 0, UInt8(payload.count >> 8), UInt8(payload.count & 255), next, 1] + address + address
            + payload
    }

    /// An IPv4 packet cut into fragments of `size` bytes each, a multiple of 8.
    package static func fragments(of packet: [UInt8], every size: Int) -> [[UInt8]] {
        let payload = packet.dropFirst(20)
        return stride(from: 0, to: payload.count, by: size).map { start in
            let piece = Array(payload.dropFirst(start).prefix(size))
            var fragment = ipv4(piece, protocol: 17)
            fragment[5] = 7
            fragment[6] = start + size < payload.count ? 0x20 : 0
            fragment[7] = UInt8(start / 8)
            return fragment
        }
    }
}
