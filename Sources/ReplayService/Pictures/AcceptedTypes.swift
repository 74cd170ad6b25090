/// What media types a reader takes, and how gladly (RFC 9110, section 12.5.1).
struct AcceptedTypes {
    private struct Range {
        var type: Substring
        var subtype: Substring
        /// Thousandths, 0 to 1000.
        var quality: Int

        /// How exactly it names a type.
        var weight: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 }
    }

    /// Ranges that are looked at; nobody sends more.
    private static let limit = 64

    private let ranges: [Range]

    /// Reads the field; without one everything is taken.
    init(_ field: String?) {
        let parts = (field ?? "*/*").lowercased().split(separator: ",").prefix(Self.limit)
        ranges = parts.compactMap { part in
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let names = (pieces.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
            guard names.count == 2 else { return nil }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Self.thousandths($0.dropFirst(2)) }
            return Range(type: names[0], subtype: names[1], quality: quality ?? 1_000)
        }
    }

    /// How gladly `type` is taken, 0 (not at all) to 1000, as the range says that names it most exactly.
    func quality(of type: String) -> Int {
        let names = type.split(separator: "/")
        let fitting = ranges.filter {
            ($0.type == "*" || $0.type == names.first) && ($0.subtype == "*" || $0.subtype == names.last)
        }
        return fitting.max { $0.weight < $1.weight }?.quality ?? 0
    }

    /// Whether a page is wanted rather than JSON: only when it is named as the better one.
    var prefersPage: Bool { quality(of: "text/html") > quality(of: "application/json") }

    /// "0.5" as 500; what cannot be read counts as 1.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.first == "0", parts.count == 1 || parts[1].utf8.count <= 3 else { return 1_000 }
        guard parts.count == 2, !parts[1].isEmpty else { return 0 }
        return Int(parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count)) ?? 1_000
    }
}
