public import Bytes

/// The four bytes that begin every transport packet (ISO/IEC 13818-1, 2.4.3.2).
///
/// ```
/// | 47 | error 1 | start 1 | priority 1 | PID 13 | scrambling 2 | adaptation 1 | payload 1 | counter 4 |
/// ```
public struct TransportPacketHeader: Hashable, Sendable {
    /// The first byte of every packet.
    public static let syncByte: UInt8 = 0x47
    /// Bytes of a packet without the 16 parity bytes that some links append.
    public static let packetLength = 188
    /// The PID of stuffing packets.
    public static let nullPID: UInt16 = 0x1FFF

    /// Whether a demodulator could not correct the packet (`transport_error_indicator`).
    public var hasTransportError: Bool
    /// Whether a PES packet or the first of its sections begins in the payload (`payload_unit_start_indicator`).
    public var startsUnit: Bool
    /// Whether the packet matters more than others of its PID (`transport_priority`).
    public var isPriority: Bool
    /// What the payload belongs to, 0…8191.
    public var pid: UInt16
    /// How the payload is scrambled, 0…3; 0 means not at all (`transport_scrambling_control`).
    public var scrambling: UInt8
    /// Whether an adaptation field follows.
    public var hasAdaptationField: Bool
    /// Whether the packet carries payload.
    public var hasPayload: Bool
    /// Counts the packets of the PID that carry payload, 0…15.
    public var continuityCounter: UInt8

    /// States a header.
    public init(
        pid: UInt16, continuityCounter: UInt8, startsUnit: Bool = false, hasAdaptationField: Bool = false,
        hasPayload: Bool = true, scrambling: UInt8 = 0, hasTransportError: Bool = false, isPriority: Bool = false
    ) {
        self.hasTransportError = hasTransportError
        self.startsUnit = startsUnit
        self.isPriority = isPriority
        self.pid = pid & 0x1FFF
        self.scrambling = scrambling & 3
        self.hasAdaptationField = hasAdaptationField
        self.hasPayload = hasPayload
        self.continuityCounter = continuityCounter & 15
    }

    /// The header whose four bytes are the big-endian `word`; its sync byte is not looked at.
    public init(word: UInt32) {
        hasTransportError = word & 0x80_0000 != 0
        startsUnit = word & 0x40_0000 != 0
        isPriority = word & 0x20_0000 != 0
        pid = UInt16(truncatingIfNeeded: word >> 8 & 0x1FFF)
        scrambling = UInt8(truncatingIfNeeded: word >> 6 & 3)
        hasAdaptationField = word & 0x20 != 0
        hasPayload = word & 0x10 != 0
        continuityCounter = UInt8(truncatingIfNeeded: word & 15)
    }

    /// Reads four bytes; throws when there are fewer or the first is not 47.
    public init(parsing reader: inout ByteReader) throws(TransportError) {
        let word: UInt32
        do { word = try reader.read() } catch { throw .truncated(error) }
        guard word >> 24 == UInt32(Self.syncByte) else { throw .badSyncByte(UInt8(truncatingIfNeeded: word >> 24)) }
        self.init(word: word)
    }

    /// The four bytes as a big-endian number.
    public var word: UInt32 {
        var value = UInt32(Self.syncByte) << 24 | UInt32(pid & 0x1FFF) << 8 | UInt32(scrambling & 3) << 6
        if hasTransportError { value |= 0x80_0000 }
        if startsUnit { value |= 0x40_0000 }
        if isPriority { value |= 0x20_0000 }
        if hasAdaptationField { value |= 0x20 }
        if hasPayload { value |= 0x10 }
        return value | UInt32(continuityCounter & 15)
    }

    /// Appends the four bytes.
    public func write(to writer: inout ByteWriter) { writer.write(word) }
}
