extension JSONValue {
    /// How deep brackets may nest in what strangers send: Foundation's decoder needs the cube of the depth, which at 500 is
    /// seconds.
    public static let nestingLimit = 64

    /// Whether the brackets of a JSON text nest no deeper than `limit`; what is no JSON may be either.
    public static func isNested(_ bytes: [UInt8], within limit: Int = nestingLimit) -> Bool {
        var depth = 0
        var isText = false
        var isEscaped = false
        for byte in bytes {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > limit { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }
}
