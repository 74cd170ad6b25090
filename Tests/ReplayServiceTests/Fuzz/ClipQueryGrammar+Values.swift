import Timing

extension ClipQueryGrammar {
    /// The seconds of the venue, as decimal seconds since 1970.
    private mutating func decimal(_ milliseconds: Range<Int>) -> String {
        let time = int(milliseconds)
        let fraction = String(time % 1_000 + 1_000).dropFirst()
        return "\(1_767_225_600 + time / 1_000).\(fraction)"
    }

    /// Arguments that name a window in what is kept.
    mutating func goodWindow() -> [[UInt8]] {
        let start = int(2_000..<9_000)
        let length = int(1..<3_000)
        let items: [(String, String)] =
            switch int(0..<7) {
            case 6:
                [
                    ("start", one(of: ["0", "1767225590", "1767225612", "4102444800", "2025-12-31T23:59:59Z"])),
                    ("duration", "\(length)ms"), ("clamp", one(of: ["0", "1"])),
                ]
            case 0: [("last", one(of: ["1s", "2", "500ms", "0.25", "1m", "1m30s", "24h"]))]
            case 1: [("from", "-\(int(2..<8))"), ("to", "-\(int(0..<2)).5")]
            case 2: [("timerange", "[\(1_767_225_600 + start / 1_000):0_\(1_767_225_601 + start / 1_000):500000000)")]
            case 3:
                [("start", "2026-01-01T00:00:0\(int(2..<9)).\(int(0..<1_000_000_000))Z"), ("duration", "\(length)ms")]
            case 4:
                [("start", decimal(start..<(start + 1))), ("end", decimal((start + length)..<(start + length + 1)))]
            default: [("start", decimal(start..<(start + 1))), ("duration", "0.\(int(1..<999))")]
            }
        return items.map { Self.item($0.0, Array($0.1.utf8)) }
    }

    /// An instant of which there are pictures.
    mutating func goodInstant() -> [UInt8] {
        Array((chance(4) ? "-\(int(1..<8))" : decimal(2_000..<11_000)).utf8)
    }

    mutating func goodWord(_ name: String) -> [UInt8] {
        let words: [String] =
            switch name {
            case "accuracy": ["frame", "key", "packet"]
            case "as": ["repaired", "received"]
            case "gap": ["keep", "stop"]
            case "format": ["mp4", "ts", "both"]
            case "width": ["64", "160", "32"]
            case "interval": ["1s", "500ms", "2"]
            default: ["0", "1"]
            }
        return Array(one(of: words).utf8)
    }

    /// Something that stands where a value of `name` is expected.
    mutating func value(of name: String) -> [UInt8] {
        if chance(8) { return noise() }
        if chance(6) { return number() }
        switch name {
        case "start", "end", "at": return instant()
        case "last", "duration", "interval": return length()
        case "from", "to": return chance(2) ? Array("-\(int(0..<40))".utf8) : number()
        case "timerange": return timeRange()
        case "channels":
            return Array((0..<int(0..<80)).map { _ in one(of: FuzzedVenue.names + ids) }.joined(separator: ",").utf8)
        default: return chance(2) ? goodWord(name) : Array(one(of: Self.words).utf8)
        }
    }

    private static let words = [
        "", "2", "true", "yes", "FRAME", "frame ", "frame,key", "null", "%", "'", "\"", "<script>", "..%2f..", "é", "１",
    ]

    private static let extremes = [
        "0", "-0", "-1", "+1", "1e3", "1e400", "-1e400", "NaN", "nan", "inf", "-Infinity", "0x10",
        "00000000000000000001", ".5",
        "5.", ".", "-", "1_000", "1,5", "１０", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "18446744073709551616", "99999999999999999999999999999999999999", "0.0000000001", "0.999999999999999999999",
        "4294967296", "9223372036", "9223372037", "9223372036.854775807", "9223372036.854775808", "253402300800",
    ]

    /// A number, or what only looks like one.
    mutating func number() -> [UInt8] {
        switch int(0..<4) {
        case 0: return Array("\(Int64.random(in: .min ... .max, using: &numbers))".utf8)
        case 1: return Array(String(repeating: one(of: ["9", "0", "1"]), count: int(1..<200)).utf8)
        default: return Array(one(of: Self.extremes).utf8)
        }
    }

    private mutating func length() -> [UInt8] {
        let unit = one(of: ["", "s", "ms", "m", "h", "S", "us", "d", " s", "s1", "m30s", "ms1s", "h1h1h1h"])
        return (chance(3) ? Array("\(int(0..<100))".utf8) : number()) + Array(unit.utf8)
    }

    private static let instants = [
        "2026-01-01T00:00:05Z", "2026-01-01T00:00:05+00:00", "2026-01-01t00:00:05.123456789z", "2026-01-01 00:00:05Z",
        "2026-01-01T01:00:05+01:00", "2026-01-01T00:00:05 01:00", "2026-01-01T00:00:60Z", "2026-02-29T00:00:00Z",
        "2024-02-29T23:59:60.999999999Z", "2026-13-01T00:00:00Z", "2026-00-00T24:00:00Z", "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999999Z", "2262-04-11T23:47:16.854775807Z", "2262-04-11T23:47:16.854775808Z",
        "1969-12-31T23:59:59Z", "1970-01-01T00:00:00-23:59", "2026-01-01T00:00:05", "2026-01-01", "20260101T000005Z",
        "2026-01-01T00:00:05Z2026-01-01T00:00:06Z", "now", "-20", "-0", "--5", "-1e9",
    ]

    /// An instant, or what only looks like one.
    mutating func instant() -> [UInt8] {
        switch int(0..<4) {
        case 0: return goodInstant()
        case 1: return number()
        case 2: return Array("2026-01-01T00:00:0\(int(0..<10)).\(String(repeating: "7", count: int(1..<30)))Z".utf8)
        default: return Array(one(of: Self.instants).utf8)
        }
    }

    private mutating func timeRange() -> [UInt8] {
        if chance(3) {
            return Array(
                one(of: ["()", "_", "[_)", "[", ")", "[0:0_", "_0:0)", "(0:0_0:0)", "[1:0_0:0)", "[0_0)"]).utf8)
        }
        func place(_ grammar: inout Self) -> String {
            let seconds =
                grammar.chance(3)
                ? String(decoding: grammar.number(), as: UTF8.self) : "\(1_767_225_600 + grammar.int(0..<14))"
            return "\(seconds):\(grammar.chance(4) ? "1000000000" : "\(grammar.int(0..<1_000_000_000))")"
        }
        return Array(
            (one(of: ["[", "(", ""]) + place(&self) + one(of: ["_", "__", "-"]) + place(&self)
                + one(of: [")", "]", ""])).utf8)
    }

    /// Bytes that are nothing: control characters, halves of characters, escapes of all kinds.
    mutating func noise() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<int(0..<(chance(40) ? 2_000 : 16)) {
            switch int(0..<8) {
            case 0: bytes += Array("%\(String(int(0..<256) + 256, radix: 16).suffix(2))".utf8)
            case 1:
                bytes += Array(
                    one(of: ["%", "%z", "%4", "%C3", "%C3%28", "%ED%A0%80", "%F0%9F%98%80", "%c0%af", "%00"]).utf8)
            case 2: bytes.append(UInt8.random(in: 0x80...0xff, using: &numbers))
            case 3: bytes += Array(one(of: ["=", "&", "?", "/", "//", ";", "+", "#", " "]).utf8)
            default: bytes.append(UInt8.random(in: 0x21...0x7e, using: &numbers))
            }
        }
        return bytes
    }

    /// The same value, some of its bytes percent-encoded, and what no address may hold always.
    mutating func escaped(_ value: [UInt8]) -> [UInt8] {
        let isWild = chance(6)
        let isRaw = chance(30)
        return value.flatMap { byte -> [UInt8] in
            let isAllowed = byte > 0x20 && byte < 0x7f && byte != 0x23 && byte != 0x26
            guard isWild && chance(2) || !isAllowed && !isRaw else { return [byte] }
            let digits = String(Int(byte) + 256, radix: 16, uppercase: chance(2)).suffix(2)
            return [0x25] + Array(digits.utf8)
        }
    }
}
