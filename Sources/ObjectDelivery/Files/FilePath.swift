/// The relative path that a Content-Location stands for, when it names a place inside the folder of its channel.
enum FilePath {
    /// Bytes of one word of a path, as file systems have it.
    private static let wordLimit = 255
    /// Bytes of a path.
    private static let limit = 1_024

    /// The words of `location` joined by "/"; nil when it could lead out of a folder or is no name for a file.
    ///
    /// A scheme is left out, a host becomes the first word, "file:///a/b" is "a/b". Percent-encoded bytes are decoded
    /// once; what is "." or "..", empty, too long, absolute, not UTF-8, or holds a control character, one that turns the
    /// direction of writing, a backslash or an encoded "/" is refused.
    static func relative(_ location: String) -> String? {
        guard location.utf8.count <= 3 * limit else { return nil }
        let bytes = Array(location.utf8)
        var words: [String] = []
        var length = 0
        for word in bytes[start(bytes)...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let decoded = decoded(word), let text = String(validating: decoded, as: UTF8.self),
                !["", ".", ".."].contains(text), decoded.count <= wordLimit,
                !text.unicodeScalars.contains(where: isMisleading)
            else { return nil }
            length += decoded.count + 1
            words.append(text)
        }
        return length <= limit ? words.joined(separator: "/") : nil
    }

    /// Whether a character would make a list of files show another name than the one that is there.
    private static func isMisleading(_ scalar: UnicodeScalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }

    /// Where the path begins behind a scheme: behind "//", and for a file without a host behind its "/" too.
    private static func start(_ bytes: [UInt8]) -> Int {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[..<colon].allSatisfy({ isSchemeByte($0) })
        else { return 0 }
        let isFile = String(decoding: bytes[..<colon], as: UTF8.self).lowercased() == "file"
        var place = colon + 1
        var slashes = 0
        while slashes < (isFile ? 3 : 2), place < bytes.count, bytes[place] == UInt8(ascii: "/") {
            place += 1
            slashes += 1
        }
        // "urn:x" is one word, colon and all.
        return slashes == 0 || (!isFile && slashes < 2) ? 0 : place
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// A word with its percent-encoded bytes decoded; nil when it holds what no word may hold.
    private static func decoded(_ word: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var place = word.startIndex
        while place < word.endIndex {
            var byte = word[place]
            place += 1
            if byte == UInt8(ascii: "%") {
                guard place + 2 <= word.endIndex, let high = digit(word[place]), let low = digit(word[place + 1])
                else { return nil }
                byte = high << 4 | low
                place += 2
                guard byte != UInt8(ascii: "/") else { return nil }
            }
            guard byte >= 0x20, byte != 0x7f, byte != UInt8(ascii: "\\") else { return nil }
            result.append(byte)
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
