import Timing

/// A stretch of time in the grammar of time-addressable media: "[10:0_20:0)", seconds and nanoseconds, an end that is left
/// out being open.
struct TimeRange: Hashable, Sendable {
    /// The first instant of it; nil when it has no beginning.
    var start: StreamTime?
    /// The first instant behind it; nil when it has no end.
    var end: StreamTime?

    /// Reads a range; nil when the text is none.
    ///
    /// The empty range "()" is read as one that ends where it begins.
    init?(text: String) {
        guard var cursor = TextCursor(text) else { return nil }
        let isExclusive = cursor.take("(")
        if !isExclusive { _ = cursor.take("[") }
        if isExclusive, cursor.take(")"), cursor.isAtEnd {
            start = StreamTime(nanoseconds: 0)
            end = start
            return
        }
        var first: StreamTime?
        if Self.isAtInstant(cursor) {
            guard let read = Self.readInstant(&cursor) else { return nil }
            first = read
        }
        var last: StreamTime?
        if cursor.take("_") {
            if Self.isAtInstant(cursor) {
                guard let read = Self.readInstant(&cursor) else { return nil }
                last = read
            }
        } else {
            // One instant alone is a range of it.
            guard first != nil else { return nil }
            last = first
        }
        let endsBefore = cursor.take(")")
        if !endsBefore { _ = cursor.take("]") }
        guard cursor.isAtEnd else { return nil }
        let step = StreamDuration(nanoseconds: 1)
        start = first.map { isExclusive ? $0 + step : $0 }
        end = last.map { endsBefore ? $0 : $0 + step }
    }

    private static func isAtInstant(_ cursor: TextCursor) -> Bool { cursor.isAtDigit || cursor.next == 0x2D }

    private static func readInstant(_ cursor: inout TextCursor) -> StreamTime? {
        let isNegative = cursor.take("-")
        guard let seconds = cursor.readNumber(), cursor.take(":"), let nanoseconds = cursor.readNumber(),
            nanoseconds < TextCursor.second
        else { return nil }
        return isNegative
            ? StreamTime(seconds: -seconds, fraction: -nanoseconds)
            : StreamTime(seconds: seconds, fraction: nanoseconds)
    }
}
