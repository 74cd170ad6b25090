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

/// A clip that is not answered as it is, but saved or put together with others.
struct MadeClip: Sendable {
    /// Its bytes.
    var body: SliceList
    /// What it is.
    var facts: ClipFacts
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
            return MadeClip(body: clip.body, facts: clip.facts, lease: try lease(clip.body.count))
        }
        let plan: MoviePlan
        do throws(ClipFailure) {
            plan = try MoviePlan(request, as: format, of: channel, media: source.media, from: source.history)
        } catch {
            throw ClipProblem(error)
        }
        // While a file is made its media lie there twice.
        let lease = try lease(2 * plan.byteCount)
        do throws(MovieFailure) {
            let clip = try movies.clip(of: plan)
            lease.shrink(to: clip.body.count)
            return MadeClip(body: clip.body, facts: clip.facts, lease: lease)
        } catch {
            throw ClipProblem(
                status: error.status, sentence: "\(error)", retryAfterSeconds: error.retryAfterSeconds)
        }
    }

    private func lease(_ bytes: Int) throws(ClipProblem) -> ClipBudget.Lease {
        if let lease = clipBudget.lease(bytes) { return lease }
        let limit = "\(clipBudget.limit >> 20) MiB"
        guard bytes <= clipBudget.limit else {
            throw ClipProblem(
                status: 416,
                sentence: "the clip would need \(bytes >> 20) MiB and all clips together have \(limit); "
                    + "ask for a shorter window", retryAfterSeconds: nil)
        }
        throw ClipProblem(
            status: 429, sentence: "clips of \(limit) are being sent already; try again in a second",
            retryAfterSeconds: 1)
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
