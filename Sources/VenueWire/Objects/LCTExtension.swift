import Bytes

/// The header extension types that are read and written, and what EXT_TIME holds (RFC 5651, 5.2).
enum LCTExtension {
    /// EXT_TIME.
    static let time: UInt8 = 2
    /// EXT_FTI (RFC 5775).
    static let transferInformation: UInt8 = 64
    /// EXT_FDT (RFC 6726).
    static let table: UInt8 = 192
    /// EXT_CENC (RFC 6726).
    static let contentCoding: UInt8 = 193

    /// EXT_TIME's bit for the seconds of the sender's time.
    static let hasSeconds: UInt16 = 0x8000
    /// EXT_TIME's bit for their fraction.
    static let hasFraction: UInt16 = 0x4000

    /// The sender's current time in the EXT_TIME at `place`; nil when it holds none, or is too short for what it states.
    static func senderTime(_ bytes: RawSpan, at place: Int, size: Int) -> NetworkTime? {
        let use: UInt16 = bytes.bigEndian(at: place + 2)
        guard use & hasSeconds != 0, size >= 8 else { return nil }
        let seconds: UInt32 = bytes.bigEndian(at: place + 4)
        guard use & hasFraction != 0, size >= 12 else { return NetworkTime(seconds: seconds, fraction: 0) }
        return NetworkTime(seconds: seconds, fraction: bytes.bigEndian(at: place + 8))
    }
}
