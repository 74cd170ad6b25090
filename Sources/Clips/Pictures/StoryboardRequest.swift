public import Timing

/// A row of small pictures over a window of a channel's history.
public struct StoryboardRequest: Hashable, Sendable {
    /// Samples in a row, and rows, that a small picture may have.
    public static let sideRange = 16...320
    /// Samples in a row unless somebody asks for more or fewer.
    public static let usualWidth = 160
    /// The times between two pictures that may be asked for.
    public static let shortestInterval = StreamDuration(milliseconds: 40)
    /// The longest time between two pictures.
    public static let longestInterval = StreamDuration(seconds: 3_600)

    /// The window; its `accuracy`, `content` and `gaps` say nothing.
    public var clip: ClipRequest
    /// Samples in a row of a small picture.
    public var width = StoryboardRequest.usualWidth
    /// The time from one picture to the next; nil for the shortest of the usual ones that fit on one sheet.
    public var interval: StreamDuration?

    /// Asks for pictures of a window.
    public init(of clip: ClipRequest) { self.clip = clip }

    /// Reads the arguments of a request, decoded; arguments of other names are passed over.
    public init(query: [(String, String)]) throws(ClipQueryError) {
        clip = try ClipRequest(query: query)
        let arguments = try QueryArguments(query, reading: ["width", "interval"])
        if let width = try arguments.number("width", in: Self.sideRange) { self.width = width }
        if let interval = try arguments.length("interval") {
            guard interval >= Self.shortestInterval, interval <= Self.longestInterval else {
                throw .outOfRange(argument: "interval", value: arguments["interval"] ?? "", allowed: "40ms to 1h")
            }
            self.interval = interval
        }
    }
}
