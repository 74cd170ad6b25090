import Bytes
import Glibc
import ObjectDelivery
import PacketIO

/// The thread that keeps files: writes ranges as they come, checks what is whole, and gives it its name.
///
/// Everything of it is touched by its one thread only.
final class FileWorker {
    /// The folder of files that are on their way, beside those of the channels.
    static let incomingFolder = ".incoming"
    /// Files kept open at a time.
    private static let openLimit = 64

    /// A file that the table has.
    final class Entry {
        var record: FileRecord
        /// Where it goes; nil when its name is refused.
        let path: RelativePath?
        var state = StoredFile.State.receiving
        var incoming: IncomingFile?
        /// The table has it no longer: it goes once nothing newer is to take its place.
        var isDropped = false

        init(_ record: FileRecord) {
            self.record = record
            path = RelativePath(record.path)
        }

        /// Whether it may still come.
        var isPending: Bool { state == .receiving || state == .checking }
    }

    /// The files of one channel.
    struct Channel {
        var folder: String
        var entries: [FileKey: Entry] = [:]
        /// Whose bytes lie at a path, and how many.
        var onDisk: [RelativePath: (key: FileKey, length: UInt64)] = [:]
        /// How many files that may still come go to a path.
        var pending: [RelativePath: Int] = [:]
    }

    let root: FolderHandle
    let incoming: FolderHandle
    let limits: FileStoreLimits
    let keepsDropped: Bool
    let table: FileTable
    let log: @Sendable (String) -> Void
    var channels: [Int32: Channel] = [:]
    var checks: [FileCheck] = []
    var used: UInt64 = 0
    private let backlog: FileBacklog
    private let room = Slab(capacity: FileCheck.stepLength)
    private var openFiles: [IncomingFile] = []
    private var serial = 0
    private var toldReasons: Set<String> = []

    init(
        root: FolderHandle, incoming: FolderHandle, limits: FileStoreLimits, keepsDropped: Bool, table: FileTable,
        backlog: FileBacklog, log: @escaping @Sendable (String) -> Void
    ) {
        self.root = root
        self.incoming = incoming
        self.limits = limits
        self.keepsDropped = keepsDropped
        self.table = table
        self.backlog = backlog
        self.log = log
    }

    /// Works until nothing more comes and everything is checked.
    func run() {
        while true {
            guard let jobs = backlog.takeAll(mayWait: checks.isEmpty) else {
                if checks.isEmpty { return }
                check()
                continue
            }
            for job in jobs {
                perform(job)
                backlog.done(job.byteCount)
            }
            check()
        }
    }

    private func perform(_ job: FileJob) {
        switch job {
        case .opened(let channel, let folder): channels[channel] = Channel(folder: folder)
        case .listed(let channel, let record): list(record, in: channel)
        case .bytes(let channel, let key, let offset, let slice):
            write(slice, at: offset, of: key, in: channel)
        case .damaged(let channel, let key):
            guard let entry = channels[channel]?.entries[key], entry.state == .receiving else { return }
            table.note { $0.failedWrites += 1 }
            tell("the disk is too slow for the files that are sent: some of them are given up")
            fail(entry, "the disk was too slow for it", in: channel)
        case .completed(let channel, let record): complete(record, in: channel)
        case .dropped(let channel, let record): drop(record, in: channel)
        }
    }

    /// Takes the first check a step further.
    private func check() {
        guard let check = checks.first else { return }
        let entry = channels[check.channel]?.entries[check.key]
        let isOver: Bool
        if let entry, entry.state == .checking {
            isOver = step(check, entry)
        } else {
            used -= min(used, check.reserved)
            isOver = true
        }
        publishUse()
        guard isOver else { return }
        for file in check.files { forget(file) }
        checks.removeFirst()
    }

    private func step(_ check: FileCheck, _ entry: Entry) -> Bool {
        let before = check.reserved
        let spare = limits.quota - min(limits.quota, used - min(used, check.result.reserved))
        do throws(FileCheck.Flaw) {
            let isDone = try check.step(room, limit: spare) { () throws(SystemFault) in try begin(reserved: 0) }
            used = used &+ check.reserved &- before
            if isDone { place(check, entry) }
            return isDone
        } catch {
            used -= min(used, before)
            reject(entry, error, in: check.channel)
            return true
        }
    }

    private func reject(_ entry: Entry, _ flaw: FileCheck.Flaw, in channel: Int32) {
        switch flaw {
        case .disk(let fault):
            table.note { $0.failedWrites += 1 }
            tell("received files cannot be written: \(fault.reason)")
        case .tooLong:
            table.note { $0.refusedForSpace += 1 }
            tell("the quota of \(limits.quota) bytes for received files is used up: new ones are refused")
        case .length, .digest, .coding: table.note { $0.failedChecks += 1 }
        }
        fail(entry, flaw.words, in: channel)
    }

    /// Makes a temporary file.
    func begin(reserved: UInt64) throws(SystemFault) -> IncomingFile {
        serial += 1
        let file = try IncomingFile("\(serial).part", in: incoming, reserved: reserved)
        opened(file)
        return file
    }

    /// Closes the file that was opened first when too many are open.
    private func opened(_ file: IncomingFile) {
        openFiles.removeAll { $0.descriptor < 0 || $0 === file }
        openFiles.append(file)
        if openFiles.count > Self.openLimit { openFiles.removeFirst().close() }
    }

    /// Opens a file for writing if it is closed.
    func reopen(_ file: IncomingFile) throws(SystemFault) {
        guard file.descriptor < 0 else { return }
        try file.open()
        opened(file)
    }

    /// Forgets a file that is given up or has its name.
    func forget(_ file: IncomingFile) {
        file.close()
        openFiles.removeAll { $0 === file }
    }

    /// Tells a person once.
    func tell(_ sentence: String) {
        if toldReasons.insert(sentence).inserted { log(sentence) }
    }

    func publish(_ entry: Entry, in channel: Int32) {
        var file = StoredFile(record: entry.record, state: entry.state)
        if file.isReady, let path = entry.path, let folder = channels[channel]?.folder {
            file.localFilename = folder + "/" + path.text
        }
        table.set(file, for: entry.record.key, of: channel)
    }

    func publishUse() {
        let used = used
        table.note { $0.bytes = used }
    }
}

@available(*, unavailable)
extension FileWorker: Sendable {}
@available(*, unavailable)
extension FileWorker.Entry: Sendable {}
@available(*, unavailable)
extension FileWorker.Channel: Sendable {}
