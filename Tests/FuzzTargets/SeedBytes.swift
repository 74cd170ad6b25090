import Bytes
import NetworkFormats
import Timing
package import VenueSimulator
import VenueWire

/// Pieces that seeds are made of.
package enum SeedBytes {
    /// Consecutive packets of a simulated stream of 64 by 36 pixels; tables come first.
    package static func transport(_ packets: Int, sound: TransportSpec.Sound = .aac) -> [UInt8] {
        var source = TransportSource(
            TransportSpec(
                bitRate: 90_000, frameRate: 5, gopLength: 3, consecutiveBPictures: 1, width: 64, height: 36,
                sound: sound, soundRate: 8_000))
        var bytes: [UInt8] = []
        for _ in 0..<packets { _ = source.next(into: &bytes) }
        return bytes
    }

    package static func rtp(
        _ number: UInt16, ssrc: UInt32 = 0x5356_4d01, type: UInt8 = 33, sources: [UInt32] = [],
        extensionWords: [UInt32]? = nil, padding: UInt8 = 0, _ payload: [UInt8]
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: payload.count + 64)
        let header = RTPHeader(
            sequenceNumber: SequenceNumber(number), timestamp: UInt32(number) &* 900, synchronizationSource: ssrc,
            payloadType: type, marker: number % 8 == 0)
        header.write(
            to: &writer, contributingSources: sources, extensionProfile: extensionWords.map { _ in 0xbede },
            extensionWords: extensionWords ?? [], hasPadding: padding > 0)
        writer.write(contentsOf: payload)
        if padding > 0 {
            writer.write(repeating: 0, count: Int(padding) - 1)
            writer.write(padding)
        }
        return writer.bytes
    }

    package static func parity(
        _ number: UInt16, base: UInt16, isRow: Bool = false, columns: Int = 4, rows: Int = 4, length: Int = 200
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: length)
        ParityHeader(
            sequenceNumber: SequenceNumber(number), timestamp: UInt32(number), snBase: SequenceNumber(base),
            isRow: isRow, offset: isRow ? 1 : columns, count: isRow ? columns : rows
        ).write(to: &writer)
        writer.write(repeating: 0x5a, count: max(0, length - ParityHeader.length))
        return writer.bytes
    }

    package static func report(_ source: UInt32 = 0x5356_4d01) -> [UInt8] {
        var writer = ByteWriter()
        let info = RTCPSenderInfo(ntpTime: 0xe8f0_0000_0000_0000, rtpTimestamp: 90_000, packetCount: 7, octetCount: 9)
        RTCPCompound([
            .senderReport(source: source, info, []),
            .sourceDescription([RTCPSourceDescription(source: source, canonicalName: "camera@venue")]),
        ]).write(to: &writer)
        return writer.bytes
    }

    package static func session(_ number: Int = 1, name: String = "Camera 1", group: String = "239.1.1.0") -> [UInt8] {
        Array(
            """
            v=0\r\no=- \(number) 1 IN IP4 10.0.0.1\r\ns=\(name)\r\nc=IN IP4 \(group)/16\r\nt=0 0\r
            a=source-filter: incl IN IP4 * 10.0.0.1\r\nm=video 5000 RTP/AVP 33\r\na=rtpmap:33 MP2T/90000\r\n
            """.utf8)
    }

    package static func sap(_ payload: [UInt8], hash: UInt16 = 0x1234, isDeletion: Bool = false, type: String? = nil)
        -> [UInt8]
    {
        var writer = ByteWriter()
        SAPPacket(
            isDeletion: isDeletion, messageHash: hash, origin: IPAddress(v4: 0x0a00_0001), payloadType: type,
            payload: payload
        ).write(to: &writer)
        return writer.bytes
    }

    /// `bytes` as zlib would write them if it could not compress (RFC 1950, RFC 1951 3.2.4), at most 65 535 bytes.
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        var writer = ByteWriter()
        writer.write(0x7801 as UInt16)
        stored(bytes, &writer)
        writer.write(sums.1 << 16 | sums.0)
        return writer.bytes
    }

    /// `bytes` as a gzip file that is not compressed (RFC 1952).
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(contentsOf: [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
        for start in stride(from: 0, to: max(1, bytes.count), by: 65_535) {
            let end = min(start + 65_535, bytes.count)
            stored(Array(bytes[start..<end]), &writer, isLast: end == bytes.count)
        }
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
        }
        writer.writeLittleEndian(~sum)
        writer.writeLittleEndian(UInt32(truncatingIfNeeded: bytes.count))
        return writer.bytes
    }

    private static func stored(_ bytes: [UInt8], _ writer: inout ByteWriter, isLast: Bool = true) {
        writer.write(isLast ? 1 as UInt8 : 0)
        writer.writeLittleEndian(UInt16(truncatingIfNeeded: bytes.count))
        writer.writeLittleEndian(~UInt16(truncatingIfNeeded: bytes.count))
        writer.write(contentsOf: bytes)
    }
}
