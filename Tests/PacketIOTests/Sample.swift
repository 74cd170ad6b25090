import Bytes
import CaptureFormats
import NetworkFormats
import Timing

/// Small captures made for tests.
enum Sample {
    static let start: Int64 = 1_700_000_000_000_000_000

    static func time(_ seconds: Double) -> StreamTime {
        StreamTime(nanoseconds: start + Int64(seconds * 1e9))
    }

    /// An Ethernet frame with a datagram of `count` bytes to 239.1.1.1.
    static func frame(port: UInt16 = 5_000, count: Int = 20) -> [UInt8] {
        var writer = ByteWriter()
        let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: count)
        UDPFrame.ethernet(
            source: Endpoint(IPAddress(v4: 0x0a01_0105), 4_000),
            destination: Endpoint(IPAddress(v4: 0xef01_0101), port),
            payload: payload.span.bytes, into: &writer)
        return writer.bytes
    }

    /// A pcap of one datagram at each of these seconds.
    static func pcap(at seconds: [Double]) -> [UInt8] {
        let writer = PCAPWriter(linkType: .ethernet)
        return seconds.reduce(writer.header()) { $0 + writer.frame(frame(), at: time($1)) }
    }

    /// A pcapng of one datagram at each of these seconds, with the application and the end that it states.
    static func pcapng(at seconds: [Double], application: String? = nil, end: Double? = nil) -> [UInt8] {
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: application) + writer.interface(.ethernet)
        for second in seconds { bytes += writer.frame(frame(), at: time(second)) }
        if let end { bytes += writer.statistics(at: time(end), endTime: time(end)) }
        return bytes
    }
}
