import Timing

extension StreamTime {
    /// Reads an instant in UTC such as "2026-01-01T00:00:00Z" or "2026-01-01T00:00:00.250Z" (RFC 3339); nil for anything
    /// else.
    init?(utc text: String) {
        guard let match = text.wholeMatch(of: #/(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?[Zz]/#),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
            let minute = Int(match.5), let second = Int(match.6)
        else { return nil }
        let lengths = [31, Self.isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1970...2199).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var days = lengths[..<(month - 1)].reduce(day - 1, +)
        for earlier in 1970..<year { days += Self.isLeap(earlier) ? 366 : 365 }
        let digits = match.7.map { String($0) + String(repeating: "0", count: 9 - $0.count) } ?? "0"
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        self.init(nanoseconds: Int64(seconds) * 1_000_000_000 + (Int64(digits) ?? 0))
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
