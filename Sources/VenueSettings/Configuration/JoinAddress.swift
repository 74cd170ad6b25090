public import NetworkFormats

/// A channel that nobody announces, as a person writes it: `rtp://GROUP:PORT?fec=st2022-1&name=NAME&source=ADDRESS`.
public struct JoinAddress: Sendable, Hashable {
    /// What the datagrams carry.
    public enum Carriage: String, Sendable, Hashable {
        /// RTP.
        case rtp
        /// A transport stream straight in UDP.
        case udp
    }

    /// Where repair packets are looked for.
    public enum Protection: String, Sendable, Hashable {
        /// Two and four ports above the media, where SMPTE 2022-1 has them.
        case parity = "st2022-1"
        /// Nowhere: only the media's own port is joined.
        case none
    }

    /// What the datagrams carry.
    public var carriage: Carriage
    /// The group, or a unicast address of this machine, and the port.
    public var endpoint: Endpoint
    /// Where repair packets are looked for; beside RTP unless it says otherwise.
    public var protection: Protection
    /// What people call the channel; nil for what is announced, or the address.
    public var name: String?
    /// The only senders wanted; empty for any.
    public var sources: [IPAddress]

    /// A longer name is refused, in bytes.
    public static let nameLimit = 256
    /// More senders are refused.
    public static let sourceLimit = 64
    /// What an address looks like, for messages.
    public static let form = "rtp://GROUP:PORT or udp://GROUP:PORT, with ?name=, ?source= or ?fec=st2022-1 behind it"

    /// The address's UDP ports: the media's, and those of its repair packets.
    public var ports: [UInt16] {
        guard protection == .parity else { return [endpoint.port] }
        return [0, 2, 4].compactMap { endpoint.port.addingReportingOverflow($0) }
            .filter { !$0.overflow }.map(\.partialValue)
    }

    /// Reads an address; nil when it is none.
    public init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"), let carriage = Carriage(rawValue: String(text[..<mark.lowerBound]))
        else { return nil }
        let parts = text[mark.upperBound...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard var place = parts.first else { return nil }
        // VLC and FFmpeg write "@" before a group.
        if place.first == "@" { place = place.dropFirst() }
        if place.last == "/" { place = place.dropLast() }
        guard let endpoint = Endpoint(String(place)), endpoint.port > 0 else { return nil }
        self.carriage = carriage
        self.endpoint = endpoint
        protection = carriage == .rtp ? .parity : .none
        sources = []
        guard parts.count > 1 else { return }
        for item in parts[1].split(separator: "&") where !take(item) { return nil }
    }

    private mutating func take(_ item: Substring) -> Bool {
        let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, let value = Self.unescaped(pair[1]), !value.isEmpty else { return false }
        switch pair[0] {
        case "name":
            guard value.utf8.count <= Self.nameLimit else { return false }
            name = value
        case "source":
            guard let address = IPAddress(value), sources.count < Self.sourceLimit else { return false }
            sources.append(address)
        case "fec":
            guard let wanted = Protection(rawValue: value) else { return false }
            protection = wanted
        default: return false
        }
        return true
    }

    /// `text` with its percent escapes decoded (RFC 3986, 2.1); nil when one is broken, or the bytes are no UTF-8.
    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard rest.count >= 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16), value > 0
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
