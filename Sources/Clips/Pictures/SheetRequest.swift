public import Timing

/// One sheet of a storyboard: small pictures in a grid, at fixed instants.
///
/// Everything about it is said outright, so that its name never stands for two layouts.
public struct SheetRequest: Hashable, Sendable {
    /// Pictures beside each other on a full sheet.
    public static let columns = 10
    /// Pictures on a full sheet.
    public static let cells = 100
    /// Pictures of a whole storyboard at most.
    public static let cueLimit = 1_000

    /// When the storyboard's first picture is presented.
    public var start: StreamTime
    /// How long the storyboard is.
    public var duration: StreamDuration
    /// The time from one picture to the next.
    public var interval: StreamDuration
    /// Samples in a row of a small picture, even.
    public var width: Int
    /// Rows of a small picture, even.
    public var height: Int
    /// Which sheet it is, from 0.
    public var number: Int

    /// How many pictures the storyboard has.
    public var cueCount: Int {
        Int((duration.nanoseconds + interval.nanoseconds - 1) / interval.nanoseconds)
    }

    /// How many sheets the storyboard has.
    public var sheetCount: Int { (cueCount + Self.cells - 1) / Self.cells }

    /// The pictures on this sheet, counted over the whole storyboard.
    public var cues: Range<Int> {
        let first = min(number * Self.cells, cueCount)
        return first..<min(first + Self.cells, cueCount)
    }

    /// The stretch of the storyboard's time line that a picture stands for, from its first instant on.
    public func span(of cue: Int) -> (start: StreamDuration, end: StreamDuration) {
        let start = interval * Int64(cue)
        return (start, min(duration, start + interval))
    }

    /// How many samples the sheet has in a row and how many rows.
    public var size: (width: Int, height: Int) {
        let count = max(1, cues.count)
        let rows = (count + Self.columns - 1) / Self.columns
        return (min(count, Self.columns) * width, rows * height)
    }

    /// Where on its sheet a picture's upper left corner is.
    public func corner(of cue: Int) -> (x: Int, y: Int) {
        let place = cue % Self.cells
        return (place % Self.columns * width, place / Self.columns * height)
    }

    /// The arguments that ask for this sheet.
    public var query: String {
        "start=\(start.epochSeconds)&duration=\(duration.decimalSeconds)&interval=\(interval.decimalSeconds)"
            + "&width=\(width)&height=\(height)"
    }

    init(start: StreamTime, duration: StreamDuration, interval: StreamDuration, width: Int, height: Int, number: Int) {
        self.start = start
        self.duration = duration
        self.interval = interval
        self.width = width
        self.height = height
        self.number = number
    }

    /// Reads the arguments of a request for sheet `number`, decoded; arguments of other names are passed over.
    public init(number: Int, query: [(String, String)]) throws(ClipQueryError) {
        let arguments = try QueryArguments(query, reading: ["start", "duration", "interval", "width", "height"])
        guard let start = try arguments.instant("start") else {
            throw .incomplete(argument: "a sheet", missing: "start=")
        }
        guard let duration = try arguments.length("duration") else {
            throw .incomplete(argument: "a sheet", missing: "duration=")
        }
        guard let interval = try arguments.length("interval") else {
            throw .incomplete(argument: "a sheet", missing: "interval=")
        }
        guard interval >= StoryboardRequest.shortestInterval,
            duration.nanoseconds / interval.nanoseconds < Int64(Self.cueLimit)
        else {
            throw .outOfRange(
                argument: "interval", value: arguments["interval"] ?? "", allowed: "40ms and more, at most 1000 in all")
        }
        let width = try arguments.number("width", in: StoryboardRequest.sideRange) ?? StoryboardRequest.usualWidth
        guard let height = try arguments.number("height", in: StoryboardRequest.sideRange) else {
            throw .incomplete(argument: "a sheet", missing: "height=")
        }
        self.init(
            start: start, duration: duration, interval: interval, width: width / 2 * 2, height: height / 2 * 2,
            number: number)
    }
}
