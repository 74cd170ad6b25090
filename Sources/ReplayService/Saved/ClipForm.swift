import Bytes
import ClipFiles
import Clips
import HTTPServing
import History
import MediaIO
import Reports
import Storage
import TransportStream

/// In which form a clip is made.
enum ClipForm: String, CaseIterable, Sendable {
    case mp4, ts

    /// The file that it is saved as.
    var file: SavedFile.Name {
        switch self {
        case .mp4: .movie
        case .ts: .transport
        }
    }

    /// Makes a clip of `channel` out of `history`.
    func clip(
        _ request: ClipRequest, of channel: ClipChannel, media: TransportFacts, from history: HistorySnapshot
    ) throws(ClipProblem) -> (body: SliceList, facts: ClipFacts) {
        switch self {
        case .ts:
            do throws(ClipFailure) {
                let clip = try TransportClip(request, of: channel, from: history)
                return (clip.body, clip.facts)
            } catch {
                throw ClipProblem(error)
            }
        case .mp4: throw ClipProblem(status: 415, sentence: "clips are made as transport streams here: ask for ts")
        }
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
    init(status: Int, sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    /// The history has none.
    init(_ failure: ClipFailure) {
        status = failure.status
        sentence = "\(failure)"
        retryAfterSeconds = failure.retryAfterSeconds
    }

    /// What is answered, of a channel.
    func response(of channel: ChannelView) -> Response {
        let retry = retryAfterSeconds.map { [Header("Retry-After", String($0))] } ?? []
        return .error(status, "channel \"\(channel.name)\": \(sentence)", headers: retry)
    }
}
