public import Bytes
import Evidence
public import History
import NetworkFormats
import Timing
public import TransportStream

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
    ///
    /// `media`, which the channel holds, tells the frames of a channel of sound alone; without it such a clip begins and ends
    /// between units of several frames.
    public init(
        _ request: ClipRequest, of channel: ClipChannel, media: TransportFacts? = nil, from history: HistorySnapshot
    ) throws(ClipFailure) {
        let window = try request.window(in: history)
        let cut = try ClipParts(request, as: .transport, window, in: history, media: media)
        let reader = MediaReader(history, of: channel)
        var writer = StreamWriter(reader, content: request.content)
        var tag = EntityTag()
        var isFinal = cut.isFinal
        for word in [channel.id, ClipFormat.transport.rawValue, request.content.rawValue] { tag.add(word) }
        let pieces = cut.pieces.map { parts in
            PartCut(history, cut.parts[parts.lowerBound], to: cut.parts[parts.upperBound], reader, request.accuracy)
        }
        for (place, piece) in pieces.enumerated() {
            piece.write(to: &writer, before: place + 1 < pieces.count ? pieces[place + 1].start : nil)
            piece.add(to: &tag)
            isFinal = isFinal && piece.tail?.isWhole ?? true
        }
        body = writer.body
        facts = ClipFacts(
            request, .transport, channel, window, cut, tally: writer.tally,
            windows: ClipWindows(history, writer.tally), entityTag: tag.text, isFinal: isFinal)
    }
}
