public import Bytes
public import Clips
import Evidence
public import History
import Timing
public import TransportStream

/// A window of a channel's history as an MP4 file that players can play.
///
/// The same window gives the same bytes whoever asks and whenever, as long as its facts say that it is final.
public struct MovieClip: Sendable {
    /// The file's bytes.
    public let body: SliceList
    /// What it is.
    public let facts: ClipFacts
    /// Its media type with the codecs of its tracks (RFC 6381).
    public let type: String

    /// Cuts what `request` asks for out of `history` and makes a file of it.
    public init(
        _ request: ClipRequest, as format: ClipFormat = .progressive, of channel: ClipChannel, media: TransportFacts,
        from history: HistorySnapshot, _ maker: MovieMaker = MovieMaker()
    ) throws(MovieFailure) {
        let plan: MoviePlan
        do throws(ClipFailure) {
            plan = try MoviePlan(request, as: format, of: channel, media: media, from: history)
        } catch {
            throw .clip(error)
        }
        self = try maker.clip(of: plan)
    }

    init(body: SliceList, facts: ClipFacts, type: String) {
        self.body = body
        self.facts = facts
        self.type = type
    }
}
