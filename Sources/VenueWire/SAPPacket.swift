public import Bytes
import Kernels
public import NetworkFormats

/// A message of the Session Announcement Protocol (RFC 2974).
///
/// ```
///  0                   1                   2                   3
///  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// | V=1 |A|R|T|E|C|   auth len    |         msg id hash           |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |        originating source (32 bits, or 128 when A is 1)       |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |           authentication data (auth len times 32 bits)        |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |     payload type (optional), NUL; payload; both maybe zlib    |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// ```
public struct SAPPacket: Hashable, Sendable {
    /// The UDP port of announcements.
    public static let port: UInt16 = 9875
    /// A compressed payload that inflates to more bytes than this is refused.
    public static let inflatedLimit = 1 << 16
    /// A payload type longer than this, or without its NUL, is refused.
    public static let payloadTypeLimit = 255
    /// The payload type of a session description, also when none is written.
    public static let sessionDescriptionType = "application/sdp"

    /// Whether the session is deleted rather than announced (T).
    public var isDeletion: Bool
    /// Whether the payload came compressed (C).
    public var isCompressed: Bool
    /// With `origin` it names one version of the announcement; 0 is legal but says nothing.
    public var messageHash: UInt16
    /// The address that the announcer gives as its own; it may differ from the datagram's source.
    public var origin: IPAddress
    /// Bytes of authentication data, which are passed over.
    public var authenticationLength: Int
    /// The MIME type of the payload; nil when the message names none, which stands for `application/sdp`.
    public var payloadType: String?
    /// The payload, inflated.
    public var payload: [UInt8]

    /// Whether the payload is a session description, or in a deletion perhaps only its `o=` line.
    public var isSessionDescription: Bool { payloadType == nil || payloadType == Self.sessionDescriptionType }

    /// A message for writing, neither compressed nor authenticated.
    public init(
        isDeletion: Bool = false, messageHash: UInt16, origin: IPAddress, payloadType: String?, payload: [UInt8]
    ) {
        self.isDeletion = isDeletion
        self.messageHash = messageHash
        self.origin = origin
        self.payloadType = payloadType
        self.payload = payload
        isCompressed = false
        authenticationLength = 0
    }

    /// Reads the message that fills the rest of `reader`.
    ///
    /// Throws when it is cut, of another version, encrypted, does not inflate within ``inflatedLimit``, or when its
    /// payload type does not end.
    public init(parsing reader: inout ByteReader) throws(ParseError) {
        let flags: UInt8 = try reader.value()
        guard flags >> 5 == 1 else { throw .unsupportedVersion(flags >> 5) }
        authenticationLength = Int(try reader.value(UInt8.self)) * 4
        messageHash = try reader.value()
        if flags & 0x10 != 0 {
            origin = IPAddress(v6: try reader.value(), try reader.value())
        } else {
            origin = IPAddress(v4: try reader.value())
        }
        try reader.pass(authenticationLength)
        isDeletion = flags & 0x04 != 0
        isCompressed = flags & 0x01 != 0
        guard flags & 0x02 == 0 else { throw .encrypted }
        let rest = reader.readRest()
        if isCompressed {
            do {
                payload = try Inflater.inflate(rest, limit: Self.inflatedLimit)
            } catch {
                throw .badCompression
            }
        } else {
            payload = rest.copied()
        }
        try takePayloadType()
    }

    /// Appends the message without authentication data, compressed when ``isCompressed`` says so.
    public func write(to writer: inout ByteWriter) {
        var content = ByteWriter(capacity: payload.count + Self.payloadTypeLimit + 1)
        if let payloadType {
            content.write(utf8: payloadType)
            content.write(0 as UInt8)
        }
        content.write(contentsOf: payload)
        let compressed = isCompressed ? Deflater.zlibStream(of: content.bytes.lent) : nil
        writer.write(
            0x20 | (origin.isIPv6 ? 0x10 : 0) | (isDeletion ? 0x04 : 0) | (compressed != nil ? 0x01 : 0 as UInt8))
        writer.write(0 as UInt8)
        writer.write(messageHash)
        if origin.isIPv6 {
            writer.write(origin.high)
            writer.write(origin.low)
        } else {
            writer.write(UInt32(truncatingIfNeeded: origin.low))
        }
        writer.write(contentsOf: compressed ?? content.bytes)
    }

    private mutating func takePayloadType() throws(ParseError) {
        payloadType = nil
        if payload.isEmpty || payload.starts(with: Array("v=0".utf8)) { return }
        if isDeletion, payload.starts(with: Array("o=".utf8)) { return }
        guard let end = payload.prefix(Self.payloadTypeLimit + 1).firstIndex(of: 0) else { throw .notText }
        let type = String(decoding: payload[..<end], as: UTF8.self)
        payload.removeFirst(end + 1)
        payloadType = type.isEmpty ? nil : type.lowercased()
    }
}
