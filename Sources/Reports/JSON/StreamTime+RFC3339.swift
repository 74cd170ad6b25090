public import Timing

extension StreamTime {
    /// The instant in UTC with nine decimals, such as "2026-01-01T00:00:00.000000000Z" (RFC 3339).
    public var rfc3339: String { "\(date)T\(clock(digits: 9))Z" }

    /// The day in UTC, such as "2026-01-01".
    var date: String {
        let (year, month, day) = Self.civil(day: wholeSeconds.day)
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// The time of day in UTC with 0 to 9 decimals, such as "00:00:00.000"; what lies beyond them is cut off.
    func clock(digits: Int) -> String {
        let second = wholeSeconds.second
        let whole = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        guard digits > 0 else { return whole }
        return whole + "." + Self.padded(wholeSeconds.fraction, 9).prefix(digits)
    }

    /// Days since 1970-01-01, seconds of the day and nanoseconds of the second, the latter two never negative.
    private var wholeSeconds: (day: Int, second: Int, fraction: Int) {
        let (seconds, fraction) = Self.divide(Int(nanoseconds), by: 1_000_000_000)
        let (day, second) = Self.divide(seconds, by: 86_400)
        return (day, second, fraction)
    }

    private static func divide(_ value: Int, by divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The date of a day counted from 1970-01-01 in the proleptic Gregorian calendar.
    ///
    /// Years are counted from March, so that the day of leap years is their last one; 400 of them have 146 097 days.
    private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = divide(day + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return (
            era * 400 + yearOfEra + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
