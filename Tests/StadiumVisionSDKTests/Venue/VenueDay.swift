import DeviceLink
import Foundation
import NetworkFormats
import PacketIO
import StadiumVisionSDK
import TestSupport

/// What an application saw of a venue that two Streamers sent over loopback, in a network of its own.
struct VenueDay: Sendable {
    /// What a call that moves the play-head did.
    struct Jump: Sendable {
        var name: String
        var isOk: Bool
        /// The steady clock before and behind the call.
        var before: Int64
        var after: Int64
        /// Pictures that had been shown before.
        var shown: Int
        var offsetMs: Int
        var depthMs: Int
        var entries: Int
    }

    /// The link indicator of the statistics beside what the datagrams on the wire make of it.
    struct Indicator: Sendable {
        var told: Int
        /// At the second before, and at the one before that: the SDK may be late.
        var expected: [Int]
        var sessionTitle: String
    }

    var entries: [Diary.Entry] = []
    var shown: [NumberedView.Shown] = []
    var files: [String: Data] = [:]
    var jumps: [Jump] = []
    /// When everything was listed, by the steady clock; nil when it was not.
    var listed: Int64?
    /// When the second Streamer was killed.
    var killed: Int64 = 0
    /// channelsPruned when it was, and when its channel had gone.
    var pruned: [Int] = []
    /// When the channel that loses much was tuned, and the place of the first entry behind that.
    var tuned: (instant: Int64, entries: Int) = (0, 0)
    /// When it was closed again.
    var closed: Int64 = 0
    var indicators: [String: [Indicator]] = [:]
    var losses: [String: (lossy: Int, failed: Int)] = [:]
    /// Entries when the link went down, and when it came up.
    var down = 0
    var up = 0
    /// The lists while it was down, and at the end.
    var listsDown: [String] = []
    var listsUp: [String] = []
    var wasInside: [Bool] = []
}

/// Keeps what is in each file that is told.
final class FileKeeper: SVMFileObserver {
    private let files = Guarded<[String: Data]>([:])

    var all: [String: Data] { files.withLock { $0 } }

    func onFile(_ localFilename: String, withURI uri: String, withChannelName channelName: String) {
        let bytes = try? Data(contentsOf: URL(filePath: localFilename))
        files.withLock { $0[uri] = bytes }
    }
}

/// A view controller that notes when its channel is no longer valid.
final class VisitController: SVMVideoViewController, @unchecked Sendable {
    private let diary: Diary
    private let name: String

    init(_ svm: StadiumVisionMobile, _ name: String, _ diary: Diary) {
        self.diary = diary
        self.name = name
        super.init(svm)
    }

    override func onCurrentChannelInvalid() { diary.add("invalid \(name)") }
}
