extension IPAddress: CustomStringConvertible {
    /// Reads "10.1.1.5" or an IPv6 address in any form of RFC 4291, section 2.2; nil for anything else.
    public init?(_ text: String) {
        if text.utf8.contains(UInt8(ascii: ":")) {
            guard let groups = Self.groups(of: text) else { return nil }
            let halves = groups.reduce(into: (UInt64(0), UInt64(0))) { halves, group in
                halves.0 = halves.0 << 16 | halves.1 >> 48
                halves.1 = halves.1 << 16 | UInt64(group)
            }
            self.init(v6: halves.0, halves.1)
        } else {
            guard let bits = Self.dotted(text) else { return nil }
            self.init(v4: bits)
        }
    }

    /// Dotted quad, or the canonical IPv6 text of RFC 5952.
    public var description: String {
        guard isIPv6 else { return "\(low >> 24 & 255).\(low >> 16 & 255).\(low >> 8 & 255).\(low & 255)" }
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: ($0 < 4 ? high : low) >> UInt64(48 - $0 % 4 * 16)) }
        guard let zeros = Self.longestZeros(groups) else {
            return groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        let before = groups[..<zeros.lowerBound].map { String($0, radix: 16) }.joined(separator: ":")
        let after = groups[zeros.upperBound...].map { String($0, radix: 16) }.joined(separator: ":")
        return "\(before)::\(after)"
    }

    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var best = 0..<0
        var start = 0
        while start < groups.count {
            var end = start
            while end < groups.count, groups[end] == 0 { end += 1 }
            if end - start > best.count { best = start..<end }
            start = max(end, start + 1)
        }
        return best.count >= 2 ? best : nil
    }

    private static func dotted(_ text: some StringProtocol) -> UInt32? {
        var bits: UInt32 = 0
        var octet: UInt32?
        var octets = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let value = (octet ?? 0) * 10 + UInt32(byte - UInt8(ascii: "0"))
                // A leading zero is octal to some readers and decimal to others.
                guard value <= 255, octet != 0 else { return nil }
                octet = value
            case UInt8(ascii: "."):
                guard let value = octet, octets < 3 else { return nil }
                bits = bits << 8 | value
                octets += 1
                octet = nil
            default: return nil
            }
        }
        guard let value = octet, octets == 3 else { return nil }
        return bits << 8 | value
    }

    private static func groups(of text: String) -> [UInt16]? {
        // The longest form there is: six groups and four octets.
        guard text.utf8.count <= 45 else { return nil }
        let halves = text.components(separatedByDoubleColon: ())
        guard halves.count <= 2 else { return nil }
        var sides: [[UInt16]] = []
        for (index, half) in halves.enumerated() {
            guard let side = Self.side(half, mayEndDotted: index == halves.count - 1) else { return nil }
            sides.append(side)
        }
        if sides.count == 1 { return sides[0].count == 8 ? sides[0] : nil }
        let missing = 8 - sides[0].count - sides[1].count
        return missing >= 1 ? sides[0] + Array(repeating: 0, count: missing) + sides[1] : nil
    }

    private static func side(_ text: Substring, mayEndDotted: Bool) -> [UInt16]? {
        if text.isEmpty { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if mayEndDotted, index == parts.count - 1, part.contains(".") {
                guard let bits = dotted(part) else { return nil }
                groups += [UInt16(bits >> 16), UInt16(bits & 0xffff)]
            } else {
                guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16)
                else {
                    return nil
                }
                groups.append(group)
            }
        }
        return groups
    }
}

extension String {
    fileprivate func components(separatedByDoubleColon: ()) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let cut = rest.firstRange(of: "::") {
            parts.append(rest[..<cut.lowerBound])
            rest = rest[cut.upperBound...]
        }
        return parts + [rest]
    }
}
