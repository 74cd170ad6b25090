import Bytes
import CaptureFormats
import NetworkFormats
import Timing

/// A capture's reader, used by one thread at a time.
final class LockedReader: Sendable {
    private let reader: Guarded<CaptureReader>

    init(_ reader: consuming CaptureReader) { self.reader = Guarded(reader) }

    /// Lends the datagrams of the next piece; unless it `waits`, it is idle while a pipe has nothing.
    func drain(into sink: inout some DatagramSink, waits: Bool) throws(CaptureFailure) -> SourceState {
        try reader.withLock { reader throws(CaptureFailure) in try reader.drain(into: &sink, waits: waits) }
    }

    /// Waits until a pipe has something to be read, or has ended, or some milliseconds have passed.
    func waitForInput(milliseconds: Int32) { reader.withLock { $0.waitForInput(milliseconds: milliseconds) } }

    /// Fills `batch` with the next piece; its slab is taken for the piece after that.
    func fill(_ batch: inout DatagramBatch, waits: Bool = true) {
        reader.withLock { reader in
            let spare = batch.begin(in: reader.window)
            var turn = SourceTurn()
            do throws(CaptureFailure) {
                turn.state = try reader.drain(into: &batch, leavingWindowFor: spare, waits: waits)
            } catch {
                turn.failure = error
            }
            turn.progress = reader.progress
            batch.turn = turn
        }
    }

    var progress: ReadingProgress { reader.withLock { $0.progress } }
    var endTime: StreamTime? { reader.withLock { $0.endTime } }
    var facts: CaptureFacts { reader.withLock { $0.facts } }
    var frameCounters: FrameCounters { reader.withLock { $0.frameCounters } }
}
