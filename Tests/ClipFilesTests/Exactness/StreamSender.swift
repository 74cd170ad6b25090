import Bytes
import History
import NetworkFormats
import Pipeline
import Timing
import TransportStream

/// Sends a transport stream as RTP, seven packets in a datagram, by the clock in the stream and a little late each time.
struct StreamSender {
    /// When the venue begins, in nanoseconds: 2026-01-01T00:00:00Z.
    static let start: Int64 = 1_767_225_600_000_000_000

    /// What is sent, and what becomes of it.
    struct Sending {
        /// Datagrams that do not arrive.
        var isLost: (Int) -> Bool = { _ in false }
        /// When the first one arrives, after the start of the venue.
        var after: Int64 = 0
        var synchronizationSource: UInt32 = 0x5354_4144
        /// How late a datagram is at most, in nanoseconds.
        var lateness: Int64 = 4_000_000
    }

    private(set) var engine: VenueEngine<NoSink>
    private(set) var ordinal: UInt64 = 0
    private(set) var time = Self.start
    private var number: UInt16 = 65_400

    init(depth: Int64 = 60) {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: depth))
        engine = VenueEngine(parameters: parameters, output: NoSink())
    }

    /// The history of the only channel as it is now, and what its stream holds.
    var kept: (history: HistorySnapshot, media: TransportFacts)? {
        guard let channel = engine.snapshot.channels.first(where: { $0.history != nil }),
            let history = channel.history, let media = channel.transport
        else { return nil }
        return (history, media)
    }

    /// Sends a stream; gives when each datagram arrived, those that did not among them.
    ///
    /// Another stream with as many packets may tell the pace.
    @discardableResult
    mutating func send(_ stream: [UInt8], _ sending: Sending = Sending(), pacedAs clocked: [UInt8]? = nil) -> [Int64] {
        let clock = StreamClock(clocked ?? stream)
        var arrivals: [Int64] = []
        let count = (stream.count / 188 + 6) / 7
        for place in 0..<count {
            let end = min(stream.count / 188, place * 7 + 7)
            let sent = clock.nanoseconds(of: end - 1)
            // Numbers that look like chance, and are the same every time.
            let late = Int64(place * 7_919 % 1_009) * sending.lateness / 1_009
            time = max(time + 1, Self.start + sending.after + sent + late)
            arrivals.append(time)
            number &+= 1
            if sending.isLost(place) { continue }
            var header = ByteWriter(capacity: 12)
            header.write(UInt16(0x8021))
            header.write(number)
            header.write(UInt32(truncatingIfNeeded: 0xFFFF_FFFF - 360_000 + sent / 100_000 * 9))
            header.write(sending.synchronizationSource)
            ingest(header.bytes + stream[(place * 1_316)..<(end * 188)])
        }
        return arrivals
    }

    /// Sends one datagram's payload now.
    mutating func ingest(_ payload: [UInt8]) {
        ordinal += 1
        let header = DatagramHeader(
            time: StreamTime(nanoseconds: time), ordinal: ordinal, source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000),
            destination: Endpoint(IPAddress(v4: 0xef01_0001), 5_000), wireLength: UInt32(payload.count),
            storedLength: UInt32(payload.count))
        engine.ingest(header, payload.lent)
    }

    /// Lets so many milliseconds pass in silence.
    mutating func wait(milliseconds: Int64) {
        time += milliseconds * 1_000_000
        engine.advance(to: StreamTime(nanoseconds: time))
    }

    /// Ends the venue.
    mutating func finish() { engine.finish() }
}

/// When each transport packet of a stream is due, by the clock references of its program (ISO/IEC 13818-1, 2.4.2.2).
struct StreamClock {
    private var places: [(packet: Int, ticks: Int64)] = []

    init(_ stream: [UInt8]) {
        for packet in 0..<(stream.count / 188) {
            let at = packet * 188
            guard stream[at + 3] & 0x20 != 0, stream[at + 4] > 6, stream[at + 5] & 0x10 != 0 else { continue }
            let base =
                (0..<4).reduce(Int64(0)) { $0 << 8 | Int64(stream[at + 6 + $1]) } << 1 | Int64(stream[at + 10] >> 7)
            places.append((packet, places.last.map { Stamp.near($0.ticks, base) } ?? base))
        }
    }

    /// Nanoseconds from the first clock reference to a packet; packets before it are sent with it, those behind the last one
    /// at the same pace as those before it.
    func nanoseconds(of packet: Int) -> Int64 {
        guard places.count > 1, let first = places.first, packet > first.packet else { return 0 }
        // The first entry behind the packet, by halving.
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].packet > packet { high = middle } else { low = middle + 1 }
        }
        let next = min(max(low, 1), places.count - 1)
        let (before, behind) = (places[next - 1], places[next])
        let ticks =
            before.ticks - first.ticks
            + (behind.ticks - before.ticks) * Int64(packet - before.packet) / Int64(behind.packet - before.packet)
        return ticks * 100_000 / 9
    }
}
