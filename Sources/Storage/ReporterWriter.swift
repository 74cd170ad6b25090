import Dispatch
import PacketIO
import Timing

/// The thread that writes uploads: many of them in one transaction, each told once it is on the disk.
///
/// Everything of it is touched by its one thread only, once it runs.
final class ReporterWriter {
    /// An upload on its way.
    struct Addition {
        var upload: ReporterUpload
        var receivedAt: StreamTime
        var done: @Sendable (StorageFailure?) -> Void
    }

    /// A device whose uploads are removed, step by step.
    struct Removal {
        var device: Int
        /// The newest upload that was there when it was asked for.
        var latest: Int
        var done: @Sendable (Result<Bool, StorageFailure>) -> Void
    }

    let path: String
    let limits: ReporterLimits
    let shared: ReporterShared
    let queue: ReporterQueue
    let now: @Sendable () -> StreamTime
    private let schema: ReporterSchema
    private let log: @Sendable (String) -> Void
    var file: ReporterFile
    var removals: [Removal] = []
    var tidyings: [@Sendable () -> Void] = []
    var isTidying = true
    private var isBroken = false
    private var lastTold = ""
    private var nextTidying = DispatchTime.now()

    /// Opens the file at `path`; a damaged one is put aside and another one begun.
    init(
        path: String, limits: ReporterLimits, schema: ReporterSchema, shared: ReporterShared, queue: ReporterQueue,
        log: @escaping @Sendable (String) -> Void, now: @escaping @Sendable () -> StreamTime
    ) throws(StorageFailure) {
        self.path = path
        self.limits = limits
        self.schema = schema
        self.shared = shared
        self.queue = queue
        self.log = log
        self.now = now
        do throws(ReporterSchema.Refusal) {
            file = try ReporterFile(opening: path, schema: schema)
            return
        } catch {
            guard case .fault(let fault) = error, fault.kind == .damaged else {
                throw Self.failure(error, path, known: schema.version)
            }
            do throws(DatabaseFault) {
                let name = try ReporterFile.putAside(path, now: now())
                log(Self.sentence(path, fault, name))
            } catch {
                throw error.failure(of: path)
            }
        }
        do throws(ReporterSchema.Refusal) {
            file = try ReporterFile(opening: path, schema: schema)
        } catch {
            throw Self.failure(error, path, known: schema.version)
        }
        shared.note { $0.damaged += 1 }
    }

    private static func sentence(_ path: String, _ fault: DatabaseFault, _ name: String) -> String {
        "the database \(path) is damaged (\(fault.reason)): it lies as \(name) now, and a new one was begun"
    }

    private static func failure(_ refusal: ReporterSchema.Refusal, _ path: String, known: Int) -> StorageFailure {
        switch refusal {
        case .newer(let found): .newerSchema(path: path, found: found, known: known)
        case .foreign: .foreign(path: path)
        case .fault(let fault): fault.failure(of: path)
        }
    }

    /// Works until nothing more comes.
    func run() {
        let round = DispatchTimeInterval.seconds(ReporterLimits.tidySeconds)
        while true {
            if DispatchTime.now() >= nextTidying {
                nextTidying = .now() + round
                isTidying = true
            }
            let hasSteps = isTidying || !removals.isEmpty
            guard let jobs = queue.take(limits.batch, patience: hasSteps ? .seconds(0) : round) else { break }
            perform(jobs)
            step()
        }
        for removal in removals { removal.done(.failure(.stopped)) }
        for done in tidyings { done() }
    }

    private func perform(_ jobs: [ReporterJob]) {
        var additions: [Addition] = []
        for job in jobs {
            if case .add(let upload, let receivedAt, let done) = job {
                additions.append(Addition(upload: upload, receivedAt: receivedAt, done: done))
                continue
            }
            write(&additions)
            switch job {
            case .add: break
            case .remove(let device, let done): beginRemoval(device, done)
            case .tidy(let done):
                tidyings.append(done)
                isTidying = true
            case .check: check()
            }
        }
        write(&additions)
    }

    /// Writes all or none of them, and tells everybody what became of it.
    private func write(_ additions: inout [Addition]) {
        guard !additions.isEmpty else { return }
        let batch = additions
        additions = []
        var failure: StorageFailure?
        if let fault = attempt({ () throws(DatabaseFault) in try commit(batch) }) { failure = fault.failure(of: path) }
        let bytes = (try? file.usedBytes()) ?? 0
        shared.note { facts in
            facts.bytes = bytes
            if failure == nil {
                facts.stored += UInt64(batch.count)
                facts.commits += 1
            } else {
                facts.failed += UInt64(batch.count)
            }
        }
        if bytes > limits.bytes { isTidying = true }
        for addition in batch { addition.done(failure) }
    }

    private func commit(_ batch: [Addition]) throws(DatabaseFault) {
        try file.database.run("BEGIN IMMEDIATE")
        do throws(DatabaseFault) {
            for addition in batch { try insert(addition) }
            try file.database.run("COMMIT")
        } catch {
            file.database.rollBack()
            throw error
        }
    }

    private func insert(_ addition: Addition) throws(DatabaseFault) {
        let upload = addition.upload
        let time = Statement.Value.integer(addition.receivedAt.milliseconds)
        let devices = try file.statements.addDevice.rows(.text(upload.deviceID), time) { $0.integer(0) ?? 0 }
        var accessPoint: Int?
        if let bssid = upload.wireless.bssid {
            accessPoint = try file.statements.addAccessPoint.rows(
                .text(bssid), .text(upload.wireless.accessPointName), .text(upload.wireless.ssid)
            ) { $0.integer(0) ?? 0 }.first
        }
        try file.statements.addUpload.run(
            UploadColumns.values(
                upload, device: devices.first ?? 0, accessPoint: accessPoint, receivedAt: addition.receivedAt))
    }

    /// Does `act`; when the file turns out to be damaged it is put aside, and `act` is done in a new one.
    ///
    /// The result is what was in the way in the end.
    func attempt(_ act: () throws(DatabaseFault) -> Void) -> DatabaseFault? {
        do throws(DatabaseFault) {
            if isBroken { try reopen() }
            try act()
            lastTold = ""
            return nil
        } catch {
            guard error.kind == .damaged else { return told(error) }
            do throws(DatabaseFault) {
                try beginAnew(error)
                try act()
                return nil
            } catch {
                return told(error)
            }
        }
    }

    /// Tells a person, once in a row.
    private func told(_ fault: DatabaseFault) -> DatabaseFault {
        let sentence = "uploads are not kept: \(fault.failure(of: path))"
        if sentence != lastTold { log(sentence) }
        lastTold = sentence
        return fault
    }

    private func beginAnew(_ fault: DatabaseFault) throws(DatabaseFault) {
        isBroken = true
        let name = try ReporterFile.putAside(path, now: now())
        log(Self.sentence(path, fault, name))
        shared.note { $0.damaged += 1 }
        try reopen()
    }

    private func reopen() throws(DatabaseFault) {
        do throws(ReporterSchema.Refusal) {
            file = try ReporterFile(opening: path, schema: schema)
        } catch {
            guard case .fault(let fault) = error else {
                throw DatabaseFault(.other, "\(Self.failure(error, path, known: schema.version))")
            }
            throw fault
        }
        isBroken = false
        shared.renew()
    }

    /// Looks at the file anew: what this connection remembers of its pages may be better than they are.
    private func check() {
        _ = attempt { () throws(DatabaseFault) in
            let verdict = try Database(opening: path).text("PRAGMA quick_check(1)")
            guard verdict == "ok" else { throw DatabaseFault(.damaged, verdict) }
        }
    }
}

@available(*, unavailable)
extension ReporterWriter: Sendable {}
@available(*, unavailable)
extension ReporterWriter.Addition: Sendable {}
@available(*, unavailable)
extension ReporterWriter.Removal: Sendable {}
