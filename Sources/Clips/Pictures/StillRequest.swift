public import Timing

/// Which picture of a channel is asked for, and how wide.
public struct StillRequest: Hashable, Sendable {
    /// When the picture is presented.
    public enum Instant: Hashable, Sendable {
        /// So long before the live edge.
        case beforeLiveEdge(StreamDuration)
        /// At an instant, as UTC.
        case absolute(StreamTime)

        /// The instant that "-20", "-1m30s", "2026-01-01T00:00:10.5Z" or "1767225610.5" states; nil when it states none.
        ///
        /// "-0" is the live edge; one may go back a day.
        public init?(text: String) {
            if text.hasPrefix("-") {
                guard let length = StreamDuration(text: String(text.dropFirst())), length <= ClipRequest.longestWindow
                else { return nil }
                self = .beforeLiveEdge(length)
            } else {
                guard let time = StreamTime(text: text) else { return nil }
                self = .absolute(time)
            }
        }
    }

    /// Samples in a row that may be asked for.
    public static let widthRange = 16...1_920
    /// Rows that a still has at most, whatever its shape.
    public static let heightLimit = 2_160

    /// When the picture is presented.
    public var instant: Instant
    /// Samples in a row; nil for as many as the picture has.
    public var width: Int?
    /// Whether the answer may wait until the instant has passed.
    public var waits = false

    /// Asks for the picture at `instant`.
    public init(_ instant: Instant, width: Int? = nil) {
        self.instant = instant
        self.width = width
    }

    /// Reads the arguments of a request, decoded; arguments of other names are passed over.
    public init(query: [(String, String)]) throws(ClipQueryError) {
        let arguments = try QueryArguments(query, reading: ["at", "width", "wait"])
        instant = .beforeLiveEdge(.zero)
        if let text = arguments["at"] {
            guard let instant = Instant(text: text) else {
                throw .unreadable(
                    argument: "at", value: text,
                    expected: "2026-01-01T00:00:10.5Z, seconds since 1970, or -20 for 20 s before the live edge")
            }
            self.instant = instant
        }
        width = try arguments.number("width", in: Self.widthRange)
        if let wait = try arguments.flag("wait") { waits = wait }
    }

    /// The size of a still of a picture that is shown undistorted at `shown` columns and rows.
    ///
    /// Columns as asked for, or as the picture has, within the limits; rows in proportion, rounded to the nearest one.
    public func size(of shown: (width: Int, height: Int)) -> (width: Int, height: Int) {
        let range = Self.widthRange
        let (columns, rows) = (max(1, shown.width), max(1, shown.height))
        let width = self.width ?? min(max(columns, range.lowerBound), range.upperBound)
        let height = (2 * width * rows + columns) / (2 * columns)
        if height <= Self.heightLimit { return (width, max(1, height)) }
        return (max(1, Self.heightLimit * columns / rows), Self.heightLimit)
    }
}

extension QueryArguments {
    /// An argument that is a whole number of `range`.
    func number(_ name: String, in range: ClosedRange<Int>) throws(ClipQueryError) -> Int? {
        guard let value = self[name] else { return nil }
        let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .unreadable(argument: name, value: value, expected: "a whole number")
        }
        guard let number = Int(value), range.contains(number) else {
            throw .outOfRange(argument: name, value: value, allowed: "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
