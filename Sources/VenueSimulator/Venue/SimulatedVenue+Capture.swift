import Bytes
import CaptureFormats
import NetworkFormats
import Timing

extension SimulatedVenue {
    /// How a capture is written.
    public enum CaptureFormat: Hashable, Sendable {
        /// pcap with stamps in microseconds; loses nothing, as arrivals are whole microseconds.
        case pcap
        /// pcap with stamps in nanoseconds.
        case pcapNanoseconds
        /// pcapng with stamps in nanoseconds.
        case pcapng
    }

    /// Bytes that are collected before they are handed on.
    static let chunk = 262_144

    /// All datagrams that are left, as Ethernet frames of a capture; for venues that fit into memory.
    public mutating func capture(_ format: CaptureFormat = .pcap) -> [UInt8] {
        var bytes: [UInt8] = []
        write(format) { bytes += $0 }
        return bytes
    }

    /// Hands on a capture of all datagrams that are left, in chunks of about 256 KiB; only packets under way are in
    /// memory, and about 100 bytes a datagram for the known answer.
    public mutating func write(
        _ format: CaptureFormat = .pcap, to sink: (borrowing [UInt8]) throws -> Void
    ) rethrows {
        var chunk: [UInt8] = []
        chunk.reserveCapacity(Self.chunk + 65_536)
        let classic = PCAPWriter(linkType: .ethernet, hasNanoseconds: format == .pcapNanoseconds)
        let modern = PCAPNGWriter()
        if format == .pcapng {
            chunk += modern.sectionHeader(application: "stadium-replay simulator")
            chunk += modern.interface(.ethernet, name: "simulated")
        } else {
            chunk += classic.header()
        }
        var identification: UInt16 = 0
        while let datagram = next() {
            var frame = ByteWriter(capacity: datagram.payload.count + 64)
            identification = identification == .max ? 1 : identification + 1
            let payload = datagram.payload
            UDPFrame.ethernet(
                source: datagram.source, destination: datagram.destination, payload: payload.lent, ttl: 16,
                identification: identification, into: &frame)
            chunk +=
                format == .pcapng
                ? modern.frame(frame.bytes, at: datagram.time) : classic.frame(frame.bytes, at: datagram.time)
            if chunk.count >= Self.chunk {
                try sink(chunk)
                chunk.removeAll(keepingCapacity: true)
            }
        }
        if !chunk.isEmpty { try sink(chunk) }
    }

    /// Hands on a capture of `spec` in which each channel sends for `seconds`, and tells the known answer.
    @discardableResult
    public static func write(
        _ spec: VenueSpec, seconds: Int, format: CaptureFormat = .pcap, to sink: (borrowing [UInt8]) throws -> Void
    ) rethrows -> VenueTruth {
        var timed = spec
        for index in timed.channels.indices { timed.channels[index].setDuration(seconds: seconds) }
        var venue = SimulatedVenue(timed)
        try venue.write(format, to: sink)
        return venue.truth()
    }
}

extension ChannelSpec {
    /// Sends for `seconds`, silences of the sender not counted.
    public mutating func setDuration(seconds: Int) {
        let each = (packetsPerDatagram + max(packetsPerDatagram, largestDatagram)) * 188 * 8 / 2
        datagrams = max(1, seconds * max(transport.bitRate, transport.lowestBitRate) / each)
    }
}
