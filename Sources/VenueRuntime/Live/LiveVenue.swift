import CaptureFormats
import Channels
import Dispatch
import Foundation
public import History
import NetworkFormats
import PacketIO
public import Pipeline
public import Reports
import Synchronization
public import Timing
import VenueSettings

/// A venue while it happens: one thread drives the pipeline from the network or a capture, any thread asks for its state.
///
/// The state is asked for under the lock that the reading thread takes for each turn (a few milliseconds of datagrams), so
/// every answer is as new as the last turn. Nothing is told while the lock is held.
public final class LiveVenue: Sendable {
    private struct Cached: Sendable {
        var snapshot: VenueSnapshot
        var instant: ContinuousClock.Instant
    }

    let options: LiveOptions
    let state: Guarded<LiveState>
    private let cached = Guarded<Cached?>(nil)
    private let turn = Guarded(ContinuousClock.now)
    private let told = Guarded<(receiver: ReceiverFacts?, failure: String?)>((nil, nil))
    private let stopping = Atomic(false)
    let wanted: Guarded<LiveSource.NetworkOptions?>
    let kept: Guarded<StreamDuration>
    let driver: any LiveDriver
    /// The joins of the configuration that is followed.
    let followedJoins: Guarded<[JoinAddress]>
    let turnFollowers = Guarded(TurnFollowers())
    /// Where stream time stands, once a driver knows.
    let anchor = Guarded<ClockAnchor?>(nil)
    private let thread = DispatchGroup()

    /// Opens everything that `options` names; nothing is read before `start()`.
    public init(options: LiveOptions) throws(LiveFailure) {
        self.options = options
        var network: LiveSource.NetworkOptions?
        switch options.source {
        case .network(let wanted):
            network = wanted
            driver = try NetworkDriver(wanted, log: options.log, trace: options.trace)
        case .capture(let path, let pace):
            driver = try CaptureDriver(path, pace: pace)
        }
        wanted = Guarded(network)
        followedJoins = Guarded(options.configuration.join.compactMap(JoinAddress.init))
        kept = Guarded(Self.depth(options))
        state = Guarded(
            LiveState(
                engine: VenueEngine(parameters: Self.parameters(options), output: FileSink(store: options.files)),
                recorder: try Self.recorder(options)))
    }

    private static func parameters(_ options: LiveOptions) -> VenueParameters {
        var parameters = VenueParameters(options.configuration)
        parameters.history = HistoryLimits(
            depth: depth(options), targetDuration: usualTarget, byteCap: options.memoryLimit)
        parameters.historyMemory = options.memoryLimit
        return parameters
    }

    private static func depth(_ options: LiveOptions) -> StreamDuration {
        options.isWhole ? wholeCapture : StreamDuration(seconds: Int64(options.configuration.historySeconds))
    }

    /// Whether a capture is kept whole.
    var keepsWhole: Bool { options.isWhole }

    /// How much playlists cover: what is kept, but for a capture's own length.
    public var listDepth: StreamDuration { kept.withLock { $0 } }

    /// Playlists of groups of pictures up to 3.2 s have no longer target duration; longer ones shorten their lists.
    private static let usualTarget = StreamDuration(seconds: 4)
    /// A rerun keeps what the memory limit lets it keep.
    static let wholeCapture = StreamDuration(seconds: 366 * 86_400)

    private static func recorder(_ options: LiveOptions) throws(LiveFailure) -> CaptureRecorder? {
        guard let recording = options.recording else { return nil }
        do {
            return try CaptureRecorder(
                opening: recording.path, version: Release.version, limit: recording.limit, log: options.log)
        } catch {
            throw .recording(error)
        }
    }

    /// Begins to read, on a thread of its own.
    public func start() {
        thread.enter()
        // Not a queue's: a new thread is in the network of the one that makes it, and so are the sockets that it opens.
        let reading = Thread { [self] in
            let failure = driver.run(self)
            if let failure { options.log(failure) }
            told.withLock { $0.failure = failure }
            state.withLock { $0.finish(at: $0.now) }
            tell(nil as ClockAnchor?)
            tellTurn()
            thread.leave()
        }
        reading.name = "venue"
        reading.start()
    }

    /// Whether the reading thread is to end.
    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    /// Gives the reading thread's turn: what was read goes into the engine.
    func withTurn<Failure: Error>(_ body: (inout LiveState) throws(Failure) -> Void) throws(Failure) {
        try state.withLock { state throws(Failure) in try body(&state) }
        let now = ContinuousClock.now
        turn.withLock { $0 = now }
    }

    func tell(_ facts: ReceiverFacts) { told.withLock { $0.receiver = facts } }

    /// What a person wants joined now; nil without a network.
    var wantedJoins: LiveSource.NetworkOptions? { wanted.withLock { $0 } }

    /// Stops reading, ends the venue at the last instant told, leaves all groups, and writes the recording's end and report.
    ///
    /// State can still be asked for afterwards. Returns what a person should know about the recording.
    @discardableResult
    public func stop() -> RecordingResult? {
        stopping.store(true, ordering: .relaxed)
        driver.wake()
        thread.wait()
        return finishRecording()
    }

    /// The numbers of everything, not older than `age`.
    public func snapshot(notOlderThan age: Duration = .milliseconds(100)) -> VenueSnapshot {
        let now = ContinuousClock.now
        if let known = cached.withLock({ $0 }), now - known.instant < age { return known.snapshot }
        let snapshot = state.withLock { $0.engine.snapshot }
        cached.withLock { $0 = Cached(snapshot: snapshot, instant: now) }
        return snapshot
    }

    /// What is kept of one channel, up to the last turn; nil for an index that no channel has.
    public func history(of channel: Int32) -> HistorySnapshot? {
        state.withLock { $0.engine.history(of: channel) }
    }

    /// The newest messages of a data channel, up to the last turn; nil when the channel carries none.
    public func messages(of channel: Int32) -> KeptMessages? { state.withLock { $0.engine.messages(of: channel) } }

    /// Where received files are kept; nil for nowhere.
    public var files: FileStore? { options.files }

    /// Keeps as much more of a channel as playlists of a target duration need so that what left them can still be had.
    public func keepHistory(of channel: Int32, forTarget duration: StreamDuration) {
        guard duration > Self.usualTarget else { return }
        state.withLock { $0.engine.keepHistory(of: channel, forTarget: duration) }
    }

    /// The report of the session so far: windows that are not closed are open.
    public func report() -> AnalysisReport {
        let (snapshot, facts) = state.withLock { ($0.engine.snapshot, $0.facts) }
        return AnalysisReport(whole: snapshot, capture: facts)
    }

    /// How the venue's threads are doing.
    public var health: LiveHealth {
        let told = told.withLock { $0 }
        let behind = ContinuousClock.now - turn.withLock { $0 }
        return state.withLock { state in
            let facts = state.tally.facts
            return LiveHealth(
                now: state.now, secondsSinceTurn: behind / .seconds(1), isFinished: state.isFinished,
                datagrams: facts.frames, receiverDrops: facts.captureDrops, receiver: told.receiver,
                recorder: state.recorder?.facts, failure: told.failure)
        }
    }
}
