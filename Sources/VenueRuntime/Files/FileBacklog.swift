import Bytes
import Dispatch
import ObjectDelivery
import PacketIO

/// What waits between the thread that reads datagrams and the one that writes files; bounded.
///
/// The reading thread only copies bytes here: however slow the disk is, it is never kept waiting, unless it reads a capture
/// and is asked to wait.
final class FileBacklog: Sendable {
    /// Jobs without bytes that wait at most.
    private static let jobLimit = 1 << 16
    private static let slabLength = 1 << 20

    private struct State: Sendable {
        var jobs: [FileJob] = []
        var slab: Slab?
        var bytes = 0
        var isEnding = false
        var isWorkerIdle = false
        var isReaderWaiting = false
        var damaged: UInt64 = 0
    }

    private let limit: Int
    private let waits: Bool
    private let state = Guarded(State())
    private let work = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)

    /// Holds `limit` bytes; whoever brings more waits, or (without `waits`) gives the file up.
    init(limit: Int, waits: Bool) {
        self.limit = limit
        self.waits = waits
    }

    /// Files that were given up because too much waited.
    var damaged: UInt64 { state.withLock { $0.damaged } }

    /// Adds a job without bytes.
    func add(_ job: FileJob) {
        let wakes = state.withLock { state in
            guard state.jobs.count < Self.jobLimit || waits else {
                state.damaged += 1
                return false
            }
            state.jobs.append(job)
            return state.isWorkerIdle
        }
        if wakes { work.signal() }
    }

    /// Adds bytes of a file.
    func add(_ channel: Int32, _ key: FileKey, at offset: UInt64, _ bytes: RawSpan) {
        while true {
            let (isDone, wakes) = state.withLock { state -> (Bool, Bool) in
                guard state.bytes > 0, state.bytes + bytes.byteCount > limit else {
                    Self.put(channel, key, offset, bytes, in: &state)
                    return (true, state.isWorkerIdle)
                }
                guard waits else {
                    Self.giveUp(channel, key, in: &state)
                    return (true, state.isWorkerIdle)
                }
                state.isReaderWaiting = true
                return (false, state.isWorkerIdle)
            }
            if wakes { work.signal() }
            if isDone { return }
            room.wait()
        }
    }

    private static func giveUp(_ channel: Int32, _ key: FileKey, in state: inout State) {
        // One word is enough for any number of packets in a row.
        if case .damaged(channel, key)? = state.jobs.last { return }
        state.damaged += 1
        state.jobs.append(.damaged(channel: channel, key))
    }

    private static func put(
        _ channel: Int32, _ key: FileKey, _ offset: UInt64, _ bytes: RawSpan, in state: inout State
    ) {
        if state.slab.map({ $0.spare < bytes.byteCount }) ?? true {
            state.slab = Slab(capacity: max(slabLength, bytes.byteCount))
        }
        guard let slab = state.slab else { return }
        let start = slab.count
        slab.append(bytes)
        state.bytes += bytes.byteCount
        // Packets of a file mostly follow each other: they are written in one go.
        if case .bytes(channel, key, let before, let slice)? = state.jobs.last, slice.slab === slab,
            slice.range.upperBound == start, before &+ UInt64(slice.range.count) == offset
        {
            let whole = SlabSlice(slab, slice.range.lowerBound..<slab.count)
            state.jobs[state.jobs.count - 1] = .bytes(channel: channel, key, offset: before, whole)
        } else {
            state.jobs.append(.bytes(channel: channel, key, offset: offset, SlabSlice(slab, start..<slab.count)))
        }
    }

    /// Nothing more comes.
    func end() {
        state.withLock { $0.isEnding = true }
        work.signal()
    }

    /// Everything that waits, which the worker then reports as done one by one; nil at the end.
    ///
    /// With `mayWait` it waits until there is something.
    func takeAll(mayWait: Bool) -> [FileJob]? {
        while true {
            let (jobs, isEnding) = state.withLock { state -> ([FileJob], Bool) in
                state.isWorkerIdle = state.jobs.isEmpty && mayWait && !state.isEnding
                var jobs: [FileJob] = []
                swap(&jobs, &state.jobs)
                return (jobs, state.isEnding)
            }
            if !jobs.isEmpty || !mayWait { return jobs.isEmpty && isEnding ? nil : jobs }
            if isEnding { return nil }
            work.wait()
        }
    }

    /// Bytes that were taken are written, or given up.
    func done(_ bytes: Int) {
        guard bytes > 0 else { return }
        let wakes = state.withLock { state in
            state.bytes -= bytes
            defer { state.isReaderWaiting = false }
            return state.isReaderWaiting
        }
        if wakes { room.signal() }
    }
}
