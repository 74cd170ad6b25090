/// The path and query of a request, split as they were sent and then decoded once (RFC 3986, section 2.4).
struct RequestTarget {
    /// Where the path lies among the bytes of the target.
    private(set) var rawPath: Range<Int>
    private(set) var path: [String] = []
    private(set) var query: [QueryItem] = []

    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")

    init(parsing target: [UInt8]) throws(TargetFault) {
        let start = Self.pathStart(in: target)
        let end = try Self.pathEnd(in: target)
        guard start < end, target[start] == Self.slash else { throw .noPath }
        rawPath = start..<end
        var partStart = start + 1
        for index in partStart...end where index == end || target[index] == Self.slash {
            if index > partStart { path.append(try Self.decoded(target, partStart..<index)) }
            partStart = index + 1
        }
        guard end < target.count else { return }
        for item in target[(end + 1)...].split(separator: UInt8(ascii: "&")) {
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = try Self.decoded(target, item.startIndex..<equals)
            let value = try Self.decoded(target, min(equals + 1, item.endIndex)..<item.endIndex)
            query.append(QueryItem(name: name, value: value))
        }
    }

    /// Where the path begins: behind scheme and authority when a proxy's form of the target was sent.
    private static func pathStart(in target: [UInt8]) -> Int {
        guard target.first != slash else { return 0 }
        for scheme in ["http://", "https://"] where target.count >= scheme.utf8.count {
            guard zip(target, scheme.utf8).allSatisfy({ $0.lowered == $1 }) else { continue }
            return target[scheme.utf8.count...].firstIndex { $0 == slash || $0 == UInt8(ascii: "?") } ?? target.count
        }
        return 0
    }

    /// Where the path ends, once every byte is known to be allowed.
    private static func pathEnd(in target: [UInt8]) throws(TargetFault) -> Int {
        var end = target.count
        for index in target.indices {
            let byte = target[index]
            if byte <= 0x20 || byte == 0x7f || byte == UInt8(ascii: "#") {
                throw byte == 0 ? .nul : .forbiddenCharacter
            }
            if byte == UInt8(ascii: "?"), end == target.count { end = index }
        }
        return end
    }

    private static func decoded(_ target: [UInt8], _ range: Range<Int>) throws(TargetFault) -> String {
        var isPlain = true
        for index in range where target[index] == percent || target[index] >= 0x80 { isPlain = false }
        if isPlain { return String(decoding: target[range], as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var rest = target[range]
        while let byte = rest.popFirst() {
            guard byte == percent else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else { throw .badEscape }
            guard high | low != 0 else { throw .nul }
            bytes.append(high << 4 | low)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUnicode }
        return text
    }
}
