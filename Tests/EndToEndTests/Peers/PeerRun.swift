import Foundation
import TestSupport

/// One session of a venue among peers, and everything that was seen of it.
struct PeerRun: Sendable {
    /// What a report says of one channel, as far as it is asked for here.
    struct Report: Decodable, Sendable {
        struct Channel: Decodable, Sendable {
            struct RTP: Decodable, Sendable {
                var received: Int
                var lost: Int
                var sequenceResets: Int
            }
            struct FEC: Decodable, Sendable {
                var scheme: String
                var columns: Int?
                var rows: Int?
                var mode: String?
                var recovered: Int
                var unrecovered: Int
            }
            var id: String
            var name: String
            var origin: String
            var carriage: String
            var rtp: RTP?
            var fec: FEC?
        }
        struct Finding: Decodable, Equatable, Sendable {
            var id: String
            var channel: String?
        }
        var channels: [Channel]
        var findings: [Finding]
    }

    /// How the server answered requests for one and the same clip.
    struct Requests: Sendable {
        var whole: PeerClient.Response
        var head: PeerClient.Response
        var middle: PeerClient.Response
        var last: PeerClient.Response
        var behind: PeerClient.Response
        var unchanged: PeerClient.Response
    }

    var players: [String: PeerPlayer.Showing] = [:]
    var clips: [String: PeerClip] = [:]
    /// What was answered when a clip was wanted of a channel without a transport stream.
    var refusal: PeerClient.Response?
    var requests: Requests?
    /// What was seen of the lists.
    var sights: [String: PlaylistWatch.Sight] = [:]
    /// Segments whose bytes were others, or which were gone, when they were fetched again.
    var changed: [String] = []
    var refetched = 0
    /// What ffmpeg says of segments behind one another, by channel and run.
    var joints: [PeerNetwork.Finished] = []
    /// Before the restart, between that and the loss, and at the end.
    var healthy: Report?
    var restarted: Report?
    var final: Report?
    /// What the kernel counted of camera A's media: all, and those that it dropped.
    var arrived = 0
    var dropped = 0
    var exit: (status: Int32, isInTime: Bool) = (-1, false)
    /// From the first key behind `capture` on: what the server wrote beside the recording, and svmanalyze said of it.
    var recordedReport = ""
    var analyzedReport = ""

    /// Runs the session, which takes somewhat less than a minute.
    static func perform() async throws -> PeerRun {
        try await withCheckedThrowingContinuation { continuation in
            // It mostly waits, and must not keep a thread from other tests meanwhile.
            Thread.detachNewThread {
                // Programs inherit which signals are blocked.
                var none = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, nil)
                continuation.resume(with: Result { try PeerSession.run() })
            }
        }
    }
}
