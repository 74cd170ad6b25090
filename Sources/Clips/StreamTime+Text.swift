public import Timing

extension StreamTime {
    /// Days from 1970-01-01 to the first day that 64 bits of nanoseconds do not reach any more.
    private static let dayLimit: Int64 = 106_751

    /// The instant of an RFC 3339 text such as "2026-01-01T00:00:10.5+01:00", or of decimal seconds since 1970; nil when it is
    /// neither.
    public init?(text: String) {
        if text.utf8.dropFirst(4).first == 0x2D {
            self.init(rfc3339: text)
        } else {
            guard var cursor = TextCursor(text), let seconds = cursor.readNumber(),
                let fraction = cursor.readFraction(), cursor.isAtEnd
            else { return nil }
            self.init(seconds: seconds, fraction: fraction)
        }
    }

    /// The instant `seconds` and `fraction` billionths of a second after 1970; nil when 64 bits do not reach it.
    init?(seconds: Int64, fraction: Int64) {
        let (whole, isTooFar) = seconds.multipliedReportingOverflow(by: TextCursor.second)
        let (sum, isBeyond) = whole.addingReportingOverflow(fraction)
        guard !isTooFar, !isBeyond else { return nil }
        self.init(nanoseconds: sum)
    }

    /// The instant of an RFC 3339 text such as "2026-01-01T00:00:10.5+01:00"; nil when it is none from 1970 to 2262.
    public init?(rfc3339 text: String) {
        guard var cursor = TextCursor(text), let year = cursor.readDigits(4), cursor.take("-"),
            let month = cursor.readDigits(2), cursor.take("-"), let day = cursor.readDigits(2),
            cursor.take(word: "t") || cursor.take(" "), let hour = cursor.readDigits(2), cursor.take(":"),
            let minute = cursor.readDigits(2), cursor.take(":"), let second = cursor.readDigits(2),
            let fraction = cursor.readFraction(), let zone = Self.readZone(&cursor), cursor.isAtEnd,
            (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year), hour <= 23, minute <= 59,
            second <= 60
        else { return nil }
        let days = Self.days(toYear: year, month: month, day: day)
        guard days >= 0, days < Self.dayLimit else { return nil }
        self.init(seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - zone, fraction: fraction)
    }

    /// Seconds that the zone is ahead of UTC; a space stands for the plus that some clients do not escape.
    private static func readZone(_ cursor: inout TextCursor) -> Int64? {
        if cursor.take(word: "z") { return 0 }
        let isAhead = cursor.take("+") || cursor.take(" ")
        guard isAhead || cursor.take("-"), let hours = cursor.readDigits(2), cursor.take(":"),
            let minutes = cursor.readDigits(2), hours <= 23, minutes <= 59
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 in the Gregorian calendar, whose year is taken to begin in March.
    private static func days(toYear year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthFromMarch + 2) / 5 + day - 1
            - 719_468
    }

    /// Year, month and day of the instant's UTC date.
    private var date: (year: Int64, month: Int64, day: Int64) {
        var days = roundedDown(to: StreamDuration(seconds: 86_400)).nanoseconds / 86_400_000_000_000 + 719_468
        let cycle = days / 146_097
        days -= cycle * 146_097
        let yearOfCycle = (days - days / 1_460 + days / 36_524 - days / 146_096) / 365
        let dayOfYear = days - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// The instant as RFC 3339 in UTC with `digits` (0…9) behind the point, rounded down: "2026-01-01T00:00:10.040Z".
    public func rfc3339(digits: Int = 3) -> String {
        let date = date
        let (hour, minute, second, fraction) = clock
        func two(_ value: Int64) -> String { String(value).padded(to: 2) }
        let day = String(date.year).padded(to: 4) + "-" + two(date.month) + "-" + two(date.day)
        let time = two(hour) + ":" + two(minute) + ":" + two(second)
        let places = min(9, max(0, digits))
        let part = places == 0 ? "" : "." + String(fraction).padded(to: 9).prefix(places)
        return day + "T" + time + part + "Z"
    }

    /// The instant as file names have it, to the second: "20260101T000010Z".
    var compactText: String { String(rfc3339(digits: 0).filter { $0 != "-" && $0 != ":" }) }

    private var clock: (hour: Int64, minute: Int64, second: Int64, fraction: Int64) {
        let midnight = roundedDown(to: StreamDuration(seconds: 86_400))
        let rest = (self - midnight).nanoseconds
        let seconds = rest / TextCursor.second
        return (seconds / 3_600, seconds / 60 % 60, seconds % 60, rest % TextCursor.second)
    }

    /// Decimal seconds since 1970, such as "1767225610.04".
    public var epochSeconds: String { StreamDuration(nanoseconds: nanoseconds).decimalSeconds }
}
