import Bytes
import FuzzTargets
import NetworkFormats
import TestSupport
import Timing

/// Datagrams without end: valid ones of a few dozen flows, of which a good part is damaged in every way that is cheap.
///
/// The payload stays in one buffer, so that making a datagram costs less than taking it.
struct HostileTraffic {
    /// What a flow's payloads begin as.
    private struct Flow {
        var source: Endpoint
        var destination: Endpoint
        var payload: [UInt8]
        /// Whether the payload is RTP, whose sequence number goes on.
        var isRTP: Bool
        var number: UInt16 = 65_500
    }

    private var random: SeededGenerator
    private var flows: [Flow]
    private var buffer = [UInt8](repeating: 0, count: 2_048)
    private var length = 0
    private(set) var time = StreamTime(nanoseconds: 1_700_000_000_000_000_000)
    private var ordinal: UInt64 = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        flows = Self.flows()
    }

    private static func flows() -> [Flow] {
        var flows: [Flow] = []
        func add(_ group: UInt32, _ port: UInt16, _ payload: [UInt8], isRTP: Bool = true) {
            flows.append(
                Flow(
                    source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000),
                    destination: Endpoint(IPAddress(v4: 0xef01_0100 + group), port), payload: payload, isRTP: isRTP))
        }
        for group in 0..<4 as Range<UInt32> {
            add(group, 5_000, Samples.media)
            add(group, 5_000, Samples.media)
            add(group, 5_002, Samples.column)
            add(group, 5_004, Samples.row)
            add(group + 8, 6_000, Samples.transport, isRTP: false)
            add(group + 16, 7_000, Samples.elementary)
        }
        add(0, 5_001, Samples.report, isRTP: false)
        add(255, 9_875, Samples.announcement, isRTP: false)
        return flows
    }

    /// Makes the next datagram and lends it to `sink`.
    mutating func next(into sink: inout some DatagramSink) {
        let word = random.next()
        let place = Int(truncatingIfNeeded: word & 0xffff) % flows.count
        begin(place)
        ordinal += 1
        pass(word >> 16 & 0xffff)
        var header = DatagramHeader(
            time: time, ordinal: ordinal, source: flows[place].source, destination: flows[place].destination,
            wireLength: 0, storedLength: 0)
        if word >> 32 & 3 == 0 { damage(&header) }
        header.storedLength = UInt32(length)
        header.wireLength = max(header.wireLength, header.storedLength)
        sink.ingest(header, buffer.lent.extracting(0..<length))
    }

    private mutating func begin(_ place: Int) {
        let payload = flows[place].payload
        length = payload.count
        buffer.overwrite(at: 0, with: payload.lent)
        guard flows[place].isRTP else { return }
        // Two in six are media of one sender, which share their numbers.
        let owner = place % 6 == 1 ? place - 1 : place
        let number = flows[owner].number
        flows[owner].number = number &+ 1
        buffer[2] = UInt8(truncatingIfNeeded: number >> 8)
        buffer[3] = UInt8(truncatingIfNeeded: number)
        // What is repaired was sent a little earlier.
        if place % 6 == 2 || place % 6 == 3 {
            let base = flows[place - place % 6].number &- UInt16(truncatingIfNeeded: random.next() & 31)
            buffer[12] = UInt8(truncatingIfNeeded: base >> 8)
            buffer[13] = UInt8(truncatingIfNeeded: base)
        }
    }

    /// Lets time pass: nearly always little, seldom a silence, hardly ever hours or a century.
    private mutating func pass(_ chance: UInt64) {
        let step: StreamDuration
        switch chance {
        case 0..<2: step = StreamDuration(seconds: Int64(random.next() & 15))
        case 4: step = StreamDuration(seconds: Int64(random.next() & 0x3fff))
        case 5 where ordinal % 64 == 0: step = StreamDuration(seconds: 3_000_000_000)
        case 6..<20_000: return
        default: step = StreamDuration(nanoseconds: Int64(chance) * 8)
        }
        time = time + step
    }

    private mutating func damage(_ header: inout DatagramHeader) {
        let word = random.next()
        let value = UInt8(truncatingIfNeeded: word >> 8)
        let place = Int(truncatingIfNeeded: word >> 16 & 0xffff) % max(1, length)
        switch word & 15 {
        case 0, 1: buffer[place] ^= 1 << (value & 7)
        case 2: buffer[place] = value
        case 3, 4: buffer[place % 32] = value
        case 5: length = place
        case 6: header.wireLength = UInt32(length) + UInt32(truncatingIfNeeded: word >> 32 & 0xfff)
        case 7: swapHeader(Int(value) % flows.count)
        case 8: header.destination.port = UInt16(truncatingIfNeeded: word >> 32)
        case 9: header.source.address = IPAddress(v4: 0x0a00_0000 + UInt32(truncatingIfNeeded: word >> 32 & 0x1ff))
        case 10:
            header.destination.address = IPAddress(v4: 0xef02_0000 + UInt32(truncatingIfNeeded: word >> 32 & 0x1ff))
        case 11: for offset in 8..<12 { buffer[offset] = UInt8(truncatingIfNeeded: word >> UInt64(offset * 4)) }
        case 12: for offset in 2..<4 { buffer[offset] = UInt8(truncatingIfNeeded: word >> UInt64(offset * 8)) }
        case 13: header.droppedBefore = UInt32(truncatingIfNeeded: word >> 32)
        case 14: for offset in 12..<20 { buffer[offset] ^= UInt8(truncatingIfNeeded: word >> UInt64(offset)) }
        default: for _ in 0..<8 { buffer[Int(random.next() & 0x7f)] = UInt8(truncatingIfNeeded: random.next()) }
        }
    }

    /// The first twelve bytes of another flow's payload.
    private mutating func swapHeader(_ place: Int) {
        let other = flows[place].payload
        buffer.overwrite(at: 0, with: other.lent.extracting(0..<12))
    }
}

/// One payload of each kind, from the committed seeds' makers.
enum Samples {
    static let media = seed(.rtp, "transport", from: 2)
    static let column = seed(.parity, "column")
    static let row = seed(.parity, "row")
    static let elementary = seed(.rtp, "plain", from: 2)
    static let report = seed(.rtcp, "usual", from: 2)
    static let announcement = seed(.sap, "announcement")
    static let transport = Array(seed(.transport, "plain", from: 2).prefix(188 * 2))

    private static func seed(_ target: FuzzTarget, _ name: String, from start: Int = 0) -> [UInt8] {
        Array((target.seeds.first { $0.name == name }?.bytes ?? []).dropFirst(start))
    }
}
