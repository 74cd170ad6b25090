import Evidence
public import History
import Protection
import Timing
import TransportStream

extension HistorySnapshot {
    /// The protection window that holds the last packet of a picture or of sound; nil while it is not closed, or when it is
    /// not kept.
    public func window(of place: PicturePlace) -> KeptWindow? {
        let packet = place.indexed.unit.last.packet
        guard media.contains(packet) else { return nil }
        let kept = media[packet]
        // Without RTP every datagram is one step of the media, so that its place is its number.
        let number = kept.run == 0 ? Int64(truncatingIfNeeded: packet.serial) : kept.number
        // A window closes behind the arrival of its packets; rebuilt ones may have come before.
        for index in firstWindow(closedSince: kept.time - Self.windowSpan)..<windowCount {
            let window = window(at: index)
            if window.record.closed > kept.time + Self.windowSpan { break }
            if window.run == kept.run, window.record.firstNumber <= number, number <= window.record.lastNumber {
                return window
            }
        }
        return nil
    }

    /// How far the close of a window and the arrival of one of its packets are apart at most.
    private static let windowSpan = StreamDuration(seconds: 10)
}
