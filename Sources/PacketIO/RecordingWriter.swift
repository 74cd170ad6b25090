import Bytes
import CaptureFormats
import Dispatch
import Timing

/// The writing side of a recorder: takes pieces off the backlog until the end, on a thread of its own.
struct RecordingWriter: ~Copyable {
    /// After a failure it is tried again that often.
    static let retryInterval = DispatchTimeInterval.seconds(2)
    /// Whoever runs the recorder is told at most that often.
    private static let noticeInterval: UInt64 = 60_000_000_000

    private let format = PCAPNGWriter()
    private let application: String
    private var file: RecordingFile
    private let backlog: RecordingBacklog
    private let notice: @Sendable (RecordingNotice) -> Void
    /// Whether the file's first blocks are written.
    private var hasBegun = false
    /// Of the current file: datagrams in it, and drops that they tell of.
    private var received: UInt64 = 0
    private var drops: UInt64 = 0
    /// Datagrams given up at the end.
    private var lost: UInt64 = 0
    /// Of the whole recording: missing datagrams and the failure that were told, and when.
    private var toldMissed: UInt64 = 0
    private var hasToldFailure = false
    private var lastNotice: UInt64?

    /// Creates the file at `path` and writes what begins it.
    init(
        _ path: String, application: String, _ backlog: RecordingBacklog,
        _ notice: @escaping @Sendable (RecordingNotice) -> Void
    ) throws(RecorderFailure) {
        var created = try RecordingFile(at: path)
        try created.begin()
        let blocks = format.sectionHeader(application: application) + format.interface(.raw)
        let (taken, failure) = created.append(blocks.lent)
        if let failure { throw failure }
        backlog.note { $0.bytes = UInt64(taken) }
        self.application = application
        self.backlog = backlog
        self.notice = notice
        file = created
        hasBegun = true
    }

    /// Writes until the end.
    mutating func run() {
        while true {
            switch backlog.work {
            case .nothing: backlog.wait()
            case .piece(let piece):
                // Looked at first: whatever is freed before the end is there for one more try.
                let isLastTry = backlog.isEnding
                let failure = write(piece)
                tell(failure)
                guard failure != nil else { continue }
                if isLastTry { abandon() } else { rest() }
            case .end(let end): return finish(end)
            }
        }
    }

    /// Waits before the next try, or until the end comes.
    private func rest() {
        let deadline = DispatchTime.now() + Self.retryInterval
        while DispatchTime.now() < deadline, !backlog.isEnding { backlog.wait(until: deadline) }
    }

    /// Writes as much of the first piece as can be written, and why that is not all.
    private mutating func write(_ first: RecordingPiece) -> RecorderFailure? {
        var piece = first
        if let end = piece.precedingEnd {
            // Without room for it the file ends without an end; the next one makes room.
            if hasBegun { _ = put(statistics(at: end, missed: 0)) }
            do throws(RecorderFailure) { try file.begin() } catch { return error }
            hasBegun = false
            received = 0
            drops = 0
            piece.precedingEnd = nil
            backlog.note { $0.files += 1 }
            backlog.replaceFirst(with: piece)
        }
        if !hasBegun, let failure = begin() { return failure }
        let (taken, failure) = file.append(piece.slab.bytes(in: piece.range))
        let blocks = failure == nil ? piece.datagrams : Self.count(piece.slab.bytes(in: piece.range), upTo: taken)
        piece.written += taken
        piece.datagrams -= blocks
        received += blocks
        drops &+= piece.drops
        piece.drops = 0
        backlog.note {
            $0.bytes += UInt64(taken)
            $0.datagrams += blocks
        }
        if failure == nil { backlog.removeFirst() } else { backlog.replaceFirst(with: piece) }
        return failure
    }

    private static func count(_ blocks: RawSpan, upTo end: Int) -> UInt64 {
        var offset = 0
        var count: UInt64 = 0
        while offset < end {
            offset += Int(blocks.littleEndian(at: offset + 4, as: UInt32.self))
            count += 1
        }
        return count
    }

    /// Writes what begins a file.
    private mutating func begin() -> RecorderFailure? {
        let failure = put(format.sectionHeader(application: application) + format.interface(.raw))
        hasBegun = failure == nil
        return failure
    }

    /// Writes blocks all together or not at all.
    private mutating func put(_ blocks: [UInt8]) -> RecorderFailure? {
        let (taken, failure) = file.append(blocks.lent)
        backlog.note { $0.bytes += UInt64(taken) }
        return failure
    }

    private func statistics(at end: StreamTime, missed: UInt64) -> [UInt8] {
        format.statistics(
            at: end, endTime: end, received: received &+ drops &+ missed, dropped: drops &+ missed,
            comment: missed > 0 ? CaptureRecorder.comment(onMissing: missed, "before the end") : nil)
    }

    /// Gives up what could not be written although the end has come.
    private mutating func abandon() {
        while case .piece(let piece) = backlog.work {
            backlog.note { $0.missed &+= piece.datagrams }
            lost += piece.datagrams
            drops &+= piece.drops
            backlog.removeFirst()
        }
    }

    /// Writes the end.
    private mutating func finish(_ end: RecordingBacklog.End) {
        drops &+= end.drops
        var failure = hasBegun ? nil : begin()
        if hasBegun { failure = put(statistics(at: end.time, missed: end.missed &+ lost)) }
        // Without a failure of its own the end keeps the one for which something was given up.
        guard failure != nil || lost == 0 else { return }
        backlog.note { $0.failure = failure }
    }

    /// Tells of the first failure, and that writing goes on or that something is missing, not too often.
    private mutating func tell(_ failure: RecorderFailure?) {
        backlog.note { $0.failure = failure }
        if let failure {
            guard !hasToldFailure, isTimeToTell else { return }
            hasToldFailure = true
            say(.failing(failure))
        } else {
            let missed = backlog.facts.missed
            guard hasToldFailure || missed > toldMissed && isTimeToTell else { return }
            hasToldFailure = false
            toldMissed = missed
            say(.goesOn(path: file.path, missed: missed))
        }
    }

    private var isTimeToTell: Bool {
        lastNotice.map { DispatchTime.now().uptimeNanoseconds - $0 >= Self.noticeInterval } ?? true
    }

    private mutating func say(_ message: RecordingNotice) {
        lastNotice = DispatchTime.now().uptimeNanoseconds
        notice(message)
    }
}
