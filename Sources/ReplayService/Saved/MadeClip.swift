import Bytes
import ClipFiles
import Clips
import HTTPServing
import History
import Pipeline
import Storage
import TransportStream
import VenueRuntime

/// What a clip is cut out of: a channel and its history as it was at one moment.
struct ClipSource: Sendable {
    var channel: ChannelView
    var media: TransportFacts
    var history: HistorySnapshot
}

/// A clip on its way to a reader, to the disk or into an archive.
struct MadeClip: Sendable {
    /// Its bytes.
    var body: SliceList
    /// What it is.
    var facts: ClipFacts
    /// Its media type.
    var type: String
    /// Its share of the memory that clips may take, for as long as its bytes are held.
    var lease: ClipBudget.Lease
}

extension ReplayService {
    /// The channel as it is now; nil when it carries no transport stream.
    func source(of channel: ChannelView) -> ClipSource? {
        guard let media = channel.snapshot.transport, let history = venue.history(of: channel.index) else { return nil }
        return ClipSource(channel: channel, media: media, history: history)
    }

    /// Makes a clip within the memory that clips may take.
    func make(
        _ request: ClipRequest, as format: ClipFormat, from source: ClipSource
    ) throws(ClipProblem) -> MadeClip {
        let channel = ClipChannel(source.channel)
        if format == .transport {
            let clip: TransportClip
            do throws(ClipFailure) {
                clip = try TransportClip(request, of: channel, media: source.media, from: source.history)
            } catch {
                throw ClipProblem(error)
            }
            let lease = try lease(clip.body.count)
            return MadeClip(body: clip.body, facts: clip.facts, type: format.file.type, lease: lease)
        }
        let plan: MoviePlan
        do throws(ClipFailure) {
            plan = try MoviePlan(request, as: format, of: channel, media: source.media, from: source.history)
        } catch {
            throw ClipProblem(error)
        }
        return try movie(of: plan)
    }
}

/// Why there is no clip.
struct ClipProblem: Error {
    /// The status that says so.
    var status: Int
    /// One sentence.
    var sentence: String
    /// After how many seconds it is worth asking again; nil when it never is.
    var retryAfterSeconds: Int?

    /// A problem.
    init(status: Int, sentence: String, retryAfterSeconds: Int?) {
        self.status = status
        self.sentence = sentence
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// The history has none.
    init(_ failure: ClipFailure) {
        self.init(
            status: failure.status, sentence: "\(failure)", retryAfterSeconds: failure.retryAfterSeconds)
    }

    /// What is answered, of a channel.
    func response(of channel: ChannelView) -> Response {
        let retry = retryAfterSeconds.map { [Header("Retry-After", String($0))] } ?? []
        return .error(status, "channel \"\(channel.name)\": \(sentence)", headers: retry)
    }
}

extension ClipFormat {
    /// The file that a clip is saved as.
    var file: SavedFile.Name { self == .transport ? .transport : .movie }
}
