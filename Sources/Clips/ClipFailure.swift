public import Timing
public import TransportStream

/// Why the history has no clip of a window.
public enum ClipFailure: Error, Hashable, Sendable {
    /// Nothing has been kept yet.
    case nothingKept
    /// The window, or with `clamp=0` its beginning, lies before the oldest picture.
    case past(oldest: StreamTime)
    /// The window, or with `clamp=0` its end, lies behind the newest picture, which is so many seconds away from its end.
    case future(liveEdge: StreamTime, retryAfterSeconds: Int)
    /// The sender began less than two seconds ago: it is not yet known for sure when its pictures are presented.
    case notSettled(retryAfterSeconds: Int)
    /// No picture is presented in the window: it lies in an outage, or between two pictures.
    case noPicture
    /// Decoding can start nowhere in the window nor before it.
    case noRandomAccessPoint
    /// MP4 holds access units, not datagrams: `accuracy=packet` is for transport streams.
    case packetsInMovie
    /// MP4 can carry no track of the channel; these are their codecs.
    case nothingForMovie([Codec])
}

extension ClipFailure {
    /// The HTTP status that says so: 416 or 425, or what is asked for is wrong.
    public var status: Int {
        switch self {
        case .nothingKept, .future, .notSettled: 425
        case .past, .noPicture, .noRandomAccessPoint: 416
        case .packetsInMovie: 400
        case .nothingForMovie: 415
        }
    }

    /// After how many seconds it is worth asking again; nil when it never is.
    public var retryAfterSeconds: Int? {
        switch self {
        case .nothingKept: 1
        case .future(_, let seconds), .notSettled(let seconds): seconds
        case .past, .noPicture, .noRandomAccessPoint, .packetsInMovie, .nothingForMovie: nil
        }
    }
}

extension ClipFailure: CustomStringConvertible {
    /// One sentence that names what is there instead.
    public var description: String {
        switch self {
        case .nothingKept: "the channel has no pictures yet; ask again in a second"
        case .past(let oldest): "the window begins before the oldest picture, \(oldest.rfc3339())"
        case .future(let liveEdge, let seconds):
            "the window ends after the newest picture, \(liveEdge.rfc3339()); ask again in \(seconds) s, or with wait=1"
        case .notSettled(let seconds):
            "the channel has just begun, the times of its pictures are not final yet; ask again in \(seconds) s"
        case .noPicture: "no picture of the channel falls into the window; ask for a longer one"
        case .noRandomAccessPoint: "no picture at which decoding can start is kept up to the window's end"
        case .packetsInMovie: "accuracy=packet gives datagrams, which MP4 does not hold; ask for clip.ts"
        case .nothingForMovie(let codecs):
            "MP4 cannot carry \(codecs.isEmpty ? "what the channel sends" : codecs.map(\.rawValue).joined(separator: ", "))"
                + "; clip.ts gives it as it is"
        }
    }
}
