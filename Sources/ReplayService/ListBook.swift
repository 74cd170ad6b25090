import Clips
import HTTPServing
import History
import Timing

/// The playlists of one channel while they grow.
struct ListBook {
    private var segmenter: Segmenter
    /// The newest playlists; nil before the first.
    private(set) var lists: ChannelLists?
    private var isClosed = false
    /// The target duration of the playlists, once it is known.
    var target: StreamDuration? { segmenter.targetDuration.map { StreamDuration(seconds: $0) } }

    /// The book of `channel`, with lists of `depth` at most.
    init(_ channel: ClipChannel, depth: StreamDuration) {
        segmenter = Segmenter(channel: channel, depth: depth)
    }

    /// Brings the playlists up to what is kept; `isOver` when nothing comes any more.
    mutating func update(_ history: HistorySnapshot?, depth: StreamDuration, isOver: Bool) {
        guard let history, !isClosed else { return }
        segmenter.depth = depth
        let known = segmenter.segments.last?.sequence
        segmenter.update(history, isOver: isOver)
        isClosed = segmenter.isOver
        guard isClosed || lists == nil || segmenter.segments.last?.sequence != known else { return }
        guard let transport = segmenter.playlist(for: .transport),
            let fragmented = segmenter.playlist(for: .fragmented)
        else { return }
        lists = ChannelLists(
            transport: Self.content(transport), fragmented: Self.content(fragmented), segmenter: segmenter)
    }

    private static func content(_ text: String) -> SharedContent {
        let bytes = Array(text.utf8)
        return SharedContent(
            bytes, type: "application/vnd.apple.mpegurl", entityTag: ContentTag.of(bytes), cacheControl: "max-age=1")
    }
}
