import DeviceLink
import Dispatch
import PacketIO
import Session
import VenueSettings

/// The StadiumVision Mobile SDK: starts, configures and stops it, lists channels, and delivers what they bring.
///
/// Observers are held weakly and may be added at any time, also before `start`; they stay through shutdowns and restarts.
/// They, and notifications, are called on one thread of the SDK, in order and outside all locks: nothing after an observer was
/// removed or `shutdown` has returned, unless these are called from a callback, which then takes effect for every later one.
public final class StadiumVisionMobile: Sendable {
    private static let shared = StadiumVisionMobile(environment: .device)

    /// The one instance that an application uses (Table 2-3).
    public static func sharedInstance() -> StadiumVisionMobile { shared }

    let environment: SDKEnvironment
    let state: Guarded<SDKState>
    /// Held while the SDK is started, stopped or configured; never while something is told.
    ///
    /// The number means nothing: a value without bytes lies where its object begins, which ThreadSanitizer takes for a race.
    let turn = Guarded(0)
    /// Entered while a run is being ended.
    let ending = DispatchGroup()
    let observers = ObserverTable()
    let delivery = Delivery()
    let told = Guarded(ToldFacts())
    let logBook: LogBook

    /// An instance of its own, for tests.
    package init(environment: SDKEnvironment) {
        self.environment = environment
        logBook = LogBook(environment.log)
        var initial = SDKState()
        do {
            if let file = environment.configurationFile() { initial.book = try file.set(in: initial.book) }
        } catch {
            initial.trouble = "\(error)"
        }
        state = Guarded(initial)
    }

    /// Starts the SDK and its threads (Table 2-4).
    ///
    /// Nothing happens when it runs. The log level becomes `SVM_API_LOG_INFO`. Fails when the field of use is not complete, the
    /// configuration file is wrong, or the network or capture cannot be read.
    @discardableResult
    public func start() -> SVMStatus { SVMStatus { try startRun() } }

    /// Stops the SDK: players stop and close, the service is told to be down, and then nothing is told (Table 2-1).
    ///
    /// Only needed when an application wants it explicitly: the SDK pauses and goes on by itself. Nothing happens when it does
    /// not run.
    @discardableResult
    public func shutdown() -> SVMStatus { SVMStatus { stopRun() } }

    /// Sets how much is logged to standard error (Table 2-6).
    @discardableResult
    public func setLogLevel(_ level: SVMLogLevel) -> SVMStatus { SVMStatus { logBook.set(level) } }

    /// The version of the SDK (Table 2-25).
    public func version() -> String { Release.version }

    /// The id by which a Reporter knows this device: show it, so that its records can be found.
    ///
    /// It stays the same for ever.
    public func getDeviceUUID() -> String {
        if let known = state.withLock({ $0.deviceID }) { return known }
        return turn.withLock { _ in deviceID() }
    }

    /// The session that was started last; nil before the first start.
    var session: VenueSession? { state.withLock { $0.run?.session } }

    /// The session while the SDK runs.
    func runningSession() throws(SessionFailure) -> VenueSession {
        let session = state.withLock { $0.isRunning ? $0.run?.session : nil }
        guard let session else { throw .notRunning }
        return session
    }

    /// The device's id, while it is this thread's turn.
    func deviceID() -> String {
        if let known = state.withLock({ $0.deviceID }) { return known }
        let identity = DeviceIdentity(keptAt: environment.identityPath)
        if let notice = identity.notice { logBook.say(.info, notice) }
        state.withLock { $0.deviceID = identity.uuid }
        return identity.uuid
    }
}
