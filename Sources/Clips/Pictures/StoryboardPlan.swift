public import History
public import Timing

/// A storyboard before anything is decoded: its time line is that of the clip of the same window.
public struct StoryboardPlan: Hashable, Sendable {
    /// The picture time of the clip's first picture: time 0.
    public let start: StreamTime
    /// How long the clip is.
    public let duration: StreamDuration
    /// The time from one picture to the next.
    public let interval: StreamDuration
    /// Samples in a row of a small picture, even.
    public let width: Int
    /// The first picture, whose shape is that of all.
    public let first: PicturePlan
    /// Whether less than the asked window is shown.
    public let isClipped: Bool
    /// Whether the picture times are final.
    public let isSettled: Bool

    /// Times between pictures that people like, in seconds.
    private static let usualIntervals: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900]

    /// Plans the storyboard that `request` asks for.
    ///
    /// Pictures so close together that there would be more than ``SheetRequest/cueLimit`` are spread to so many.
    public init(_ request: StoryboardRequest, from history: HistorySnapshot) throws(ClipFailure) {
        let window = try request.clip.window(in: history)
        var clip = request.clip
        clip.accuracy = .frame
        clip.gaps = .keep
        let parts = try ClipParts(clip, as: .progressive, window, in: history, media: nil).parts
        guard let head = parts.first, let last = parts.last else { throw .noPicture }
        start = head.start
        duration = max(StreamDuration(milliseconds: 1), last.end - start)
        let wanted = request.interval ?? Self.usualInterval(for: duration)
        let least = (duration.nanoseconds + Int64(SheetRequest.cueLimit) - 1) / Int64(SheetRequest.cueLimit)
        interval = StreamDuration(nanoseconds: max(wanted.nanoseconds, least, 1))
        width = request.width / 2 * 2
        isClipped = window.isClipped || head.isStartMoved
        isSettled = window.isSettled
        first = try StoryboardCell(of: start, to: start + min(interval, duration), in: history)
            .plan(from: start, in: history)
    }

    private static func usualInterval(for duration: StreamDuration) -> StreamDuration {
        let fitting = usualIntervals.map { StreamDuration(seconds: $0) }.first {
            $0 * Int64(SheetRequest.cells) >= duration
        }
        return fitting ?? StreamDuration(seconds: 3_600)
    }

    /// The first sheet, when a picture is shown undistorted at `shown` columns and rows.
    public func sheet(of shown: (width: Int, height: Int)) -> SheetRequest {
        let range = StoryboardRequest.sideRange
        let height = (width * shown.height + shown.width / 2) / max(1, shown.width)
        return SheetRequest(
            start: start, duration: duration, interval: interval, width: width,
            height: min(max(height, range.lowerBound), range.upperBound) / 2 * 2, number: 0)
    }

    /// A strong entity tag, in its quotes, of the storyboard of channel `id`.
    public func entityTag(channel id: String) -> String {
        var tag = EntityTag()
        tag.add(id)
        tag.add("vtt")
        for number in [start.nanoseconds, duration.nanoseconds, interval.nanoseconds, Int64(width)] { tag.add(number) }
        first.add(to: &tag)
        return tag.text
    }
}
