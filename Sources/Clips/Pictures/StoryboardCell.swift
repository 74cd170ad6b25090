import History
import Timing

/// A picture of a storyboard before it is decoded.
enum StoryboardCell {
    /// A random access point that is presented in the picture's stretch of time: nothing but it is decoded.
    case entry(PicturePlace)
    /// The picture presented when the stretch begins; it takes decoding from a random access point before it.
    case exact(PicturePlace)
    /// Nothing is kept there.
    case nothing

    /// What stands for the stretch from `start` to before `end`.
    init(of start: StreamTime, to end: StreamTime, in history: HistorySnapshot) {
        if let entry = history.firstEntry(from: start, before: end) {
            self = .entry(entry)
        } else if let oldest = history.oldest, let liveEdge = history.liveEdge, start >= oldest, start < liveEdge,
            let picture = history.picture(at: start)
        {
            self = .exact(picture)
        } else {
            self = .nothing
        }
    }

    /// How the picture of the stretch that begins at `start` is decoded.
    func plan(from start: StreamTime, in history: HistorySnapshot) throws(ClipFailure) -> PicturePlan {
        switch self {
        case .entry(let place):
            try PicturePlan(place, isFinal: history.isSettled || !history.isOfNewestRun(place), in: history)
        case .exact(let place): try PicturePlan(place, isFinal: history.isFinal(at: start, place), in: history)
        case .nothing: throw .noPicture
        }
    }
}
