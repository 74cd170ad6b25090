import Bytes
import Foundation
public import History
import NetworkFormats
public import Pipeline
import Timing
public import TransportStream

/// Sends a transport stream into a venue as a Streamer would, at the pace of its clock; it stays with one thread.
public struct StreamPlayer {
    /// A datagram before it is sent.
    public struct Datagram: Sendable {
        /// Nanoseconds after the stream's first packet.
        public var time: Int64
        /// The transport packets in it.
        public var packets: [UInt8]

        /// A datagram sent at `time`.
        public init(time: Int64, packets: [UInt8]) {
            self.time = time
            self.packets = packets
        }
    }

    /// How datagrams leave.
    public struct Sending: Sendable {
        /// Whether they have RTP headers.
        public var isRTP = true
        /// The sender, as its RTP headers name it.
        public var synchronizationSource: UInt32
        /// Datagrams that do not arrive, by their place in the file.
        public var lost: Set<Int> = []
        /// When the first one arrives, after the start of the venue, in nanoseconds.
        public var after: Int64
        /// 204: sixteen bytes follow each packet.
        public var packetLength = 188
        /// The first RTP time stamp.
        public var timestamp: UInt32 = 0

        /// Sends with RTP from `after` nanoseconds on.
        public init(isRTP: Bool = true, synchronizationSource: UInt32 = 0x5354_4144, after: Int64 = 0) {
            self.isRTP = isRTP
            self.synchronizationSource = synchronizationSource
            self.after = after
        }
    }

    /// When the venue starts: 2026-01-01T00:00:00Z, in nanoseconds since 1970.
    public static let start: Int64 = 1_767_225_600_000_000_000

    /// What the datagrams go into.
    public private(set) var engine: VenueEngine<NoSink>
    private var ordinal: UInt64 = 0
    private var number: UInt16
    private var time = Self.start

    /// A venue that keeps `depth` seconds, to which sequence numbers behind `number` are sent.
    public init(depth: Int64 = 30, number: UInt16 = 65_000) {
        self.number = number
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: depth))
        engine = VenueEngine(parameters: parameters, output: NoSink())
    }

    /// The history of the only channel as it is now.
    public var history: HistorySnapshot? { engine.snapshot.channels.first?.history }
    /// The tracks of the only channel as they are now.
    public var media: TransportFacts? { engine.snapshot.channels.first?.transport }

    /// The path of a stream that lies among the fixtures.
    public static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/clips/\(name)").standardized
            .path()
    }

    /// The datagrams of a file, seven packets in each.
    public static func datagrams(_ name: String) throws -> [Datagram] {
        datagrams(of: [UInt8](try Data(contentsOf: URL(filePath: path(name)))))
    }

    /// The datagrams of a stream, seven packets in each, at the pace of its clock.
    public static func datagrams(of bytes: [UInt8]) -> [Datagram] {
        let count = bytes.count / 188
        // Clock values and their packets: times between two are in proportion (ISO/IEC 13818-1, 2.4.2.2).
        var clocks: [(packet: Int, ticks: Int64)] = []
        for packet in 0..<count {
            let at = packet * 188
            guard bytes[at + 3] & 0x20 != 0, bytes[at + 4] > 6, bytes[at + 5] & 0x10 != 0 else { continue }
            let base =
                (0..<4).reduce(Int64(0)) { $0 << 8 | Int64(bytes[at + 6 + $1]) } << 1 | Int64(bytes[at + 10] >> 7)
            clocks.append((packet, base))
        }
        func ticks(_ packet: Int) -> Int64 {
            guard let first = clocks.first, let last = clocks.last, clocks.count > 1 else { return 0 }
            if packet <= first.packet { return 0 }
            if packet >= last.packet { return last.ticks - first.ticks }
            let next = clocks.firstIndex { $0.packet > packet } ?? clocks.count - 1
            let (low, high) = (clocks[next - 1], clocks[next])
            return low.ticks - first.ticks
                + (high.ticks - low.ticks) * Int64(packet - low.packet) / Int64(high.packet - low.packet)
        }
        return stride(from: 0, to: count, by: 7).map { packet in
            let end = min(count, packet + 7)
            return Datagram(time: ticks(end - 1) * 100_000 / 9, packets: Array(bytes[(packet * 188)..<(end * 188)]))
        }
    }

    /// Sends datagrams and calls `look` after each, whose time is given in nanoseconds after the venue's start.
    public mutating func play(
        _ datagrams: [Datagram], _ sending: Sending = Sending(), look: (Int64, StreamPlayer) -> Void = { _, _ in }
    ) {
        for (place, datagram) in datagrams.enumerated() {
            let moment = Self.start + sending.after + datagram.time
            number &+= 1
            guard !sending.lost.contains(place) else { continue }
            time = max(time, moment + Int64(place % 100))
            var media = datagram.packets
            if sending.packetLength == 204 {
                media = stride(from: 0, to: media.count, by: 188).flatMap {
                    media[$0..<($0 + 188)] + [UInt8](repeating: 0xAB, count: 16)
                }
            }
            var payload = media
            if sending.isRTP {
                var header = ByteWriter(capacity: 12)
                header.write(UInt16(0x8021))
                header.write(number)
                header.write(sending.timestamp &+ UInt32(truncatingIfNeeded: datagram.time / 100_000 * 9))
                header.write(sending.synchronizationSource)
                payload = header.bytes + media
            }
            send(payload)
            look(time - Self.start, self)
        }
    }

    private mutating func send(_ payload: [UInt8]) {
        ordinal += 1
        let header = DatagramHeader(
            time: StreamTime(nanoseconds: time), ordinal: ordinal, source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000),
            destination: Endpoint(IPAddress(v4: 0xef01_0001), 5_000), wireLength: UInt32(payload.count),
            storedLength: UInt32(payload.count))
        engine.ingest(header, payload.lent)
    }

    /// Lets so many milliseconds pass in silence.
    public mutating func wait(milliseconds: Int64) {
        time += milliseconds * 1_000_000
        engine.advance(to: StreamTime(nanoseconds: time))
    }

    /// Ends the venue.
    public mutating func finish() { engine.finish() }
}

@available(*, unavailable)
extension StreamPlayer: Sendable {}
