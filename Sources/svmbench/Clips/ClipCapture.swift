import Bytes
import CaptureFormats
import Glibc
import NetworkFormats
import Timing
import VenueSimulator

/// Writes a capture of two cameras that are sent with RTP at the pace of their clocks and announced, without a loss.
enum ClipCapture {
    /// When it begins: 2026-01-01T00:00:00Z.
    private static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    private static let cameras = 2
    /// How much later the second one begins, in milliseconds.
    private static let lag: Int64 = 131

    /// Writes so many seconds of `material` to `path`; false when the disk refuses.
    static func write(_ material: LoopMaterial, seconds: Int, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        let writer = PCAPWriter(linkType: .ethernet)
        var feeds = (0..<cameras).map { index in
            LoopedFeed(
                SenderSpec(
                    name: "Camera \(index + 1)", material: material,
                    destination: Endpoint(IPAddress(v4: 0xef4d_3d01 + UInt32(index)), 5_000),
                    start: StreamDuration(milliseconds: Int64(index) * lag), seed: UInt64(index) + 1))
        }
        let end = StreamDuration(seconds: Int64(seconds))
        var chunk = writer.header()
        while true {
            let offsets = feeds.indices.map { feeds[$0].nextOffset() }
            guard let first = offsets.min(), first < end, let next = offsets.firstIndex(of: first) else { break }
            let source = feeds[next].spec.source.address
            feeds[next].next { datagram, payload in
                var frame = ByteWriter(capacity: payload.byteCount + 64)
                UDPFrame.ethernet(
                    source: Endpoint(source, datagram.sourcePort), destination: datagram.destination,
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
