import CMicroHTTPD
import Synchronization

/// One request and what becomes of it, from its first line to the end of its answer.
///
/// `@unchecked Sendable`: everything but `rest`, which has a lock, is touched by the connection's server thread alone; a
/// worker hands its response over by way of that lock.
final class Exchange: @unchecked Sendable {
    /// Whether the connection runs, sleeps, or has been told to go on.
    private enum Rest {
        case running
        case sleeping(ConnectionHandle, turn: UInt64)
        case called(Resumption)
    }

    /// What the exchange waits for while it sleeps.
    enum Wait {
        case nothing
        case waker(Waker)
        case work
        case stream
    }

    let core: ServerCore
    let record: ConnectionRecord
    let target: [UInt8]
    let started = Moment.now
    var handle: ConnectionHandle
    var method = ""
    var fields = FieldBlock()
    var body: [UInt8] = []
    var refusal: Response?
    var hasHead = false
    var skippedBody = 0
    var request: Request?
    var wait = Wait.nothing
    var stream: ByteStream?
    var status = 0
    private var hasSlept = false
    private let rest = Mutex((rest: Rest.running, turns: UInt64(0)))
    private let made = Mutex<Response?>(nil)

    init(core: ServerCore, record: ConnectionRecord, target: [UInt8], handle: ConnectionHandle) {
        self.core = core
        self.record = record
        self.target = target
        self.handle = handle
        core.requests.add(1, ordering: .relaxed)
    }

    deinit { core.requests.subtract(1, ordering: .relaxed) }

    var isStopping: Bool { core.isStopping }

    // MARK: Sleeping

    /// Suspends the connection; on its own server thread only.
    func suspend(until deadline: Moment = .never, forWork: Bool = false) -> Sleep {
        hasSlept = true
        let turn = rest.withLock { state in
            state.turns &+= 1
            MHD_suspend_connection(handle.raw)
            state.rest = .sleeping(handle, turn: state.turns)
            return state.turns
        }
        let sleep = Sleep(exchange: self, turn: turn)
        let entry = SuspensionTable.Entry(
            sleep: sleep, descriptor: record.descriptor, deadline: deadline, isForWork: forWork)
        if !core.suspensions.add(entry) { sleep.end(.stopping) }
        if deadline != .never { core.watch.note(deadline) }
        return sleep
    }

    /// Resumes the connection from any thread, if it sleeps its `turn`th sleep.
    func resume(_ reason: Resumption, turn: UInt64) -> Bool {
        rest.withLock { state in
            guard case .sleeping(let handle, turn: turn) = state.rest else { return false }
            state.rest = .called(reason)
            MHD_resume_connection(handle.raw)
            return true
        }
    }

    /// Whether the connection sleeps its `turn`th sleep.
    func sleeps(_ turn: UInt64) -> Bool {
        rest.withLock { state in
            guard case .sleeping(_, turn: turn) = state.rest else { return false }
            return true
        }
    }

    /// Why the connection goes on, if it slept; on its server thread, when the library comes back to it.
    func wakeUp() -> Resumption? {
        guard hasSlept else { return nil }
        let reason = rest.withLock { state -> Resumption? in
            guard case .called(let reason) = state.rest else { return nil }
            state.rest = .running
            return reason
        }
        if reason != nil { core.suspensions.remove(self) }
        return reason
    }

    /// Keeps the response of a worker and goes on.
    func finishWork(_ response: Response, _ sleep: Sleep) {
        made.withLock { $0 = response }
        sleep.end(.woken)
    }

    /// The response of the worker.
    func takeWork() -> Response? { made.withLock { $0.take() } }

    // MARK: End

    /// The library has done with the request.
    func end(_ isComplete: Bool) {
        if hasSlept { core.suspensions.remove(self) }
        if case .waker(let waker) = wait { waker.forget(self) }
        stream?.readerLeft()
        record.setDeadline(.now + core.limits.nextHead)
        guard let tell = core.whenAnswered else { return }
        let path = String(decoding: target.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        tell(
            AccessRecord(
                method: method, rawPath: path, status: status, isComplete: isComplete, duration: Moment.now - started,
                remote: record.remote))
    }
}
