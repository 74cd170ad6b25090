/// The checksum that its catalogue calls CRC-16/CCITT-FALSE: polynomial 0x1021, begun with 0xffff, not reflected.
enum CRC16 {
    static func checksum(of bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0xffff) { crc, byte in
            (0..<8).reduce(crc ^ UInt16(byte) << 8) { crc, _ in crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
        }
    }
}
