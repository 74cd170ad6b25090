import Bytes
import CaptureFormats
public import NetworkFormats
import Timing

extension NativeVenue {
    /// What the section header says of the writer.
    private static let application = "stadium-replay streamer"

    /// Hands on a pcapng capture of all datagrams that are left, in chunks of about 256 KiB; the venue must have an end.
    public mutating func write<Failure: Error>(
        to sink: (borrowing [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var chunk: [UInt8] = []
        chunk.reserveCapacity(SimulatedVenue.chunk + 65_536)
        let writer = PCAPNGWriter()
        chunk += writer.sectionHeader(application: Self.application)
        chunk += writer.interface(.ethernet, name: "streamer")
        var identification: UInt16 = 0
        while nextTime != nil {
            next { datagram, payload in
                var frame = ByteWriter(capacity: payload.byteCount + 64)
                identification = identification == .max ? 1 : identification + 1
                UDPFrame.ethernet(
                    source: datagram.source, destination: datagram.destination, payload: payload, ttl: 16,
                    identification: identification, into: &frame)
                chunk += writer.frame(frame.bytes, at: datagram.time)
            }
            if chunk.count >= SimulatedVenue.chunk {
                try sink(chunk)
                chunk.removeAll(keepingCapacity: true)
            }
        }
        if !chunk.isEmpty { try sink(chunk) }
    }

    /// Lends all datagrams that are left to `sink`, numbered from 1; the venue must have an end, which is the last
    /// datagram's time.
    public mutating func feed(into sink: inout some DatagramSink) {
        var ordinal: UInt64 = 0
        while nextTime != nil {
            next { datagram, payload in
                ordinal += 1
                let length = UInt32(truncatingIfNeeded: payload.byteCount)
                let header = DatagramHeader(
                    time: datagram.time, ordinal: ordinal, source: datagram.source,
                    destination: datagram.destination, wireLength: length, storedLength: length, ttl: 16)
                sink.ingest(header, payload)
            }
        }
    }
}
