import Bytes
import Synchronization

/// What all connections of a server share.
final class ServerCore: Sendable {
    let limits: ServerLimits
    let whenAnswered: (@Sendable (AccessRecord) -> Void)?
    let handler: any RequestHandler
    let workers: WorkerPool
    let connections = ConnectionTable()
    let suspensions = SuspensionTable()
    let watch: Watch
    let requests = Atomic(0)
    private let stopping = Atomic(false)

    init(_ options: ServerOptions, _ handler: any RequestHandler) {
        limits = ServerLimits(options)
        whenAnswered = options.whenAnswered
        self.handler = handler
        workers = WorkerPool(workers: options.workers, limit: options.workLimit)
        watch = Watch(connections, suspensions, shortest: min(options.headDeadline, options.bodyDeadline))
    }

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// From now on every new request is answered 503, and nothing is suspended any more.
    func beginStopping() { stopping.store(true, ordering: .releasing) }

    /// What the server has to do at this moment.
    var load: ServerLoad {
        ServerLoad(
            connections: connections.count, requests: requests.load(ordering: .relaxed), suspended: suspensions.count,
            queuedWork: workers.queued)
    }
}
