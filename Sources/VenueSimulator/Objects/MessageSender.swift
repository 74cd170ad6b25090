import Bytes
import Kernels
public import Timing
import VenueWire

/// Sends the messages of a data channel: each as an ALC object with its CRC-32, several times over, packets shuffled.
///
/// It has no clock: messages are given with their instants, and datagrams come out with theirs, in order. Equal settings
/// and messages give equal datagrams.
public struct MessageSender: Sendable {
    /// How a channel's messages are sent.
    public struct Settings: Hashable, Sendable {
        /// The TSI, which is the channel's session number.
        public var transportSession: UInt32
        /// The first message's TOI (0 becomes 1); by definitions C9 the Streamer's start in milliseconds.
        public var firstObject: UInt32
        /// How messages are cut and protected.
        public var layout = ObjectLayout(symbolLength: 1_024)
        /// How often each message is sent; at least once.
        public var repetitions = 3
        /// The shortest and longest pause between two repetitions, in milliseconds.
        public var pauseMs = 50...200
        /// What the pauses and the order of packets come from.
        public var seed: UInt64 = 0

        /// The settings of a channel whose Streamer started at `start`.
        public init(transportSession: UInt32, start: StreamTime) {
            self.transportSession = transportSession
            let milliseconds = UInt32(truncatingIfNeeded: start.nanoseconds / 1_000_000)
            firstObject = max(1, milliseconds)
        }
    }

    /// The longest message, in bytes.
    public static let lengthLimit = 64 << 10
    /// The time between two packets of a repetition.
    private static let packetPause = StreamDuration(nanoseconds: 500_000)

    private struct Waiting: Sendable {
        var time: StreamTime
        var header: LCTHeader
        var cutter: ObjectCutter
        var block: ObjectCutter.Block
        var symbol: Int
    }

    private let settings: Settings
    private var random: VenueRandom
    private var nextObject: UInt32
    private var waiting: [Waiting] = []
    /// Messages taken until now.
    public private(set) var messageCount = 0

    /// A sender that has sent nothing yet.
    public init(_ settings: Settings) {
        self.settings = settings
        random = VenueRandom(seed: settings.seed)
        nextObject = max(1, settings.firstObject)
    }

    /// When the next datagram is due; nil while there is none.
    public var due: StreamTime? { waiting.first?.time }

    /// Takes a message that is sent from `time` on, and tells its TOI; nil when it is longer than 64 KiB.
    @discardableResult
    public mutating func send(_ message: [UInt8], at time: StreamTime) -> UInt32? {
        guard message.count <= Self.lengthLimit else { return nil }
        var writer = ByteWriter(capacity: message.count + 4)
        writer.write(contentsOf: message)
        writer.write(CRC32.checksum(message.lent))
        let content = writer.bytes
        guard var cutter = ObjectCutter(length: content.count, layout: settings.layout) else { return nil }
        var blocks: [ObjectCutter.Block] = []
        for number in 0..<UInt32(cutter.partition.blockCount) {
            guard
                let block = cutter.block(
                    number, { offset, count in Array(content[Int(offset)..<(Int(offset) + count)]) })
            else { return nil }
            blocks.append(block)
        }
        let object = nextObject
        nextObject = object == .max ? 1 : object + 1
        messageCount += 1
        schedule(blocks, cutter, object, at: time)
        return object
    }

    /// Takes the next datagram out; nil when there is none.
    public mutating func next() -> ObjectDatagram? {
        guard !waiting.isEmpty else { return nil }
        var packet = waiting.removeFirst()
        packet.header.senderTime = NetworkTime(packet.time)
        let payload = packet.cutter.packet(packet.header, packet.block, packet.symbol)
        return ObjectDatagram(time: packet.time, payload: payload)
    }

    /// Puts the packets of all repetitions among those that wait.
    private mutating func schedule(
        _ blocks: [ObjectCutter.Block], _ cutter: ObjectCutter, _ object: UInt32, at start: StreamTime
    ) {
        var time = start
        let places = blocks.indices.flatMap { block in (0..<blocks[block].symbols).map { (block, $0) } }
        let repetitions = max(1, settings.repetitions)
        for repetition in 0..<repetitions {
            let header = LCTHeader(
                transportSession: UInt64(settings.transportSession), object: UInt128(object),
                codepoint: settings.layout.encoding.rawValue, closesObject: repetition == repetitions - 1)
            for (block, symbol) in places.shuffled(using: &random) {
                insert(Waiting(time: time, header: header, cutter: cutter, block: blocks[block], symbol: symbol))
                time = time + Self.packetPause
            }
            time = time - Self.packetPause
            time = time + StreamDuration(milliseconds: Int64(random.pick(settings.pauseMs)))
        }
    }

    /// Puts a packet behind all that are not due later.
    private mutating func insert(_ packet: Waiting) {
        var low = 0
        var high = waiting.count
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].time <= packet.time { low = middle + 1 } else { high = middle }
        }
        waiting.insert(packet, at: low)
    }
}
