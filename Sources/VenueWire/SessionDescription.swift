public import Bytes
public import NetworkFormats

/// A session description (SDP, RFC 8866), as announcements carry it.
///
/// Tolerant of what the field sends: lines may end in LF alone, unknown lines and unreadable optional lines are passed
/// over, and everything but `v=` and `o=` may be missing.
public struct SessionDescription: Hashable, Sendable {
    /// A longer text is refused, in bytes.
    public static let lengthLimit = 1 << 16
    /// More media sections than this are refused.
    public static let mediaLimit = 64
    /// A description of more lines is refused.
    public static let allLinesLimit = 4_096
    /// More lines of one kind in one section than this are passed over.
    public static let lineLimit = 256

    /// The `o=` line.
    public var origin: SessionOrigin
    /// The `s=` line; empty when missing or blank.
    public var name: String
    /// The `i=` line.
    public var title: String?
    /// The session's `c=` line, which holds for media sections without one.
    public var connection: SessionConnection?
    /// The session's `b=` lines.
    public var bandwidths: [SessionBandwidth] = []
    /// The first `t=` line's start in seconds since 1900; 0 when unbounded.
    public var start: UInt64 = 0
    /// The first `t=` line's end in seconds since 1900; 0 when unbounded.
    public var stop: UInt64 = 0
    /// The session's `a=` lines in order.
    public var attributes: [SessionAttribute] = []
    /// The media sections in order.
    public var media: [SessionMedia] = []

    /// A session without further lines.
    public init(origin: SessionOrigin, name: String) {
        self.origin = origin
        self.name = name
    }

    /// Reads the description that fills the rest of `reader`; throws as ``init(payload:)`` does.
    public init(parsing reader: inout ByteReader) throws(ParseError) {
        guard reader.remaining <= Self.lengthLimit else { throw .limitExceeded }
        try self.init(payload: reader.readRest().copied())
    }

    /// Reads the description that a message carries.
    ///
    /// Throws `.badLine` when it does not begin with `v=0` or has no readable `o=` line, `.limitExceeded` beyond the
    /// limits, `.notText` when it holds NUL. Bytes that are not UTF-8 become U+FFFD.
    public init(payload: [UInt8]) throws(ParseError) {
        guard payload.count <= Self.lengthLimit else { throw .limitExceeded }
        // Some announcers end the text with a C string's NUL.
        let text = payload.last == 0 ? payload.dropLast() : payload[...]
        guard !text.contains(0) else { throw .notText }
        var parser = SessionParser()
        var lines = 0
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? text.endIndex
            if end > start {
                lines += 1
                guard lines <= Self.allLinesLimit else { throw .limitExceeded }
                try parser.take(text[start..<end])
            }
            start = min(end + 1, text.endIndex)
        }
        self = try parser.finished()
    }

    /// The session's `a=source-filter` lines.
    public var sourceFilters: [SessionSourceFilter] { attributes.sourceFilters }

    /// The direction that holds for `media`.
    public func direction(of media: SessionMedia) -> SessionDirection {
        media.direction ?? attributes.direction ?? .sendReceive
    }

    /// Where the packets of `media` go to: its groups and ports, those of RTCP left out; at most
    /// ``SessionMedia/endpointLimit``, none when the media is refused or the session names no address.
    ///
    /// Several groups with as many ports belong together one to one (RFC 8866, 5.14).
    public func endpoints(of media: SessionMedia) -> [Endpoint] {
        let connections = media.connections.isEmpty ? connection.map { [$0] } ?? [] : media.connections
        let groups = connections.flatMap { connection in
            (0..<min(connection.count, SessionMedia.endpointLimit)).map { connection.address($0) }
        }.prefix(SessionMedia.endpointLimit)
        guard media.port != 0, !groups.isEmpty else { return [] }
        let step = media.isRTP ? 2 : 1
        let ports = (0..<media.portCount).compactMap { UInt16(exactly: Int(media.port) + $0 * step) }
        if groups.count == ports.count { return zip(groups, ports).map { Endpoint($0, $1) } }
        let all = groups.lazy.flatMap { group in ports.lazy.map { Endpoint(group, $0) } }
        return Array(all.prefix(SessionMedia.endpointLimit))
    }
}
