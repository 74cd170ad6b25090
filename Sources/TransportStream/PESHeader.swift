public import Bytes
public import Timing

/// The header of a packetized elementary stream packet (ISO/IEC 13818-1, 2.4.3.6).
public struct PESHeader: Hashable, Sendable {
    /// Bytes up to and including `PES_packet_length`.
    public static let fixedLength = 6
    /// The most bytes a header can have: 9 and 255 more.
    public static let maximumLength = 264

    /// What is carried: C0…DF audio, E0…EF video, BD private, FD extended, and others.
    public var streamID: UInt8
    /// Bytes that follow the length field; 0 means until the next PES packet begins (video only).
    public var packetLength: UInt16
    /// How the payload is scrambled, 0…3; 0 means not at all.
    public var scrambling: UInt8
    /// Whether the payload begins with the start of an access unit (`data_alignment_indicator`).
    public var isAligned: Bool
    /// When the first access unit that begins here is to be presented, if given.
    public var pts: MediaTimestamp?
    /// When it is to be decoded, if that differs.
    public var dts: MediaTimestamp?
    /// Bytes from the start code to the first payload byte.
    public private(set) var headerLength: Int

    /// States a header; `payloadLength` nil leaves the packet's length open.
    public init(
        streamID: UInt8, pts: MediaTimestamp? = nil, dts: MediaTimestamp? = nil, payloadLength: Int? = nil,
        isAligned: Bool = false
    ) {
        self.streamID = streamID
        self.pts = pts
        self.dts = pts == nil ? nil : dts
        scrambling = 0
        self.isAligned = isAligned
        headerLength = 9 + (pts == nil ? 0 : 5) + (self.dts == nil ? 0 : 5)
        packetLength = 0
        if let payloadLength { packetLength = UInt16(exactly: payloadLength &+ headerLength &- Self.fixedLength) ?? 0 }
    }

    /// Reads a header; throws when it is cut or does not begin with 000001.
    public init(parsing reader: inout ByteReader) throws(TransportError) {
        let start: UInt32
        do { start = try reader.readUInt24() } catch { throw .truncated(error) }
        guard start == 1 else { throw .badStartCode(start) }
        self.init(streamID: 0)
        headerLength = Self.fixedLength
        do {
            streamID = try reader.read()
            packetLength = try reader.read()
            guard Self.hasOptionalPart(streamID) else { return }
            let first: UInt8 = try reader.read()
            let flags: UInt8 = try reader.read()
            let length = Int(try reader.read(UInt8.self))
            var body = ByteReader(try reader.readSpan(length))
            scrambling = first >> 4 & 3
            isAligned = first & 4 != 0
            headerLength = 9 + length
            if flags & 0x80 != 0, body.remaining >= 5 { pts = try MediaTimestamp(parsing: &body) }
            if flags & 0xC0 == 0xC0, body.remaining >= 5 { dts = try MediaTimestamp(parsing: &body) }
        } catch {
            throw .truncated(error)
        }
    }

    /// Whether PES packets of `streamID` have flags and time stamps (table 2-21 and the syntax before it).
    public static func hasOptionalPart(_ streamID: UInt8) -> Bool {
        switch streamID {
        case 0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF: false
        default: true
        }
    }

    /// Payload bytes that the packet says it has; nil when it leaves that open or contradicts itself.
    public var payloadLength: Int? {
        let length = Int(packetLength) + Self.fixedLength - headerLength
        return packetLength == 0 || length < 0 ? nil : length
    }

    /// Appends the header of a packet with time stamps.
    public func write(to writer: inout ByteWriter) {
        writer.writeUInt24(1)
        writer.write(streamID)
        writer.write(packetLength)
        guard Self.hasOptionalPart(streamID) else { return }
        writer.write(UInt8(0x80 | (scrambling & 3) << 4 | (isAligned ? 4 : 0)))
        writer.write(UInt8((pts == nil ? 0 : 0x80) | (dts == nil ? 0 : 0x40)))
        writer.write(UInt8(truncatingIfNeeded: (pts == nil ? 0 : 5) + (dts == nil ? 0 : 5)))
        pts?.write(to: &writer, prefix: dts == nil ? 2 : 3)
        dts?.write(to: &writer, prefix: 1)
    }
}

extension PESHeader {
    /// Bytes of the header that begins `bytes`; nil while too few are there to tell.
    static func length(_ bytes: RawSpan) -> Int? {
        guard bytes.byteCount >= fixedLength else { return nil }
        let start = bytes.bigEndian(at: 0, as: UInt32.self)
        guard start >> 8 == 1, hasOptionalPart(UInt8(truncatingIfNeeded: start)) else { return fixedLength }
        return bytes.byteCount >= 9 ? 9 + Int(bytes.byte(at: 8)) : nil
    }
}
