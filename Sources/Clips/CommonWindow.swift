public import History
public import Timing

/// The stretch of time that several cameras have in common: where clips of them begin to the frame (definitions D18).
///
/// A camera's instants are its picture times and its offset, which brings them onto the time line of all.
public struct CommonWindow: Hashable, Sendable {
    /// What is kept of one camera.
    public struct Camera: Hashable, Sendable {
        /// The picture time of its oldest picture; nil when nothing is kept.
        public var oldest: StreamTime?
        /// The end of its newest picture, as picture time; nil when nothing is kept.
        public var liveEdge: StreamTime?
        /// What is added to its picture times.
        public var offset: StreamDuration

        /// States a camera.
        public init(oldest: StreamTime?, liveEdge: StreamTime?, offset: StreamDuration = .zero) {
            self.oldest = oldest
            self.liveEdge = liveEdge
            self.offset = offset
        }

        /// A camera whose history is `history`.
        public init(_ history: HistorySnapshot?, offset: StreamDuration) {
            self.init(oldest: history?.oldest, liveEdge: history?.liveEdge, offset: offset)
        }

        /// What is kept, on the time line of all; nil for nothing.
        fileprivate var span: Range<StreamTime>? {
            guard let oldest, let liveEdge, oldest + offset < liveEdge + offset else { return nil }
            return (oldest + offset)..<(liveEdge + offset)
        }
    }

    /// Where the asked window begins.
    public let requestedStart: StreamTime
    /// Where the asked window ends.
    public let requestedEnd: StreamTime
    /// Where the common window begins; it may be moved on, never back.
    public private(set) var start: StreamTime
    /// Where the common window ends.
    public let end: StreamTime
    /// Why a camera has no part in it, in the order of the cameras; nil for those that have.
    public let absences: [ClipFailure?]

    /// A camera whose newest picture is so much older than that of the others is silent (definitions D20); the live edge of all
    /// is that of the others.
    static let outage = StreamDuration(seconds: 1)

    /// What `request` asks for as far as the cameras have it in common: windows before the live edge are counted from the
    /// instant up to which all cameras that are not silent have pictures.
    ///
    /// A camera without pictures in the asked window has no part in it, nor one that has none in common with those before it.
    public init(_ request: ClipRequest, of cameras: [Camera]) throws(ClipFailure) {
        let spans = cameras.map(\.span)
        guard let asked = Self.asked(request, spans) else { throw .nothingKept }
        var common = asked
        var absences: [ClipFailure?] = []
        for (camera, span) in zip(cameras, spans) {
            let absence = Self.absence(camera, span, asked)
            if absence == nil, let span, common.overlaps(span) {
                common = common.clamped(to: span)
                absences.append(nil)
            } else {
                absences.append(absence ?? .noPicture)
            }
        }
        if absences.allSatisfy({ $0 != nil }) {
            // What may yet come is worth more than what is gone.
            let failures = absences.compactMap(\.self)
            throw failures.first { $0.retryAfterSeconds != nil } ?? failures.first ?? .nothingKept
        }
        if !request.clamps {
            if common.lowerBound > asked.lowerBound { throw .past(oldest: common.lowerBound) }
            if common.upperBound < asked.upperBound { throw Self.future(asked.upperBound, common.upperBound) }
        }
        (requestedStart, requestedEnd) = (asked.lowerBound, asked.upperBound)
        (start, end) = (common.lowerBound, common.upperBound)
        self.absences = absences
    }

    /// Lets the window begin at `later`; false, and nothing changes, when nothing would be left of it.
    public mutating func begin(at later: StreamTime) -> Bool {
        guard later >= start, later < end else { return false }
        start = later
        return true
    }

    /// Whether less is in common than was asked for.
    public var isClipped: Bool { start != requestedStart || end != requestedEnd }

    /// The window as it is asked of one camera.
    public func request(_ request: ClipRequest, offset: StreamDuration) -> ClipRequest {
        var own = request
        own.window = .absolute(from: start - offset, to: end - offset)
        own.clamps = true
        own.waits = false
        return own
    }

    /// How long it takes until every camera that is not silent has the whole window; nil when it has, or never will.
    public static func timeUntilComplete(_ request: ClipRequest, of cameras: [Camera]) -> StreamDuration? {
        guard case .absolute(_, let end?) = request.window, let edge = liveEdge(cameras.map(\.span)), end > edge
        else { return nil }
        return end - edge
    }

    private static func liveEdge(_ spans: [Range<StreamTime>?]) -> StreamTime? {
        let edges = spans.compactMap { $0?.upperBound }
        guard let newest = edges.max() else { return nil }
        return edges.filter { newest - $0 <= outage }.min()
    }

    private static func asked(_ request: ClipRequest, _ spans: [Range<StreamTime>?]) -> Range<StreamTime>? {
        guard let edge = liveEdge(spans), let oldest = spans.compactMap({ $0?.lowerBound }).min() else { return nil }
        let (start, end) =
            switch request.window {
            case .last(let length): (edge - length, edge)
            case .beforeLiveEdge(let from, let to): (edge - from, edge - to)
            case .absolute(let from, let to):
                (from ?? min(oldest, to ?? oldest), to ?? max(edge, from ?? edge))
            }
        return start < end ? start..<end : nil
    }

    /// Why a camera has nothing of the asked window; nil when it has.
    private static func absence(
        _ camera: Camera, _ span: Range<StreamTime>?, _ asked: Range<StreamTime>
    ) -> ClipFailure? {
        guard let span, let oldest = camera.oldest, let liveEdge = camera.liveEdge else { return .nothingKept }
        if span.lowerBound >= asked.upperBound { return .past(oldest: oldest) }
        if span.upperBound <= asked.lowerBound { return future(asked.upperBound - camera.offset, liveEdge) }
        return nil
    }

    private static func future(_ end: StreamTime, _ liveEdge: StreamTime) -> ClipFailure {
        let seconds = (end - liveEdge).nanoseconds / 1_000_000_000 + 1
        return .future(liveEdge: liveEdge, retryAfterSeconds: Int(min(86_400, max(1, seconds))))
    }
}
