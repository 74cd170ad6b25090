import Bytes
import CaptureFormats
import Glibc
import NetworkFormats
import Timing
import VenueSimulator

/// Writes a capture of one camera that is sent with RTP at the pace of its clock and announced, without a loss.
enum ClipCapture {
    /// When it begins: 2026-01-01T00:00:00Z.
    private static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    /// Writes so many seconds of `material` to `path`; false when the disk refuses.
    static func write(_ material: LoopMaterial, seconds: Int, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        let writer = PCAPWriter(linkType: .ethernet)
        let spec = SenderSpec(
            name: "Camera", material: material, destination: Endpoint(IPAddress(v4: 0xef4d_3d01), 5_000))
        var feed = LoopedFeed(spec)
        let end = StreamDuration(seconds: Int64(seconds))
        var chunk = writer.header()
        while feed.nextOffset() < end {
            feed.next { datagram, payload in
                var frame = ByteWriter(capacity: payload.byteCount + 64)
                UDPFrame.ethernet(
                    source: Endpoint(spec.source.address, datagram.sourcePort), destination: datagram.destination,
                    payload: payload, into: &frame)
                chunk += writer.frame(frame.bytes, at: start + datagram.offset)
            }
            guard chunk.count > 1 << 20 else { continue }
            guard put(chunk, file) else { return false }
            chunk.removeAll(keepingCapacity: true)
        }
        return put(chunk, file)
    }

    private static func put(_ bytes: [UInt8], _ file: Int32) -> Bool {
        bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } == bytes.count
    }
}
