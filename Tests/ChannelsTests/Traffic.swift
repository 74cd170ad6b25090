import Bytes
import Channels
import NetworkFormats
import Timing
import VenueWire

/// Datagrams made for a test, fed to a `Tally` one millisecond after another.
struct Traffic {
    var tally = Tally()
    /// How many datagrams were sent.
    private(set) var count: UInt64 = 0
    private(set) var time = StreamTime(nanoseconds: 1_700_000_000_000_000_000)

    mutating func send(
        _ payload: [UInt8], to destination: String = "239.1.1.1", _ port: UInt16 = 5000,
        from source: String = "10.0.0.1",
        sourcePort: UInt16 = 4000, wireLength: Int? = nil
    ) throws {
        count += 1
        time = time + StreamDuration(milliseconds: 1)
        let header = DatagramHeader(
            time: time, ordinal: count, source: Endpoint(try Self.address(source), sourcePort),
            destination: Endpoint(try Self.address(destination), port),
            wireLength: UInt32(wireLength ?? payload.count), storedLength: UInt32(payload.count))
        tally.ingest(header, payload.span.bytes)
    }

    mutating func wait(_ seconds: Int64) {
        time = time + StreamDuration(seconds: seconds)
        tally.advance(to: time)
    }

    struct BadAddress: Error {}

    private static func address(_ text: String) throws -> IPAddress {
        guard let address = IPAddress(text) else { throw BadAddress() }
        return address
    }

    /// Every datagram was told of once: delivered, control, announcement, or counted as other.
    var isComplete: Bool {
        let told = tally.channels.reduce(0) { $0 + $1.media + $1.transport + $1.parity + $1.control + $1.objects }
        return UInt64(told + tally.announcements) + tally.classifier.others.total == count
    }

    /// `count` transport stream packets of PID 0x100, payload only.
    static func transport(_ count: Int, length: Int = 188) -> [UInt8] {
        (0..<count).flatMap { [0x47, 0x01, 0x00, 0x10 | UInt8($0 & 15)] + [UInt8](repeating: 0x55, count: length - 4) }
    }

    static func rtp(
        _ sequence: UInt16, ssrc: UInt32 = 0xa0a, type: UInt8 = 33, _ payload: [UInt8] = [1, 2, 3, 4]
    ) -> [UInt8] {
        var writer = ByteWriter()
        RTPHeader(
            sequenceNumber: SequenceNumber(sequence), timestamp: UInt32(sequence) &* 90, synchronizationSource: ssrc,
            payloadType: type
        ).write(to: &writer)
        return writer.bytes + payload
    }

    static func parity(
        _ sequence: UInt16, base: UInt16, isRow: Bool = false, ssrc: UInt32 = 0, type: UInt8 = 96
    ) -> [UInt8] {
        var header = ParityHeader(
            sequenceNumber: SequenceNumber(sequence), timestamp: 0, snBase: SequenceNumber(base), isRow: isRow,
            offset: isRow ? 1 : 5, count: 5)
        header.synchronizationSource = ssrc
        header.payloadType = type
        var writer = ByteWriter()
        header.write(to: &writer)
        return writer.bytes + [UInt8](repeating: 0xaa, count: 1316)
    }
}
