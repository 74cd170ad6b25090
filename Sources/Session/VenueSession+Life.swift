import Channels
import DeviceLink
import Dispatch
import PacketIO
import Playback
import Quality
import VenueRuntime
public import VenueSettings

extension VenueSession {
    /// How long a start waits for the end before it.
    private static let patience = DispatchTimeInterval.seconds(30)

    /// Starts; announcement and upload counters begin anew; nothing when it runs.
    public func start() throws(SessionFailure) {
        guard ending.wait(timeout: .now() + Self.patience) == .success else {
            throw .venue("the session before has not ended yet: try again in a moment")
        }
        guard let configuration = try beginStart() else { return }
        let run: SessionRun
        do throws(SessionFailure) {
            run = try makeRun(configuration)
        } catch {
            life.withLock { $0.phase = .stopped }
            throw error
        }
        players.withLock { $0.forget() }
        line.open(run.number)
        let isUnwanted = life.withLock { life in
            defer { life.phase = .running(run) }
            if case .starting(true) = life.phase { return true }
            return false
        }
        run.begin(options.link) { [weak self, weak run] in
            guard let self, let run else { return }
            self.look(run)
        }
        look(run)
        if run.isMade { run.venue.start() }
        if isUnwanted { shutdown() }
    }

    /// The configuration to start with; nil when it runs already.
    private func beginStart() throws(SessionFailure) -> VenueConfiguration? {
        try life.withLock { life throws(SessionFailure) in
            guard case .stopped = life.phase else { return nil }
            if options.needsLicense { try Self.check(life.configuration.license) }
            life.phase = .starting(isUnwanted: false)
            life.runs += 1
            life.ids = [:]
            life.keys = [:]
            return life.configuration
        }
    }

    /// Makes sure that all three names are set (SDK semantics 3.11).
    private static func check(_ license: FieldOfUse?) throws(SessionFailure) {
        let members = [
            ("venueName", license?.venueName), ("contentOwner", license?.contentOwner),
            ("appDeveloper", license?.appDeveloper),
        ]
        for (name, value) in members where value?.isEmpty ?? true { throw .licenseIncomplete(name) }
    }

    private func makeRun(_ configuration: VenueConfiguration) throws(SessionFailure) -> SessionRun {
        let number = life.withLock { $0.runs }
        let subject = StatisticsUploader.Subject(
            deviceID: options.deviceID, version: Release.version,
            statistics: { [weak self] in self?.statistics ?? SessionStatistics() },
            wireless: { [weak self] in self?.wireless ?? WirelessFacts() })
        let uploader = StatisticsUploader(UploadTarget(configuration.reporter), of: subject, log: options.log)
        switch options.venue {
        case .given(let venue):
            return SessionRun(number, venue, isMade: false, link: options.link.status, uploader)
        case .made(let make):
            do {
                let venue = try make(configuration)
                return SessionRun(number, venue, isMade: true, link: options.link.status, uploader)
            } catch let failure as SessionFailure {
                throw failure
            } catch {
                throw .venue("\(error)")
            }
        }
    }

    /// Stops everything: players are closed, lists are empty; nothing when it does not run.
    ///
    /// Nothing is told once this has returned, unless it is called from what is told.
    public func shutdown() {
        let run = life.withLock { life -> SessionRun? in
            switch life.phase {
            case .running(let run):
                life.phase = .stopping(run)
                ending.enter()
                return run
            case .starting: life.phase = .starting(isUnwanted: true)
            case .stopped, .stopping: break
            }
            return nil
        }
        guard let run else { return }
        line.beginEnd()
        run.end()
        for (_, player) in players.withLock({ $0.all }) { player.close() }
        run.uploader.stop()
        line.close()
        run.stopVenue()
        let (counted, uploads) = (run.counters, run.uploader.counts)
        life.withLock { life in
            life.counted = counted
            life.uploads = uploads
            life.phase = .stopped
        }
        ending.leave()
        line.drain()
        // What the run took is free by now, and lies between pieces that others use: start after start it would add up.
        if case .made = options.venue { HeapUpkeep.giveBack() }
    }

    /// Takes another configuration: another field of use or other allowed Streamers empty and fill the lists at once.
    ///
    /// While it runs, what is joined, how much is kept, and access points follow too; the interface stays.
    public func set(_ configuration: VenueConfiguration) throws(SessionFailure) {
        let run = try life.withLock { life throws(SessionFailure) -> SessionRun? in
            guard case .running(let run) = life.phase else {
                life.configuration = configuration
                return nil
            }
            if options.needsLicense { try Self.check(configuration.license) }
            life.configuration = configuration
            return run
        }
        guard let run else { return }
        run.venue.follow(configuration)
        run.uploader.follow(UploadTarget(configuration.reporter))
        look(run)
    }

    /// The app went to the background: the session pauses unless a player may go on.
    public func enterBackground() { move(toBackground: true) }

    /// The app came back.
    public func enterForeground() { move(toBackground: false) }

    private func move(toBackground isInBackground: Bool) {
        life.withLock { $0.isInBackground = isInBackground }
        for (_, player) in players.withLock({ $0.all }) { player.setVisible(appActive: !isInBackground) }
        if let run { look(run) }
    }
}
