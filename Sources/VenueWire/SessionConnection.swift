public import NetworkFormats

/// The `c=` line: one address, or `count` neighbouring groups (RFC 8866, 5.7).
public struct SessionConnection: Hashable, Sendable {
    /// More neighbouring groups than this are not counted.
    public static let groupLimit = 256

    /// The address, or the first group.
    public var address: IPAddress
    /// Time to live of IPv4 groups; nil when the line names none.
    public var timeToLive: UInt8?
    /// How many groups follow each other from `address` on, 1 … ``groupLimit``.
    public var count: Int

    /// A connection to `address`, and `count` - 1 groups behind it.
    public init(address: IPAddress, timeToLive: UInt8? = nil, count: Int = 1) {
        self.address = address
        self.timeToLive = timeToLive
        self.count = count
    }

    /// Reads the value behind "c=", such as "IN IP4 239.1.1.1/15/3" or "IN IP6 ff15::101/3"; nil for a host name, another
    /// network or a number that cannot be read.
    public init?(value: Substring) {
        let words = value.words(3)
        guard words.count >= 3, words[0] == "IN" else { return nil }
        let parts = words[2].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 3, let first = parts.first, let address = IPAddress(String(first)),
            address.isIPv6 == (words[1] == "IP6")
        else { return nil }
        self.init(address: address)
        var numbers: [Int] = []
        for part in parts.dropFirst() {
            guard let number = Int(part), number >= 0 else { return nil }
            numbers.append(number)
        }
        // An IPv6 address has no time to live, so its only number counts groups.
        if !address.isIPv6, !numbers.isEmpty {
            guard let hops = UInt8(exactly: numbers.removeFirst()) else { return nil }
            timeToLive = hops
        }
        guard let groups = numbers.first else { return }
        guard groups >= 1, numbers.count == 1 else { return nil }
        count = min(groups, Self.groupLimit)
    }

    /// The address `place` groups behind the first, 0 ..< `count`.
    public func address(_ place: Int) -> IPAddress {
        let step = UInt64(truncatingIfNeeded: place)
        if address.isIPv6 {
            let (low, carry) = address.low.addingReportingOverflow(step)
            return IPAddress(v6: carry ? address.high &+ 1 : address.high, low)
        }
        return IPAddress(v4: UInt32(truncatingIfNeeded: address.low &+ step))
    }

    /// The value behind "c=".
    var text: String {
        var text = "IN \(address.isIPv6 ? "IP6" : "IP4") \(address)"
        if !address.isIPv6, timeToLive != nil || count > 1 { text += "/\(timeToLive ?? 127)" }
        return count > 1 ? text + "/\(count)" : text
    }
}
