import Evidence
public import History
import NetworkFormats
public import Timing
import TransportStream

/// Cuts a channel into segments and keeps its live playlists; fed with newer and newer snapshots of its history.
///
/// What the segments are depends on the pictures alone, not on how often snapshots come. The lists slide over the history's
/// depth; a segment that has left them can still be had for as long as the history keeps it.
public struct Segmenter: Sendable {
    /// What must be known of the run in progress.
    struct Run: Sendable {
        var number: Int
        var start: StreamTime
        var lead: Int
        var program: UInt16
        var timeBase: UInt32
        /// The first packet that may belong to it.
        var lowest: MediaID
        /// Sound that it has shown, in order of appearance.
        var sounds: [Int] = []
        /// The tables' streams at the last segment.
        var signature: [UInt16]?
        /// The languages that they named.
        var languages: [UInt16: String] = [:]
        var initialization = 0
        var hasSegments = false
        /// Where it ended; nil while it goes on.
        var end: MediaPosition?
    }

    /// A stretch that is cut and waits for its sound.
    struct Waiting: Sendable {
        var cut: SegmentCutter.Cut
        var run: Int
    }

    /// The channel that is cut.
    public let channel: ClipChannel
    /// How much the lists cover at most.
    public var depth: StreamDuration
    var cutter = SegmentCutter()
    var start = ListStart()
    /// The run in progress, and the ones before it that still have stretches waiting.
    var runs: [Run] = []
    /// Where the runs of kept segments ended: sound behind it is not theirs.
    var ends: [(run: Int, position: MediaPosition)] = []
    /// The picture read last.
    var newest: MediaPosition?
    var waiting: [Waiting] = []
    /// Segments that left the lists and those in them, oldest first.
    var kept: [Segment] = []
    /// How many of them are in the lists.
    var listed = 0
    var listedTicks: Int64 = 0
    var discontinuities: Int64 = 0
    var nextSequence: Int64?
    var texts: [PlaylistText]
    var isIndependent = true
    /// The target duration in seconds, which never changes; nil before the first list.
    public internal(set) var targetDuration: Int64?
    /// Whether the channel has ended: nothing is added any more.
    public private(set) var isOver = false

    /// Keeps lists of `depth` at most.
    public init(channel: ClipChannel, depth: StreamDuration) {
        self.channel = channel
        self.depth = depth
        texts = PlaylistKind.allCases.map { PlaylistText($0, channel: channel.id) }
    }

    /// The segments in the lists, oldest first.
    public var segments: ArraySlice<Segment> { kept.suffix(listed) }

    /// A segment by the numbers in its path, for as long as it is kept.
    public func segment(epoch: Int64, sequence: Int64) -> Segment? {
        guard let first = kept.first, sequence >= first.sequence, sequence - first.sequence < Int64(kept.count) else {
            return nil
        }
        let segment = kept[Int(sequence - first.sequence)]
        return segment.epoch == epoch ? segment : nil
    }

    /// The newest segment that an initialization segment goes with; nil when its path names none that is kept.
    public func segment(epoch: Int64, initialization: Int) -> Segment? {
        kept.last { $0.epoch == epoch && $0.initialization == initialization && !$0.isGap }
    }

    /// The live playlist; nil before the first segment.
    public func playlist(for kind: PlaylistKind) -> String? {
        guard let first = segments.first, let targetDuration, let text = texts.first(where: { $0.kind == kind }) else {
            return nil
        }
        return text.text(
            first: first, target: targetDuration, discontinuities: discontinuities, isIndependent: isIndependent,
            isOver: isOver)
    }

    /// Takes a newer snapshot and tells the segments that are new; `isOver` when the channel has ended.
    @discardableResult
    public mutating func update(_ history: HistorySnapshot, isOver: Bool = false) -> [Segment] {
        guard !self.isOver else { return [] }
        let before = nextSequence
        read(history, isOver: isOver)
        publish(history, isOver: isOver)
        forget(history)
        self.isOver = isOver && targetDuration != nil
        guard let nextSequence else { return [] }
        return Array(kept.suffix(Int(min(Int64(kept.count), nextSequence - (before ?? kept.first?.sequence ?? 0)))))
    }
}
