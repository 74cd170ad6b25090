import Dispatch
import Foundation
import NetworkFormats
import PacketIO
import Session
import VenueRuntime
import VenueSettings

extension StadiumVisionMobile {
    /// Starts a run unless one goes on.
    func startRun() throws {
        try turn.withLock { _ in
            let (known, isRunning) = state.withLock { ($0, $0.isRunning) }
            guard !isRunning else { return }
            if let trouble = known.trouble { throw SessionFailure.configuration(trouble) }
            logBook.set(.info)
            let number = known.runs + 1
            let files = Guarded<FileFolder?>(nil)
            let session = VenueSession(options(known.book.configuration, files: files))
            let subscription = session.subscribe { [weak self] event in self?.take(event, of: number) }
            state.withLock { state in
                state.runs = number
                state.isEnding = false
                state.players.removeAll()
            }
            delivery.add(.own) { [told] in told.withLock { $0 = ToldFacts() } }
            do {
                try session.start()
            } catch {
                subscription.cancel()
                files.withLock { $0 }?.close()
                logBook.say(.info, "cannot start: \(error)")
                throw error
            }
            let run = SDKRun(
                number: number, session: session, subscription: subscription, files: files.withLock { $0 })
            // The run before ends outside the lock.
            let before = state.withLock { state in
                defer { state.run = run }
                state.isRunning = true
                return state.run
            }
            withExtendedLifetime(before) {}
            if !known.isAppActive { session.enterBackground() }
            for warning in known.book.configuration.warnings { logBook.say(.info, warning) }
            logBook.say(.info, "started, version \(Release.version)")
        }
    }

    /// Ends the run that goes on, and waits until its last events are told, unless it is called from one.
    func stopRun() {
        let isTelling = delivery.mayNotWait
        let run = turn.withLock { _ in
            state.withLock { state -> SDKRun? in
                guard state.isRunning else { return nil }
                ending.enter()
                state.isEnding = true
                state.isRunning = false
                if isTelling { state.silenced = state.runs }
                return state.run
            }
        }
        // Not in this thread's turn: players' threads are waited for, and what they render may ask for a turn.
        if let run {
            run.session.shutdown()
            run.subscription.cancel()
            run.files?.close()
            // Whoever is added from now on is told of no list of this run.
            delivery.add { [state, told] in
                if state.withLock({ $0.runs }) == run.number { told.withLock { $0 = ToldFacts() } }
            }
            logBook.say(.info, "stopped")
            ending.leave()
        } else if !isTelling {
            _ = ending.wait(timeout: .now() + Self.endingPatience)
        }
        delivery.finish()
    }

    /// How long somebody waits for an end that another thread brings about.
    private static let endingPatience = DispatchTimeInterval.seconds(2)

    private func options(_ configuration: VenueConfiguration, files: Guarded<FileFolder?>) -> SessionOptions {
        let log: @Sendable (String) -> Void = { [logBook] sentence in logBook.say(.info, sentence) }
        let (pace, place) = (environment.pace, environment.filesPlace ?? NSTemporaryDirectory())
        return SessionOptions(
            venue: .made { configuration in
                var folder: FileFolder?
                do {
                    folder = try FileFolder(in: place, waits: configuration.sourceCapture != nil, log: log)
                } catch {
                    log("\(error); file channels bring nothing")
                }
                files.withLock { $0 = folder }
                return try LiveVenue(
                    options: LiveOptions(
                        source: LiveSource(configuration, pace: pace), configuration: configuration,
                        files: folder?.store, log: log))
            },
            configuration: configuration, link: environment.link(configuration),
            wireless: environment.wireless(configuration), deviceID: deviceID(), log: log)
    }
}

extension LiveSource {
    /// The capture that is configured, else the network.
    init(_ configuration: VenueConfiguration, pace: Pace) {
        if let capture = configuration.sourceCapture {
            self = .capture(path: capture, pace: pace)
        } else {
            self = .network(
                NetworkOptions(
                    interface: configuration.wifi.interface,
                    announcements: Endpoint(configuration.announcements.group, configuration.announcements.port),
                    joins: configuration.join.compactMap(JoinAddress.init)))
        }
    }
}
