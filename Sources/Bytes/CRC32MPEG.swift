/// The CRC of PSI sections (ISO/IEC 13818-1 annex A): polynomial 04C11DB7, start FFFFFFFF, not reflected.
public enum CRC32MPEG {
    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index) << 24
        for _ in 0..<8 { value = value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1 }
        return value
    }

    /// The CRC of `bytes`; over a whole section, its own CRC included, it is 0.
    public static func checksum(_ bytes: RawSpan) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for offset in 0..<bytes.byteCount {
            value = value << 8 ^ table[Int(UInt8(truncatingIfNeeded: value >> 24) ^ bytes.byte(at: offset))]
        }
        return value
    }
}
