extension OrderedJSON {
    /// The value on one line, without blanks.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// The value for a file: the members of the outermost object, and the elements of arrays among them, stand on a line
    /// each, so that a channel or a finding is one line; a line feed ends it.
    public var document: String {
        guard case .object(let members) = self, !members.isEmpty else { return text + "\n" }
        var text = "{"
        for (index, member) in members.enumerated() {
            text += index == 0 ? "\n " : ",\n "
            Self.write(member.key, to: &text)
            text += ":"
            guard case .array(let elements) = member.value, !elements.isEmpty else {
                member.value.write(to: &text)
                continue
            }
            for (index, element) in elements.enumerated() {
                text += index == 0 ? "[\n  " : ",\n  "
                element.write(to: &text)
            }
            text += "]"
        }
        return text + "}\n"
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .decimal(let value): text += value.description
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// Writes a string literal (RFC 8259, section 7): what must be escaped is, the rest stays UTF-8.
    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
