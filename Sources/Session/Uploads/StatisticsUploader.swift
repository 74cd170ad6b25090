public import DeviceLink
public import Quality
import VenueSettings

/// Uploads a session's statistics to a Reporter now and then, and when somebody says so (SDK semantics 3.17).
///
/// One upload runs at a time, on a thread of its own: nothing here waits for the network but ``stop()``, and that for at
/// most ``closingLimit``. A tick that comes while an upload runs is left out, and nothing is tried again before the next
/// one. An upload succeeds when the server's complete answer has a status from 200 to 299; of an answer longer than
/// ``answerLimit`` the rest is not waited for. Redirects are followed at most three times, to http and https only, and stay
/// a POST of the same body.
public final class StatisticsUploader: Sendable {
    /// How long one upload may take with all redirects, in milliseconds.
    public static let limitMs = 10_000
    /// How long ``stop()`` waits for uploads that are under way; then they are aborted and count as failed.
    public static let closingLimit = Duration.seconds(2)
    /// Bytes of an answer that are waited for.
    public static let answerLimit = 65_536

    /// What a device is and how it is, asked for every upload.
    public struct Subject: Sendable {
        /// The device's id.
        public var deviceID: String
        /// The version of what runs on it.
        public var version: String
        /// Its statistics; those of uploads are filled in.
        public var statistics: @Sendable () -> SessionStatistics
        /// Its Wi-Fi.
        public var wireless: @Sendable () -> WirelessFacts

        /// A device; `statistics` and `wireless` are asked on the uploads' thread, or by whoever calls ``upload()``.
        public init(
            deviceID: String, version: String, statistics: @escaping @Sendable () -> SessionStatistics,
            wireless: @escaping @Sendable () -> WirelessFacts
        ) {
            self.deviceID = deviceID
            self.version = version
            self.statistics = statistics
            self.wireless = wireless
        }
    }

    private let core: UploadCore

    /// Uploads to `target`, or nowhere until ``follow(_:)`` names one; `log` is told why an upload failed, once in a row.
    public convenience init(
        _ target: UploadTarget?, of subject: Subject, clock: any UploadClock = SystemUploadClock(),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            target, of: subject, clock: clock, limitMs: Self.limitMs, closingLimit: Self.closingLimit, log: log)
    }

    init(
        _ target: UploadTarget?, of subject: Subject, clock: any UploadClock, limitMs: Int, closingLimit: Duration,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        core = UploadCore(
            target, of: subject, clock: clock, limitMs: limitMs, closingLimit: closingLimit, log: log)
    }

    deinit { core.abort() }

    /// What became of the uploads so far.
    public var counts: UploadCounts { core.counts }

    /// Begins: the first upload is due after one interval.
    ///
    /// Once in a life; counts begin at 0.
    public func start() { core.start() }

    /// Uploads the statistics of this moment out of turn, as soon as no other upload runs: a session was closed.
    ///
    /// It returns at once. Of several that wait for one to end the newest is uploaded.
    public func upload() { core.upload() }

    /// Takes another target; counts go on, and the next upload is due after one interval of it.
    ///
    /// Nothing when it is the same.
    public func follow(_ target: UploadTarget?) { core.follow(target) }

    /// Ends: an upload that is under way or was asked for has ``closingLimit``; then it is aborted and has failed.
    public func stop() { core.stop() }
}
