import HTTPServing

/// What is said of a received file to browsers: strangers choose its name and type, and it must never run in our origin.
enum FileHeaders {
    /// Types that browsers show without running anything in them.
    private static let shown = ["image/", "video/", "audio/"]
    private static let shownWhole = ["text/plain", "application/json"]
    private static let neverShown = ["image/svg+xml"]

    /// The header fields of a file called `name` whose table says that it is of `type`.
    static func fields(name: String, type: String) -> [Header] {
        let type = cleaned(type)
        let essence = (type.split(separator: ";").first.map(String.init) ?? "").lowercased()
        let isShown =
            !neverShown.contains(essence)
            && (shownWhole.contains(essence) || shown.contains { essence.hasPrefix($0) })
        return [
            Header("Content-Type", isShown ? type : "application/octet-stream"),
            Header("Content-Disposition", "\(isShown ? "inline" : "attachment"); \(parameters(name))"),
            Header("X-Content-Type-Options", "nosniff"),
            Header(
                "Content-Security-Policy",
                "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"),
        ]
    }

    /// A media type of RFC 9110, 8.3.1, with at most a charset behind it; what is none becomes one that says nothing.
    private static func cleaned(_ type: String) -> String {
        let parts = type.split(separator: ";", maxSplits: 1).map { String($0.drop { $0 == " " }) }
        guard let essence = parts.first.map({ String($0.prefix { $0 != " " }) }), essence.utf8.count <= 100 else {
            return "application/octet-stream"
        }
        let words = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isToken) }) else {
            return "application/octet-stream"
        }
        guard parts.count == 2, parts[1].lowercased().hasPrefix("charset=") else { return essence }
        let charset = parts[1].dropFirst("charset=".count)
        return !charset.isEmpty && charset.utf8.count <= 40 && charset.utf8.allSatisfy(isToken)
            ? "\(essence); charset=\(charset)" : essence
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$&^_.+-".utf8.contains(byte)
        }
    }

    /// The name for those who save the file (RFC 6266): plain, and with all its letters.
    private static func parameters(_ name: String) -> String {
        let bytes = name.utf8.suffix(150)
        let plain = String(decoding: bytes.map { isPlain($0) ? $0 : 0x5f }, as: UTF8.self)
        var encoded = ""
        for byte in String(decoding: bytes, as: UTF8.self).utf8 {
            if isPlain(byte), byte != 0x20 {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return "filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: " -_.".utf8.contains(byte)
        }
    }
}
