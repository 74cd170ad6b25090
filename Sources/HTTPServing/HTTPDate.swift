/// Dates of HTTP (RFC 9110, section 5.6.7), as seconds since 1970.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let daySeconds: Int64 = 86_400
    /// The last second of the year 9999: four digits are all there is.
    private static let last: Int64 = 253_402_300_799

    /// `Sun, 06 Nov 1994 08:49:37 GMT`; a time outside 1970...9999 is moved to the nearer end.
    static func text(of seconds: Int64) -> String {
        let seconds = min(max(0, seconds), last)
        let day = seconds / daySeconds
        let (year, month, dayOfMonth) = civil(day)
        let clock = seconds % daySeconds
        let time = [clock / 3600, clock / 60 % 60, clock % 60].map(two).joined(separator: ":")
        return "\(days[Int((day + 4) % 7)]), \(two(dayOfMonth)) \(months[month - 1]) \(year) \(time) GMT"
    }

    /// Reads the three forms that a recipient must read; nil for anything else.
    static func seconds(of text: String) -> Int64? {
        var words = text.split(separator: " ").map(String.init)
        guard let weekday = words.first, words.count >= 4 else { return nil }
        words.removeFirst()
        // Sunday, 06-Nov-94 08:49:37 GMT
        if weekday.hasSuffix(","), words.count == 3 {
            words = words[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init) + words[1...]
        }
        // asctime: Nov 6 08:49:37 1994; the others: 06 Nov 1994 08:49:37 GMT, or a year of two digits.
        if words.count == 4, months.contains(words[0]) { words = [words[1], words[0], words[3], words[2], "GMT"] }
        guard words.count == 5, words[4] == "GMT", let month = months.firstIndex(of: words[1]),
            let day = number(words[0], in: 1...31), var year = number(words[2], in: 0...9999)
        else { return nil }
        let clock = words[3].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(String(clock[0]), in: 0...23),
            let minute = number(String(clock[1]), in: 0...59), let second = number(String(clock[2]), in: 0...60)
        else { return nil }
        if words[2].utf8.count == 2 { year += year < 70 ? 2000 : 1900 }
        guard year >= 1970 else { return nil }
        return serial(year, Int64(month) + 1, day) * daySeconds + hour * 3600 + minute * 60 + second
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func number(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The date of a day counted from 1970, by eras of 400 years that begin in March.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int, day: Int64) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), Int(month), dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The day of a date, counted from 1970.
    private static func serial(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
