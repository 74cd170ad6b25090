import Bytes
import NetworkFormats
import Testing

/// Packets and pieces of packets that tests put together.
enum Packets {
    static let source = Endpoint(IPAddress(v4: 0x0A01_0105), 40_000)
    static let group = Endpoint(IPAddress(v4: 0xEF81_0101), 5_004)
    static let source6 = Endpoint(IPAddress(v6: 0xFD00_0000_0000_0000, 5), 40_000)
    static let group6 = Endpoint(IPAddress(v6: 0xFF3E_0000_0000_0000, 0x8000_0001), 5_004)
    static let hello = Array("hello".utf8)

    // Both made with Python's struct and ipaddress, and found right by tshark (checksums, addresses, lengths).
    /// IPv4 and UDP from 10.1.1.5:40000 to 239.129.1.1:5004, "hello", TTL 9, DSCP 34, identification 77: 33 bytes.
    static let v4 = bytes("45880021004d00000911b56f0a010105ef8101019c40138c000d10ad68656c6c6f")
    /// IPv6 and UDP from fd00::5 to ff3e::8000:1, as above: 53 bytes.
    static let v6 = bytes(
        "68800000000d1109fd000000000000000000000000000005ff3e00000000000000000000800000019c40138c000d8fef68656c6c6f")
    /// Ethernet with 802.1Q tag 20 around `v4`, padded to 60 bytes.
    static let ethernet = bytes(
        "01005e01010102000a010105810000140800" + "45880021004d00000911b56f0a010105ef8101019c40138c000d10ad68656c6c6f"
            + "000000000000000000")

    static func bytes(_ hex: String) -> [UInt8] { [UInt8](hex: hex) ?? [] }

    /// Destination and source of an Ethernet header.
    static let hardware = bytes("01005e010101 02000a010105")

    /// An IPv4 packet, header checksum right; `flags` are the 16 bits of flags and fragment offset.
    static func v4(
        _ payload: [UInt8], protocol number: UInt8 = 17, flags: UInt16 = 0, identification: UInt16 = 77,
        options: [UInt8] = [], length: Int? = nil, ttl: UInt8 = 9
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt8(0x45 + options.count / 4))
        writer.write(UInt8(0))
        writer.write(UInt16(length ?? 20 + options.count + payload.count))
        writer.write(identification)
        writer.write(flags)
        writer.write(ttl)
        writer.write(number)
        writer.write(UInt16(0))
        writer.write(UInt32(source.address.low))
        writer.write(UInt32(group.address.low))
        writer.write(contentsOf: options)
        writer.patch(plainChecksum(writer.bytes), at: 10)
        writer.write(contentsOf: payload)
        return writer.bytes
    }

    /// An IPv6 packet whose payload begins with the header `next`.
    static func v6(_ payload: [UInt8], next: UInt8, length: Int? = nil) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(6) << 28)
        writer.write(UInt16(length ?? payload.count))
        writer.write(next)
        writer.write(UInt8(9))
        for address in [source6.address, group6.address] {
            writer.write(address.high)
            writer.write(address.low)
        }
        writer.write(contentsOf: payload)
        return writer.bytes
    }

    /// A UDP datagram to port 5004 without checksum.
    static func udp(_ payload: [UInt8], length: Int? = nil) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt16(40_000))
        writer.write(UInt16(5_004))
        writer.write(UInt16(length ?? payload.count + 8))
        writer.write(UInt16(0))
        writer.write(contentsOf: payload)
        return writer.bytes
    }

    /// The Internet checksum, one word after the other (RFC 1071, 1).
    static func plainChecksum(_ bytes: [UInt8]) -> UInt16 {
        var sum = 0
        for (index, byte) in bytes.enumerated() { sum += Int(byte) << (index % 2 == 0 ? 8 : 0) }
        while sum > 0xFFFF { sum = sum & 0xFFFF + sum >> 16 }
        return ~UInt16(sum)
    }

    /// `count` bytes that differ from their neighbours.
    static func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 251) } }
}
