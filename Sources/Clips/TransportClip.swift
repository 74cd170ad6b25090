public import Bytes
import Evidence
public import History
import NetworkFormats
import Timing
import TransportStream

/// A window of a channel's history as a transport stream that players can play, its packets left where they lie.
///
/// It begins with the last tables before its first picture, then comes every transport packet from the random access point
/// at or before the window to the last picture's last packet, then the sound that belongs to these pictures. Where the sender
/// started again inside the window, the next part follows with its own tables; nothing is written anew, so that a player
/// sees a new time base there.
public struct TransportClip: Sendable {
    /// The stream's bytes.
    public let body: SliceList
    /// What it is.
    public let facts: ClipFacts

    /// Cuts what `request` asks for out of `history`.
    public init(
        _ request: ClipRequest, of channel: ClipChannel, from history: HistorySnapshot
    ) throws(ClipFailure) {
        let window = try request.window(in: history)
        let parts = try request.parts(of: window, in: history)
        guard let first = parts.first, let last = parts.last else { throw .noPicture }
        let reader = MediaReader(history, of: channel)
        var writer = StreamWriter(reader, content: request.content)
        var tag = EntityTag()
        var isFinal = true
        for word in [channel.id, "ts", request.content.rawValue] { tag.add(word) }
        for part in parts {
            let cut = PartCut(history, part, reader, request.accuracy)
            cut.write(to: &writer)
            cut.add(to: &tag)
            isFinal = isFinal && cut.tail?.isWhole ?? true
        }
        body = writer.body
        facts = ClipFacts(
            request, channel, window: window, parts: parts, first: first, last: last,
            lost: writer.lost, recovered: writer.recovered, windows: ClipWindows(history, writer.stretches),
            entityTag: tag.text, isFinal: isFinal)
    }
}
