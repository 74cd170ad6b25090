/// The path and query of a request, split as they were sent and then decoded once (RFC 3986, section 2.4).
struct RequestTarget: Equatable {
    var rawPath: String
    var path: [String]
    var query: [QueryItem]

    private static let slash = UInt8(ascii: "/")

    init(parsing target: [UInt8]) throws(TargetFault) {
        for byte in target where byte <= 0x20 || byte == 0x7f || byte == UInt8(ascii: "#") {
            throw byte == 0 ? .nul : .forbiddenCharacter
        }
        let start = Self.pathStart(in: target)
        guard start < target.count, target[start] == Self.slash else { throw .noPath }
        let mark = target[start...].firstIndex(of: UInt8(ascii: "?")) ?? target.count
        guard let raw = String(validating: target[start..<mark], as: UTF8.self) else { throw .notUnicode }
        rawPath = raw
        path = []
        query = []
        for part in target[start..<mark].split(separator: Self.slash) { path.append(try Self.decoded(part)) }
        guard mark < target.count else { return }
        for item in target[(mark + 1)...].split(separator: UInt8(ascii: "&")) {
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = try Self.decoded(item[..<equals])
            query.append(QueryItem(name: name, value: try Self.decoded(item[equals...].dropFirst())))
        }
    }

    /// Where the path begins: behind scheme and authority when a proxy's form of the target was sent.
    private static func pathStart(in target: [UInt8]) -> Int {
        guard target.first != slash else { return 0 }
        for scheme in ["http://", "https://"] where target.count >= scheme.utf8.count {
            guard zip(target, scheme.utf8).allSatisfy({ $0.lowered == $1 }) else { continue }
            return target[scheme.utf8.count...].firstIndex(of: slash) ?? target.count
        }
        return 0
    }

    private static func decoded(_ part: ArraySlice<UInt8>) throws(TargetFault) -> String {
        var bytes: [UInt8] = []
        if part.contains(UInt8(ascii: "%")) {
            bytes.reserveCapacity(part.count)
            var rest = part
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "%") else {
                    bytes.append(byte)
                    continue
                }
                guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
                    throw .badEscape
                }
                guard high | low != 0 else { throw .nul }
                bytes.append(high << 4 | low)
            }
        }
        let text = bytes.isEmpty ? String(validating: part, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
        guard let text else { throw .notUnicode }
        return text
    }
}
