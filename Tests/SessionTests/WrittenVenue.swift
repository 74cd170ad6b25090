import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import Timing
import VenueSimulator

/// A capture of a native venue in a temporary file, cut off while the venue still announces.
final class WrittenVenue {
    let path = NSTemporaryDirectory() + "svm-written-\(UUID()).pcapng"

    /// Writes what `spec` sends up to `end` milliseconds after its start.
    init(_ spec: NativeVenueSpec, until end: Int64) throws {
        var venue = NativeVenue(spec)
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: "a test") + writer.interface(.ethernet, name: "test")
        let last = StreamTime(nanoseconds: spec.start.nanoseconds + end * 1_000_000)
        while let time = venue.nextTime, time <= last {
            venue.next { datagram, payload in
                var frame = ByteWriter(capacity: payload.byteCount + 64)
                UDPFrame.ethernet(
                    source: datagram.source, destination: datagram.destination, payload: payload, ttl: 16,
                    into: &frame)
                bytes += writer.frame(frame.bytes, at: datagram.time)
            }
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
