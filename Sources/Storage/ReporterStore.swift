import Dispatch
import PacketIO
import Synchronization
public import Timing

/// Keeps what devices upload in a SQLite database.
///
/// One thread writes, many uploads in one transaction. Whoever uploads is told once the transaction is synced to the disk
/// (`synchronous = FULL` in write-ahead mode): neither the end of the program (kill -9) nor that of the power loses what was
/// acknowledged, as far as the disk keeps what it says it has kept. Readers have connections of their own and keep nobody
/// waiting. A damaged file is put aside and another one begun; a full disk is a failure of the upload and of nothing else.
public final class ReporterStore: Sendable {
    private struct Slot {
        var reader: ReporterReader?
        var generation = 0
        var isStopped = false
    }

    /// How many threads read at a time.
    private static let readers = 2

    /// The database's path.
    public let path: String
    private let shared: ReporterShared
    private let queue: ReporterQueue
    private let slots: [Guarded<Slot>]
    private let nextSlot = Atomic(0)
    private let thread = DispatchGroup()
    private let now: @Sendable () -> StreamTime

    /// Opens the database at `path`, and makes it when it is not there.
    ///
    /// A file of a newer version or of another program is refused; a damaged one is put aside, which `log` is told.
    public convenience init(
        path: String, limits: ReporterLimits = ReporterLimits(), log: @escaping @Sendable (String) -> Void = { _ in },
        now: (@Sendable () -> StreamTime)? = nil
    ) throws(StorageFailure) {
        try self.init(path: path, limits: limits, schema: .current, log: log, now: now ?? Self.wallClock)
    }

    init(
        path: String, limits: ReporterLimits, schema: ReporterSchema, log: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> StreamTime
    ) throws(StorageFailure) {
        self.path = path
        self.now = now
        shared = ReporterShared(retentionDays: limits.retentionDays)
        queue = ReporterQueue(limit: limits.waiting)
        slots = (0..<Self.readers).map { _ in Guarded(Slot()) }
        let writer = Handover(
            value: try ReporterWriter(
                path: path, limits: limits, schema: schema, shared: shared, queue: queue, log: log, now: now))
        DispatchQueue(label: "reporter store").async(group: thread) { writer.value.run() }
    }

    deinit { queue.end() }

    private static let wallClock: @Sendable () -> StreamTime = {
        StreamTime(nanoseconds: SystemClock().read().realtime)
    }

    /// The writer goes to its thread and is nobody else's from then on.
    private struct Handover: @unchecked Sendable {
        let value: ReporterWriter
    }

    // MARK: Writing

    /// Keeps `upload`; `done` is told on the writing thread, nil once it is on the disk.
    ///
    /// It never waits: when too many wait already, `done` is told so at once.
    public func add(_ upload: ReporterUpload, done: @escaping @Sendable (StorageFailure?) -> Void) {
        let job = ReporterJob.add(upload, receivedAt: now(), done: done)
        guard let failure = queue.add(job) else { return }
        shared.note { $0.refused += 1 }
        job.fail(failure)
    }

    /// Removes everything that a device sent until now; `done` is told false when there was nothing.
    public func remove(device: String, done: @escaping @Sendable (Result<Bool, StorageFailure>) -> Void) {
        let job = ReporterJob.remove(device: device, done: done)
        if let failure = queue.add(job) { job.fail(failure) }
    }

    /// How long uploads are kept, in days; it may change at any time.
    public func setRetention(days: Int) { shared.retentionDays = days }

    /// Removes what is too old or too much now rather than within a minute, and waits for it.
    func tidy() {
        let done = DispatchSemaphore(value: 0)
        let job = ReporterJob.tidy { done.signal() }
        if queue.add(job) == nil { done.wait() }
    }

    /// Writes what waits, and closes the database.
    public func stop() {
        queue.end()
        thread.wait()
        for slot in slots {
            slot.withLock { slot in
                slot.reader = nil
                slot.isStopped = true
            }
        }
    }

    /// What was done since it was opened.
    public var facts: ReporterFacts {
        var facts = shared.facts
        facts.waiting = queue.count
        return facts
    }

    // MARK: Reading

    /// At most `limit` devices, the one that was heard last first; `before` goes on from another page.
    public func devices(limit: Int, before: Int? = nil) throws(StorageFailure) -> DevicePage {
        try read { (reader) throws(DatabaseFault) in
            try reader.devices(limit: Self.held(limit), before: before ?? .max)
        }
    }

    /// At most `limit` uploads of a device, newest first; nil for a device that is not known.
    public func history(ofDevice id: String, limit: Int, before: Int? = nil) throws(StorageFailure) -> DeviceHistory? {
        try read { (reader) throws(DatabaseFault) in
            try reader.history(ofDevice: id, limit: Self.held(limit), before: before ?? .max)
        }
    }

    /// At most `limit` uploads by way of an access point, newest first, and all of them in short; nil for one that is not
    /// known.
    public func history(
        ofAccessPoint bssid: String, limit: Int, before: Int? = nil
    ) throws(StorageFailure) -> AccessPointHistory? {
        try read { (reader) throws(DatabaseFault) in
            try reader.history(ofAccessPoint: bssid, limit: Self.held(limit), before: before ?? .max)
        }
    }

    private static func held(_ limit: Int) -> Int {
        min(max(limit, ReporterLimits.pageRange.lowerBound), ReporterLimits.pageRange.upperBound)
    }

    private func read<Result>(
        _ body: (ReporterReader) throws(DatabaseFault) -> Result
    ) throws(StorageFailure) -> Result {
        let number = nextSlot.wrappingAdd(1, ordering: .relaxed).oldValue
        let slot = slots[Int(UInt(bitPattern: number) % UInt(slots.count))]
        return try slot.withLock { (slot) throws(StorageFailure) in
            guard !slot.isStopped else { throw .stopped }
            let generation = shared.generation
            if slot.generation != generation { slot.reader = nil }
            slot.generation = generation
            do throws(DatabaseFault) {
                let reader: ReporterReader
                if let open = slot.reader { reader = open } else { reader = try ReporterReader(opening: path) }
                slot.reader = reader
                return try body(reader)
            } catch {
                // The writer finds out how bad it is, and begins another file if need be.
                if error.kind == .damaged { _ = queue.add(.check) }
                throw error.failure(of: path)
            }
        }
    }
}
