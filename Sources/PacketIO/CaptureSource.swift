public import CaptureFormats
public import NetworkFormats
public import Timing

/// A capture as a source of datagrams: a file, a compressed file, a pipe or a file that still grows.
///
/// It lends every datagram in order, with the frame's number as Wireshark counts and a time that never falls. A large file is
/// read, inflated and taken apart on a second thread, a few pieces ahead; what is given does not depend on that.
public struct CaptureSource: ~Copyable, DatagramSource {
    /// The application name that this project's recorder writes into its captures; a version may follow.
    public static let recorderName = "stadium-replay recorder"
    /// How far behind its last frame a recording may end.
    static let longestTail = StreamDuration(seconds: 3_600)
    /// Bytes of a file that are read before a second thread is worth its start.
    static let readAheadStart = 1 << 20

    let reader: LockedReader
    private let readAheadStart: Int
    private var ahead: ReadAhead?
    private var progress: ReadingProgress
    /// The length of the file in bytes; nil for pipes and files that are followed.
    public let totalBytes: Int?

    /// Opens the capture at `path`, or on standard input for "-", and makes sure that it is one; a pipe is waited for.
    public init(opening path: String, options: CaptureOptions = CaptureOptions()) throws(CaptureFailure) {
        try self.init(opening: path, options: options, readAheadStart: Self.readAheadStart)
    }

    /// The same; unless it `waits`, a pipe is looked at when it brings something, and `drain` tells what is wrong with it.
    init(
        opening path: String, options: CaptureOptions, readAheadStart: Int = Self.readAheadStart, waits: Bool = true
    ) throws(CaptureFailure) {
        let opened = try CaptureReader(opening: path, options: options, waits: waits)
        totalBytes = opened.totalBytes
        progress = opened.progress
        reader = LockedReader(opened)
        self.readAheadStart = readAheadStart
    }

    /// Lends the datagrams of the next piece to `sink`; at the end it also tells of the silence up to `endTime`.
    ///
    /// Damage behind the first frame is no failure: it becomes `facts.cut`.
    public mutating func drain(into sink: inout some DatagramSink) throws(CaptureFailure) -> SourceState {
        try drain(into: &sink, waits: true)
    }

    /// The same; unless it `waits`, it is idle while a pipe has nothing.
    mutating func drain(into sink: inout some DatagramSink, waits: Bool) throws(CaptureFailure) -> SourceState {
        if ahead == nil, let totalBytes, progress.bytes >= readAheadStart, progress.bytes < totalBytes {
            ahead = ReadAhead(reader)
        }
        guard let ahead else {
            let state = try reader.drain(into: &sink, waits: waits)
            progress = reader.progress
            return state
        }
        let turn = ahead.drain(into: &sink)
        progress = turn.progress
        if turn.state == .more, turn.failure == nil { return .more }
        self.ahead = nil
        if let failure = turn.failure { throw failure }
        return turn.state
    }

    /// Frames whose datagrams were given so far.
    public var framesRead: Int { progress.frames }

    /// Bytes of the file that what was given so far took.
    public var bytesRead: Int { progress.bytes }

    /// The instant at which the capture ends: its last frame, or the end that this project's recorder wrote down.
    ///
    /// That end counts only when it is at most an hour behind the last frame; other programs write when a person
    /// stopped them. Nil without frames.
    public var endTime: StreamTime? { reader.endTime }

    /// What is known of the capture; before its end that may be a little more than what was given.
    public var facts: CaptureFacts { reader.facts }

    /// What became of the frames that the filter let pass; before the end they may be a little more than were given.
    public var frameCounters: FrameCounters { reader.frameCounters }
}

@available(*, unavailable)
extension CaptureSource: Sendable {}
