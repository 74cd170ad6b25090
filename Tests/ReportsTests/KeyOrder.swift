/// The keys of a JSON text, object by object, in the order in which they stand; independent of the writer.
///
/// A small strict reader of RFC 8259: nil for whatever is not exactly one JSON value.
struct KeyOrder {
    /// The keys met at each path, such as "channels[].rtp", in the order of their first appearance.
    private(set) var keys: [String: [String]] = [:]
    private var rest: Substring.UnicodeScalarView

    init?(of text: String) {
        rest = Substring(text).unicodeScalars
        guard value("", depth: 0) else { return nil }
        blanks()
        guard rest.isEmpty else { return nil }
    }

    private mutating func blanks() {
        while let next = rest.first, " \n\t\r".unicodeScalars.contains(next) { rest.removeFirst() }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        blanks()
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func value(_ path: String, depth: Int) -> Bool {
        guard depth < 32 else { return false }
        if take("{") { return object(path, depth) }
        if take("[") { return array(path, depth) }
        blanks()
        if rest.first == "\"" { return string() != nil }
        let word = rest.prefix { !",]} \n".unicodeScalars.contains($0) }
        rest = rest.dropFirst(word.count)
        let text = String(String.UnicodeScalarView(word))
        return ["true", "false", "null"].contains(text) || Self.isNumber(text)
    }

    /// Whether `text` is a number of RFC 8259 without an exponent.
    private static func isNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else {
            return false
        }
        return parts[0] == "0" || !parts[0].hasPrefix("0")
    }

    private mutating func object(_ path: String, _ depth: Int) -> Bool {
        if take("}") { return true }
        repeat {
            blanks()
            guard let key = string(), take(":") else { return false }
            if !(keys[path] ?? []).contains(key) { keys[path, default: []].append(key) }
            guard value(path.isEmpty ? key : "\(path).\(key)", depth: depth + 1) else { return false }
        } while take(",")
        return take("}")
    }

    private mutating func array(_ path: String, _ depth: Int) -> Bool {
        if take("]") { return true }
        repeat {
            guard value("\(path)[]", depth: depth + 1) else { return false }
        } while take(",")
        return take("]")
    }

    private mutating func string() -> String? {
        guard rest.first == "\"" else { return nil }
        rest.removeFirst()
        var text = ""
        while let next = rest.first {
            rest.removeFirst()
            switch next {
            case "\"": return text
            case "\\":
                guard let escaped = rest.first, "\"\\/bfnrtu".unicodeScalars.contains(escaped) else { return nil }
                rest.removeFirst()
                text.unicodeScalars.append(escaped)
            case "\u{0}"..<" ": return nil
            default: text.unicodeScalars.append(next)
            }
        }
        return nil
    }
}
