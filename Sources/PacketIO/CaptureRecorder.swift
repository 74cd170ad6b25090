import Bytes
import CaptureFormats
import Dispatch
public import NetworkFormats
public import Timing

/// Writes every datagram it is given into a pcapng file that `CaptureSource` reads back as the same datagrams.
///
/// What is called for every datagram only encodes into memory; a thread of its own writes. When the disk is full or too slow,
/// datagrams are left out and counted, and the next one says in a comment how many are missing; the file stays readable
/// at any moment. With a limit the recording goes on in the next file: FILE.pcapng is the current one, FILE.1.pcapng the one
/// before, and so on, nine of them. An earlier recording at the path is kept the same way.
///
/// `@unchecked Sendable`: it is used by one thread at a time, the one that receives; only `facts` may be asked by others.
public final class CaptureRecorder: @unchecked Sendable {
    /// Blocks wait for others at most that long before they are written, in stream time.
    static let flushInterval = StreamDuration(seconds: 1)
    /// How long the end waits for the disk.
    private static let finishLimit = DispatchTimeInterval.seconds(30)
    /// Bytes that a file keeps free for what begins and ends it.
    private static let reserve: Int64 = 1_024
    /// Bytes that a comment may take in a block.
    private static let commentRoom = 256

    private let backlog: RecordingBacklog
    private let thread = DispatchGroup()
    private let path: String
    private let limit: RecordLimit?
    private var state = State()

    /// What changes with every datagram.
    private struct State {
        var piece: RecordingPiece?
        /// When the first block of the piece was encoded.
        var pieceStart = StreamTime(nanoseconds: 0)
        /// Of the current file: bytes, and the first datagram's time.
        var fileBytes: Int64 = 0
        var fileStart: StreamTime?
        /// The end of the file that is full; the next piece begins another one.
        var fullFileEnd: StreamTime?
        /// The last datagram's time, and the last instant told.
        var lastDatagram: StreamTime?
        var now = StreamTime(nanoseconds: 0)
        /// Datagrams left out since the last one taken, and the drops they told of.
        var missed: UInt64 = 0
        var drops: UInt64 = 0
        /// All datagrams.
        var datagrams: UInt64 = 0
        var isFinished = false
    }

    /// Opens a new file at `path`; what lies there is kept under another name.
    ///
    /// `version` is written behind the recorder's name; `log` is told of trouble, one sentence at a time, on the writing
    /// thread.
    public convenience init(
        opening path: String, version: String? = nil, limit: RecordLimit? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(RecorderFailure) {
        try self.init(
            opening: path, version: version, limit: limit, backlogLimit: RecordingBacklog.limit,
            notice: { log($0.description) })
    }

    init(
        opening path: String, version: String?, limit: RecordLimit?, backlogLimit: Int,
        notice: @escaping @Sendable (RecordingNotice) -> Void
    ) throws(RecorderFailure) {
        self.path = path
        self.limit = limit
        backlog = RecordingBacklog(limit: backlogLimit)
        let writer = try RecordingWriter(
            path, application: CaptureSource.recorderName + (version.map { " \($0)" } ?? ""), backlog, notice)
        let moving = Guarded<RecordingWriter?>(writer)
        DispatchQueue(label: "capture recorder").async(group: thread) {
            moving.withLock { writer in
                writer?.run()
                writer = nil
            }
        }
    }

    deinit { if !state.isFinished { finish(at: state.now) } }

    /// Takes one datagram; times never fall.
    public func record(_ header: DatagramHeader, _ payload: RawSpan) {
        state.datagrams += 1
        state.lastDatagram = header.time
        advance(to: header.time)
        let drops = state.drops &+ state.missed &+ UInt64(header.droppedBefore)
        let headerLength = UDPFrame.headerLength(of: header)
        let envelope = PacketEnvelope(
            storedLength: headerLength + payload.byteCount, wireLength: headerLength + Int(header.wireLength),
            droppedBefore: drops)
        let room = envelope.length + (state.missed > 0 ? Self.commentRoom : 0)
        guard UDPFrame.fits(header), let piece = piece(for: room, at: header.time) else { return miss(header) }
        if state.missed > 0 {
            append(header, payload, drops, comment: Self.comment(onMissing: state.missed, "before this one"), to: piece)
        } else {
            piece.slab.appendZeros(PacketEnvelope.startLength) { envelope.writeStart(at: header.time, into: &$0) }
            piece.slab.appendZeros(headerLength) { UDPFrame.writeHeaders(of: header, payload, into: &$0) }
            piece.slab.append(payload)
            piece.slab.appendZeros(envelope.endLength) { envelope.writeEnd(into: &$0) }
        }
        state.fileBytes += Int64(room)
        state.piece?.datagrams += 1
        state.piece?.drops &+= drops
        state.missed = 0
        state.drops = 0
    }

    /// Learns that nothing more arrives before `time`: what was encoded a second before goes to the disk.
    public func advance(to time: StreamTime) {
        state.now = max(state.now, time)
        if state.piece != nil, state.now - state.pieceStart >= Self.flushInterval { handOver() }
    }

    /// Ends the recording at `time`, the last instant that was given out, and waits until it is on the disk; half a
    /// minute at most.
    @discardableResult
    public func finish(at time: StreamTime) -> RecorderFacts {
        guard !state.isFinished else { return facts }
        state.isFinished = true
        handOver()
        // Later instants change nothing, and a reader believes no end that is further away.
        let latest = (state.lastDatagram ?? time) + CaptureSource.longestTail
        backlog.finish(
            RecordingBacklog.End(time: min(time, latest), missed: state.missed, drops: state.drops))
        guard thread.wait(timeout: .now() + Self.finishLimit) == .timedOut else { return facts }
        var facts = facts
        facts.failure = .isStuck(path: path)
        facts.missed = state.datagrams - facts.datagrams
        return facts
    }

    /// How far the recording has come; may be asked by any thread.
    public var facts: RecorderFacts { backlog.facts }

    /// What a capture says of datagrams that are missing in it.
    static func comment(onMissing count: UInt64, _ place: String) -> String {
        "\(count) datagram\(count == 1 ? " is" : "s are") missing \(place): the disk was full or too slow"
    }
}

extension CaptureRecorder {
    /// The piece into which a block of `length` bytes goes; nil when there is no room for it anywhere.
    private func piece(for length: Int, at time: StreamTime) -> RecordingPiece? {
        if isFull(before: length, at: time) {
            handOver()
            state.fullFileEnd = state.fullFileEnd ?? time
            state.fileBytes = 0
            state.fileStart = nil
        }
        if let piece = state.piece {
            if piece.slab.spare >= length { return piece }
            handOver()
        }
        guard var piece = backlog.takeEmpty() else { return nil }
        piece.precedingEnd = state.fullFileEnd
        state.fullFileEnd = nil
        state.fileStart = state.fileStart ?? time
        state.pieceStart = state.now
        state.piece = piece
        return piece
    }

    /// Whether the current file has no room or time for another block.
    private func isFull(before length: Int, at time: StreamTime) -> Bool {
        guard let limit, let start = state.fileStart else { return false }
        if state.fileBytes + Int64(length) + Self.reserve > limit.bytes { return true }
        return limit.duration.map { time - start >= $0 } ?? false
    }

    private func handOver() {
        guard let piece = state.piece else { return }
        state.piece = nil
        backlog.put(piece)
    }

    private func miss(_ header: DatagramHeader) {
        state.missed += 1
        state.drops &+= UInt64(header.droppedBefore)
        backlog.miss(1)
    }

    /// Encodes the rare block that bears a comment.
    private func append(
        _ header: DatagramHeader, _ payload: RawSpan, _ drops: UInt64, comment: String, to piece: RecordingPiece
    ) {
        let length = UDPFrame.headerLength(of: header)
        var frame = [UInt8](repeating: 0, count: length)
        frame.lendForWriting { UDPFrame.writeHeaders(of: header, payload, into: &$0) }
        frame.append(copying: payload)
        let block = PCAPNGWriter().frame(
            frame, at: header.time, wireLength: length + Int(header.wireLength),
            droppedBefore: UInt32(clamping: drops), comment: comment)
        piece.slab.append(block.lent)
    }
}
