import Bytes
import TestSupport

/// The UDP datagrams of a classic capture: little-endian, microseconds, Ethernet, IPv4 without options or fragments.
struct CaptureReader {
    struct Datagram: Sendable {
        var milliseconds: Double
        var port: Int
        var payload: [UInt8]
    }

    /// The datagrams to `ports`, in order.
    static func datagrams(_ name: String, ports: Set<Int>) throws -> [Datagram] {
        let bytes = try Corpus.bytes(name)
        let span = bytes.lent
        var found: [Datagram] = []
        var offset = 24
        while offset + 16 <= span.byteCount {
            let seconds = Double(span.littleEndian(at: offset, as: UInt32.self))
            let micros = Double(span.littleEndian(at: offset + 4, as: UInt32.self))
            let length = Int(span.littleEndian(at: offset + 8, as: UInt32.self))
            let frame = offset + 16
            offset = frame + length
            guard length >= 42, offset <= span.byteCount else { continue }
            guard span.bigEndian(at: frame + 12, as: UInt16.self) == 0x0800, span.byte(at: frame + 23) == 17 else {
                continue
            }
            let port = Int(span.bigEndian(at: frame + 36, as: UInt16.self))
            let size = Int(span.bigEndian(at: frame + 38, as: UInt16.self)) - 8
            guard ports.contains(port), size >= 0, frame + 42 + size <= offset else { continue }
            found.append(
                Datagram(
                    milliseconds: seconds * 1000 + micros / 1000, port: port,
                    payload: Array(bytes[(frame + 42)..<(frame + 42 + size)])))
        }
        return found
    }
}
