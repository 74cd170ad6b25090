/// Where a text stops being JSON (RFC 8259), for people who edit configuration files by hand.
///
/// Foundation's decoder only says that a text is not JSON. This looks for the first byte that does not fit; it builds no
/// values and keeps only the open brackets.
struct JSONFault: Equatable {
    /// The line, counted from 1.
    var line: Int
    /// The byte within the line, counted from 1.
    var column: Int
    /// What would fit there, or what is wrong.
    var reason: String

    /// How deep brackets may nest.
    static let depthLimit = 32

    /// The first fault of `bytes`; nil when there is none.
    static func first(in bytes: [UInt8]) -> Self? {
        var scanner = Scanner(bytes: bytes)
        guard let reason = scanner.firstReason() else { return nil }
        let before = bytes[..<min(scanner.offset, bytes.count)]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        return Self(line: line, column: before.count - start + 1, reason: reason)
    }
}

extension JSONFault {
    private enum Expected: String {
        case value = "a value"
        case valueOrEnd = "a value or ]"
        case key = "a key in double quotes"
        case keyOrEnd = "a key in double quotes or }"
        case colon = "a colon"
        case commaOrBrace = "a comma or }"
        case commaOrBracket = "a comma or ]"
        case end = "the end"
    }

    private struct Scanner {
        let bytes: [UInt8]
        var offset = 0
        private var open: [UInt8] = []
        private var expected = Expected.value

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// Goes on to the first fault; nil at a proper end.
        mutating func firstReason() -> String? {
            while true {
                while offset < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[offset]) { offset += 1 }
                guard offset < bytes.count else {
                    return expected == .end ? nil : "the file ends where \(expected.rawValue) must stand"
                }
                if let reason = step(bytes[offset]) { return reason }
            }
        }

        private var unfit: String {
            expected == .end ? "nothing may follow the last bracket" : "\(expected.rawValue) must stand here"
        }

        private mutating func step(_ byte: UInt8) -> String? {
            switch (byte, expected) {
            case (UInt8(ascii: ":"), .colon): return take(.value)
            case (UInt8(ascii: ","), .commaOrBrace): return take(.key)
            case (UInt8(ascii: ","), .commaOrBracket): return take(.value)
            case (UInt8(ascii: "}"), .commaOrBrace), (UInt8(ascii: "}"), .keyOrEnd),
                (UInt8(ascii: "]"), .commaOrBracket), (UInt8(ascii: "]"), .valueOrEnd):
                open.removeLast()
                return take(afterValue)
            case (UInt8(ascii: "\""), .key), (UInt8(ascii: "\""), .keyOrEnd): return string(then: .colon)
            case (_, .value), (_, .valueOrEnd): return value(byte)
            default: return unfit
            }
        }

        private mutating func take(_ next: Expected) -> String? {
            offset += 1
            expected = next
            return nil
        }

        private var afterValue: Expected {
            switch open.last {
            case UInt8(ascii: "{"): .commaOrBrace
            case UInt8(ascii: "["): .commaOrBracket
            default: .end
            }
        }

        private mutating func value(_ byte: UInt8) -> String? {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open.count < JSONFault.depthLimit else { return "brackets nest too deep" }
                open.append(byte)
                return take(byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd)
            case UInt8(ascii: "\""): return string(then: afterValue)
            default: break
            }
            let isWord = { (byte: UInt8) in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.".utf8.contains(byte)
            }
            let word = bytes[offset...].prefix(while: isWord)
            guard !word.isEmpty else { return unfit }
            let text = String(decoding: word, as: UTF8.self)
            let isNumber = JSONText.numberLength(word) == word.count
            guard isNumber || ["true", "false", "null"].contains(text) else {
                return "\(text.quoted) is neither a number nor true, false, null or a text in double quotes"
            }
            offset = word.endIndex
            expected = afterValue
            return nil
        }

        private mutating func string(then next: Expected) -> String? {
            var end = offset + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                guard bytes[end] >= 0x20 else {
                    offset = end
                    return "a text in double quotes must end on its line"
                }
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard end < bytes.count else {
                offset = bytes.count
                return "the file ends within a text in double quotes"
            }
            offset = end
            return take(next)
        }
    }
}
