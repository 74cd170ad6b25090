import Bytes
import CaptureFormats
import NetworkFormats
import Timing

/// A capture's reader, used by one thread at a time.
final class LockedReader: Sendable {
    private let reader: Guarded<CaptureReader>

    init(_ reader: consuming CaptureReader) { self.reader = Guarded(reader) }

    /// Lends the datagrams of the next piece.
    func drain(into sink: inout some DatagramSink) throws(CaptureFailure) -> SourceState {
        try reader.withLock { reader throws(CaptureFailure) in try reader.drain(into: &sink) }
    }

    /// Fills `batch` with the next piece; its slab is taken for the piece after that.
    func fill(_ batch: inout DatagramBatch) {
        reader.withLock { reader in
            let spare = batch.begin(in: reader.window)
            var turn = SourceTurn()
            do throws(CaptureFailure) {
                turn.state = try reader.drain(into: &batch, leavingWindowFor: spare)
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
