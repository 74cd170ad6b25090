/// What of a 200 is sent, once the conditions and the range of its request are weighed (RFC 9110, sections 13 and 14).
enum Selection: Equatable {
    /// All of it.
    case whole
    /// These bytes of it, with status 206.
    case part(Range<Int>)
    /// 304: the reader has it.
    case unchanged
    /// 412: it is not what the reader thinks.
    case failed
    /// 416: it has no such bytes.
    case unsatisfiable

    /// Weighs the fields of a GET or HEAD request in the order of section 13.2.2.
    init(_ fields: FieldBlock, entityTag: String?, lastModified: Int64?, count: Int?) {
        let tag = entityTag.flatMap { EntityTag($0) }
        self = .whole
        if let wanted = fields.list(of: "If-Match") {
            guard Self.matches(wanted, tag, strongly: true) else {
                self = .failed
                return
            }
        } else if let date = fields.value(of: "If-Unmodified-Since").flatMap({ HTTPDate.seconds(of: $0) }) {
            if let lastModified, lastModified > date {
                self = .failed
                return
            }
        }
        if let known = fields.list(of: "If-None-Match") {
            if Self.matches(known, tag, strongly: false) {
                self = .unchanged
                return
            }
        } else if let date = fields.value(of: "If-Modified-Since").flatMap({ HTTPDate.seconds(of: $0) }) {
            if let lastModified, lastModified <= date {
                self = .unchanged
                return
            }
        }
        guard let count, let range = fields.value(of: "Range") else { return }
        if let condition = fields.value(of: "If-Range") {
            guard Self.isCurrent(condition, tag, lastModified) else { return }
        }
        switch ByteRange(range, of: count) {
        case .whole: break
        case .part(let range): self = .part(range)
        case .unsatisfiable: self = .unsatisfiable
        }
    }

    private static func matches(_ list: String, _ tag: EntityTag?, strongly: Bool) -> Bool {
        if list == "*" { return true }
        guard let tag else { return false }
        return EntityTag.list(list).contains { $0.equals(tag, strongly: strongly) }
    }

    /// `If-Range`: a strong tag that is ours, or exactly our date (section 13.1.5).
    private static func isCurrent(_ condition: String, _ tag: EntityTag?, _ lastModified: Int64?) -> Bool {
        if let wanted = EntityTag(condition) { return tag.map { wanted.equals($0, strongly: true) } ?? false }
        guard let lastModified, let date = HTTPDate.seconds(of: condition) else { return false }
        return date == lastModified
    }
}
