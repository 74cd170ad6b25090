import CaptureFormats
import Glibc
import NetworkFormats
import PacketIO

/// Brings a capture's datagrams to a live venue.
final class CaptureDriver: LiveDriver {
    /// How long others may get at the venue between two pieces of a capture that is read without pause, in microseconds.
    private static let pause: UInt32 = 50

    /// The capture until it is run.
    private let capture: Guarded<PacedCapture?>
    private let waker: PaceWaker
    private let pace: Pace

    /// Opens the capture at `path`.
    init(_ path: String, pace: Pace) throws(LiveFailure) {
        do throws(CaptureFailure) {
            let capture = try PacedCapture(opening: path, pace: pace)
            waker = capture.waker
            self.capture = Guarded(capture)
        } catch {
            throw .capture(error)
        }
        self.pace = pace
    }

    func wake() { waker.wake() }

    func run(_ venue: LiveVenue) -> String? {
        var taken: PacedCapture?
        capture.withLock { taken = $0.take() }
        guard var capture = taken.take() else { return nil }
        while !venue.isStopping {
            do throws(CaptureFailure) {
                var state = SourceState.idle
                try venue.withTurn { venue throws(CaptureFailure) in
                    state = try capture.drain(into: &venue)
                    venue.captured = capture.facts
                }
                if pace == .fast { venue.tellTurn() }
                if let anchor = capture.timeAnchor {
                    venue.tell(ClockAnchor(time: anchor.time, monotonic: Int64(clamping: anchor.clock)))
                }
                switch state {
                case .more: if pace == .fast { usleep(Self.pause) }
                case .idle: capture.wait()
                case .finished:
                    // What was read counts, so it is no failure; but somebody may miss what is missing.
                    if let cut = capture.facts.cut { venue.options.log("\(capture.facts.file): \(cut.sentence)") }
                    return nil
                }
            } catch {
                return error.description
            }
        }
        return nil
    }
}
