public import Timing

/// Which part of a channel's history is asked for, and how it is to be cut.
public struct ClipRequest: Hashable, Sendable {
    /// The part that is asked for.
    public enum Window: Hashable, Sendable {
        /// The last so much before the live edge.
        case last(StreamDuration)
        /// From so long before the live edge to so long before it.
        case beforeLiveEdge(from: StreamDuration, to: StreamDuration)
        /// From one instant to before another, as UTC; nil where it has no beginning or end.
        case absolute(from: StreamTime?, to: StreamTime?)
    }

    /// What is done where the sender started again inside the window.
    public enum Gaps: String, Hashable, Sendable, CaseIterable {
        /// The clip goes on with the new time base.
        case keep
        /// The clip ends.
        case stop
    }

    /// The longest window that can be asked for.
    public static let longestWindow = StreamDuration(seconds: 86_400)

    /// The part that is asked for.
    public var window: Window
    /// Whether a window that reaches outside the history is cut to what is there instead of refused.
    public var clamps = true
    /// Whether the answer may wait until the window has passed.
    public var waits = false
    /// How close to the window the clip begins and ends.
    public var accuracy = ClipAccuracy.frame
    /// Which packets it is made of.
    public var content = ClipContent.repaired
    /// What is done where the sender started again.
    public var gaps = Gaps.keep

    /// Asks for `window`, frame-exact, repaired and cut to what is there.
    public init(window: Window) { self.window = window }

    /// Reads the arguments of a request, decoded; arguments of other names are passed over.
    public init(query: [(String, String)]) throws(ClipQueryError) {
        let arguments = try QueryArguments(query, reading: Self.names)
        window = try Window(arguments)
        if let clamp = try arguments.flag("clamp") { clamps = clamp }
        if let wait = try arguments.flag("wait") { waits = wait }
        if let word = try arguments.word("accuracy", of: ClipAccuracy.self) { accuracy = word }
        if let word = try arguments.word("as", of: ClipContent.self) { content = word }
        if let word = try arguments.word("gap", of: Gaps.self) { gaps = word }
    }

    private static let names = [
        "last", "start", "end", "duration", "from", "to", "timerange", "clamp", "wait", "accuracy", "as", "gap",
    ]
}
