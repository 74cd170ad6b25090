public import Bytes
public import Timing

/// The optional part between a packet's header and its payload (ISO/IEC 13818-1, 2.4.3.4).
public struct AdaptationField: Hashable, Sendable {
    /// The most bytes that can follow the length byte: a packet without payload.
    public static let maximumLength = 183

    /// Whether the continuity counter or, on the PID of the clock, the time base begins anew here.
    public var isDiscontinuity: Bool
    /// Whether decoding can start at the unit that begins here.
    public var isRandomAccess: Bool
    /// Whether the payload matters more than the rest of the elementary stream.
    public var isPriority: Bool
    /// The program's clock at the byte that holds its last bit, if given.
    public var clock: ProgramClock?
    /// The clock of the stream that this one was cut from, if given.
    public var originalClock: ProgramClock?
    /// Packets left until a splice point, if given.
    public var spliceCountdown: Int8?
    /// Bytes of private data, their length byte left out.
    public var privateLength: Int
    /// Bytes of the extension, its length byte left out.
    public var extensionLength: Int
    /// Bytes that only fill up; a field of length 0 is one byte of filling.
    public var stuffing: Int

    /// States a field; `stuffing` bytes FF are written behind what it says.
    public init(
        clock: ProgramClock? = nil, isRandomAccess: Bool = false, isDiscontinuity: Bool = false,
        isPriority: Bool = false,
        stuffing: Int = 0
    ) {
        self.isDiscontinuity = isDiscontinuity
        self.isRandomAccess = isRandomAccess
        self.isPriority = isPriority
        self.clock = clock
        originalClock = nil
        spliceCountdown = nil
        privateLength = 0
        extensionLength = 0
        self.stuffing = max(0, stuffing)
    }

    /// Reads the length byte and as many bytes; throws when there are fewer, or when what the flags announce does not fit.
    public init(parsing reader: inout ByteReader) throws(TransportError) {
        self.init()
        do {
            let length = Int(try reader.read(UInt8.self))
            guard length > 0 else {
                stuffing = 1
                return
            }
            var body = ByteReader(try reader.readSpan(length))
            let flags: UInt8 = try body.read()
            isDiscontinuity = flags & 0x80 != 0
            isRandomAccess = flags & 0x40 != 0
            isPriority = flags & 0x20 != 0
            if flags & 0x10 != 0 { clock = try Self.readClock(&body) }
            if flags & 0x08 != 0 { originalClock = try Self.readClock(&body) }
            if flags & 0x04 != 0 { spliceCountdown = Int8(bitPattern: try body.read(UInt8.self)) }
            if flags & 0x02 != 0 {
                privateLength = Int(try body.read(UInt8.self))
                try body.skip(privateLength)
            }
            if flags & 0x01 != 0 {
                extensionLength = Int(try body.read(UInt8.self))
                try body.skip(extensionLength)
            }
            stuffing = body.remaining
        } catch {
            throw .truncated(error)
        }
    }

    private static func readClock(_ reader: inout ByteReader) throws(Truncation) -> ProgramClock {
        let high: UInt32 = try reader.read()
        let low: UInt16 = try reader.read()
        return ProgramClock(base: UInt64(high) << 1 | UInt64(low >> 15), extension: UInt64(low & 0x1FF))
    }

    /// Whether the field fills up the packet: it has stuffing, or says nothing at all and is itself two bytes of it.
    var isFilling: Bool { stuffing > 0 || self == AdaptationField() }

    /// Bytes that `write` appends, the length byte included; private data and extension are not written.
    public var encodedLength: Int { 2 + (clock == nil ? 0 : 6) + (originalClock == nil ? 0 : 6) + stuffing }

    /// Appends length, flags, clocks and stuffing.
    public func write(to writer: inout ByteWriter) {
        writer.write(UInt8(truncatingIfNeeded: encodedLength - 1))
        var flags: UInt8 = 0
        if isDiscontinuity { flags |= 0x80 }
        if isRandomAccess { flags |= 0x40 }
        if isPriority { flags |= 0x20 }
        if clock != nil { flags |= 0x10 }
        if originalClock != nil { flags |= 0x08 }
        writer.write(flags)
        for given in [clock, originalClock] {
            guard let given else { continue }
            let base = given.rawValue / 300
            writer.write(UInt32(truncatingIfNeeded: base >> 1))
            writer.write(UInt16(truncatingIfNeeded: (base & 1) << 15 | 0x7E00 | given.rawValue % 300))
        }
        writer.write(repeating: 0xFF, count: stuffing)
    }
}
