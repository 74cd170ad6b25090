import Bytes
import CaptureFormats
import NetworkFormats
import Timing

/// Reads a capture piece by piece: bytes, records, filter, time, frames.
///
/// `@unchecked Sendable`: nothing that it refers to (descriptor, windows, inflater, compiled filters) is known to anyone else
/// but the windows whose datagrams were lent, which it does not touch again. It lies in a lock, so that one thread at a time
/// uses it.
struct CaptureReader: ~Copyable, @unchecked Sendable {
    private var input: CaptureInput
    private var decoder = CaptureDecoder()
    private var filter: FrameFilter
    private var state: State

    /// What changes with every frame.
    private struct State {
        var frames: FrameDecoder
        var clock = CaptureClock()
        var frameBytes: UInt64 = 0
        var filtered: UInt64 = 0
        /// Drops told by frames that the filter left out; the next frame carries them.
        var heldDrops: UInt32 = 0
        /// Whether the first bytes were there, and were those of a capture.
        var hasBegun: Bool
        var isFinished = false
        var cut: CaptureCut?
    }

    /// Opens the capture at `path`, or on standard input for "-", and makes sure that it is one.
    ///
    /// Unless it `waits`, a pipe is looked at when it brings something: `drain` tells what is wrong with it.
    init(opening path: String, options: CaptureOptions, waits: Bool = true) throws(CaptureFailure) {
        var opened = try CaptureInput(opening: path, follow: options.follow)
        let hasBegun = (waits || !opened.isPipe) ? try Self.begin(&opened, waits: true) : false
        input = opened
        filter = FrameFilter(options.filter)
        state = State(
            frames: FrameDecoder(options: FrameOptions(verifyChecksums: options.verifyChecksums)), hasBegun: hasBegun)
    }

    /// Lends the datagrams of the next piece to `sink`; at the end it also tells of the silence up to `endTime`.
    ///
    /// Damage behind the first frame is no failure: it becomes `facts.cut`. With `spare`, an empty slab, the bytes lent stay
    /// where they are and the next piece is read into that. Unless it `waits`, it is idle while a pipe has nothing.
    mutating func drain(
        into sink: inout some DatagramSink, leavingWindowFor spare: Slab? = nil, waits: Bool = true
    ) throws(CaptureFailure) -> SourceState {
        guard !state.isFinished else { return .finished }
        guard state.hasBegun else {
            if let spare { input.move(to: spare, consumed: 0) }
            state.hasBegun = try Self.begin(&input, waits: waits)
            return state.hasBegun ? .more : .idle
        }
        let window = input.window
        var offset = 0
        if let damage = try give(window.bytes, at: &offset, to: &sink) {
            guard decoder.frames > 0 else { throw .damaged(path: input.path, damage) }
            let end = CaptureCut(
                kind: .damaged, offset: damage.offset, frames: damage.frames,
                sentence: "the capture is \(damage); what came before is valid")
            finish(end, &sink)
            return .finished
        }
        if let spare {
            input.move(to: spare, consumed: offset)
            offset = 0
        }
        guard waits || input.isReady() else {
            input.drop(offset)
            return .idle
        }
        if try input.refill(consumed: offset, wanted: decoder.wanted) { return .more }
        try filter.verify()
        finish(ending(leaving: input.window.count), &sink)
        return .finished
    }

    /// Waits until a pipe has something to be read, or has ended, or some milliseconds have passed.
    func waitForInput(milliseconds: Int32) { _ = input.isReady(within: milliseconds) }

    /// How far it has come.
    var progress: ReadingProgress { ReadingProgress(frames: Int(clamping: decoder.frames), bytes: input.bytesRead) }

    /// The length of the file in bytes; nil for pipes and files that are followed.
    var totalBytes: Int? { input.totalBytes }

    /// Where the datagrams lie that are lent next.
    var window: Slab { input.window }

    /// The instant at which the capture ends: its last frame, or the end that this project's recorder wrote down.
    ///
    /// That end counts only when it is at most an hour behind the last frame; other programs write when a person
    /// stopped them. Nil without frames.
    var endTime: StreamTime? {
        guard let last = state.clock.last else { return nil }
        guard let stated = decoder.endTime, decoder.application?.hasPrefix(CaptureSource.recorderName) == true else {
            return last
        }
        let end = state.clock.moved(stated)
        return end > last && end - last <= CaptureSource.longestTail ? end : last
    }

    /// What is known of the capture so far.
    var facts: CaptureFacts {
        let name = input.path.split(separator: "/").last.map(String.init) ?? input.path
        var facts = CaptureFacts(file: name, format: decoder.format ?? .pcap)
        facts.isGzip = input.isGzip
        facts.linkTypes = decoder.linkTypes
        facts.resolutions = decoder.resolutions
        facts.frames = decoder.frames
        facts.bytes = UInt64(decoder.position)
        facts.frameBytes = state.frameBytes
        facts.firstTime = state.clock.first
        facts.lastTime = state.clock.last
        facts.truncatedFrames = UInt64(frameCounters.truncatedFrames)
        facts.captureDrops = decoder.drops
        facts.checksumMismatches = UInt64(frameCounters.checksumMismatches)
        var skipped = frameCounters.skipped.map { SkipCounts.Entry(name: $0.name, count: UInt64($0.count)) }
        skipped.append(SkipCounts.Entry(name: "filtered", count: state.filtered))
        facts.skipped = SkipCounts(skipped)
        facts.contents = frameCounters.contents.map { SkipCounts.Entry(name: $0.name, count: UInt64($0.count)) }
        facts.clockSteps = state.clock.steps
        facts.clockStepCount = state.clock.stepCount
        facts.comments = decoder.comments
        facts.commentCount = decoder.commentCount
        facts.application = decoder.application
        facts.cut = state.cut
        return facts
    }

    /// What became of the frames that the filter let pass.
    var frameCounters: FrameCounters { state.frames.counters }
}

extension CaptureReader {
    /// Makes sure that it is a capture; unless it `waits`, it says false while a pipe has not brought enough to tell.
    private static func begin(_ input: inout CaptureInput, waits: Bool) throws(CaptureFailure) -> Bool {
        repeat {
            if waits { input.awaitBeginning() }
            guard waits || input.isReady() else { return false }
        } while try !input.begin()
        try check(input.window, input.path)
        return true
    }

    /// Lends the datagrams of all frames that lie whole in `bytes`; the damage at which they end, if they do.
    private mutating func give(
        _ bytes: RawSpan, at offset: inout Int, to sink: inout some DatagramSink
    ) throws(CaptureFailure) -> CaptureError? {
        while true {
            let found: CaptureRecord?
            do { found = try decoder.next(in: bytes, at: &offset) } catch { return error }
            guard let record = found else { return nil }
            let time = state.clock.time(of: record)
            state.frameBytes &+= UInt64(record.wireLength)
            let frame = bytes.extracting(record.bytes)
            var drops = record.droppedBefore
            if filter.isActive {
                let (sum, overflow) = drops.addingReportingOverflow(state.heldDrops)
                drops = overflow ? .max : sum
                state.heldDrops = drops
                let passes = try filter.passes(
                    frame, linkType: record.linkType, wireLength: record.wireLength, among: decoder.linkTypes.count)
                guard passes else {
                    state.filtered += 1
                    continue
                }
                state.heldDrops = 0
            }
            state.frames.decode(
                frame, linkType: record.linkType.rawValue, wireLength: record.wireLength,
                at: Moment(time: time, ordinal: record.frame), droppedBefore: drops, into: &sink)
        }
    }

    private mutating func finish(_ cut: CaptureCut?, _ sink: inout some DatagramSink) {
        state.isFinished = true
        state.cut = cut
        if let endTime { sink.advance(to: endTime) }
    }

    /// How the capture ends when nothing more can be read and `count` bytes are left: nil when it is whole.
    private func ending(leaving count: Int) -> CaptureCut? {
        guard let fault = input.compressionFault else { return decoder.finish(leaving: count) }
        return CaptureCut(
            kind: .compression, offset: decoder.position, frames: decoder.frames,
            sentence: "\(fault), after \(CaptureCut.count(decoder.frames))")
    }

    /// Throws unless the bytes are the beginning of a capture that can be read.
    private static func check(_ window: Slab, _ path: String) throws(CaptureFailure) {
        let bytes = window.bytes
        guard bytes.byteCount >= 4 else {
            throw .notACapture(path: path, looksLike: ForeignFormat.name(of: bytes))
        }
        var probe = CaptureDecoder()
        var offset = 0
        do {
            _ = try probe.next(in: bytes, at: &offset)
        } catch {
            if case .notACapture = error.reason {
                throw .notACapture(path: path, looksLike: ForeignFormat.name(of: bytes))
            }
            if error.frames == 0 { throw .damaged(path: path, error) }
        }
    }
}
