import CMicroHTTPD
import Glibc
import Synchronization

/// A running web server; it listens from its making until it is stopped.
public final class HTTPServer: Sendable {
    /// The port at which it listens.
    public let port: UInt16

    private let core: ServerCore
    private let daemon: Mutex<Daemon?>

    /// Starts listening and answering.
    public init(options: ServerOptions, handler: any RequestHandler) throws(ServerFailure) {
        let listener = try Listener(options.address)
        port = listener.port
        Self.raiseDescriptorLimit(for: options)
        core = ServerCore(options, handler)
        daemon = Mutex(nil)
        do {
            let started = try Daemon(core, options, listener)
            daemon.withLock { $0 = started }
        } catch {
            core.workers.stop()
            core.watch.stop()
            throw error
        }
    }

    deinit { stop(grace: .zero) }

    /// What the server has to do at this moment.
    public var load: ServerLoad { core.load }

    /// Stops: nothing new is accepted, what is parked is answered 503, what runs has `grace` to end.
    ///
    /// Then every connection is closed. It returns when all threads have ended; work that runs is waited for.
    public func stop(grace: Duration) {
        guard let daemon = daemon.withLock({ $0.take() }) else { return }
        daemon.quiesce()
        core.beginStopping()
        let end = Moment.now + grace
        core.suspensions.endAll(sparingWork: true)
        while core.requests.load(ordering: .relaxed) > 0, Moment.now < end { Self.pause() }
        core.suspensions.endAll(sparingWork: false)
        // The library aborts the program when it is stopped with a suspended connection.
        while core.suspensions.count > 0 { Self.pause() }
        core.workers.stop()
        core.watch.stop()
        drain()
        daemon.stop()
    }

    /// How long connections may take to end, each way.
    private static let drainLimit = Duration.milliseconds(200)
    /// How long there must be none: the library tells of a connection a moment after it took it.
    private static let settled = Duration.milliseconds(20)

    /// Ends the connections before the library stops: once it does, it falls over a malformed request that comes then,
    /// because it takes its own refusal for queued and it is not.
    private func drain() {
        let start = Moment.now
        var quietSince = start
        while Moment.now < start + Self.drainLimit + Self.drainLimit, Moment.now < quietSince + Self.settled {
            if core.connections.count > 0 {
                // Again and again: one may come late.
                core.connections.close(Int32(Moment.now < start + Self.drainLimit ? SHUT_RD : SHUT_RDWR))
                quietSince = .now
            }
            Self.pause()
        }
    }

    private static func pause() { usleep(2_000) }

    /// Lets this program have as many descriptors as the connections need, as far as the system permits.
    private static func raiseDescriptorLimit(for options: ServerOptions) {
        let others = 512
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = rlim_t(options.connectionLimit + others)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
