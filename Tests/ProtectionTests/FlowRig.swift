import Bytes
import Evidence
import NetworkFormats
import Protection
import Testing
import Timing
import VenueWire

/// Feeds a media flow as a pipeline does: store first, ticks at every 100 ms of stream time, output gathered.
struct FlowRig {
    var flow: MediaFlow
    var store = DatagramStore()
    var output = WindowOutput()
    private(set) var ordinal: UInt64 = 0
    private var nextTick: Int64?

    init(_ parameters: ProtectionParameters = ProtectionParameters()) { flow = MediaFlow(parameters: parameters) }

    var released: [Release] { output.released }
    var closed: [WindowRecord] { output.closed }

    /// The closed windows by number: a full window closes before one that waits for repair.
    var windows: [WindowRecord] { closed.sorted { ($0.run, $0.id) < ($1.run, $1.id) } }

    /// What was released, as short words: a number, "r" and a number when rebuilt, "-" and a count when lost.
    var order: [String] {
        released.map { release in
            switch release.kind {
            case .received: "\(release.number)"
            case .recovered: "r\(release.number)"
            case .lost(let count): "-\(count)"
            }
        }
    }

    /// Runs the ticks up to `milliseconds`.
    mutating func advance(to milliseconds: Double) {
        let now = Int64(milliseconds * 1e6)
        guard var tick = nextTick else { return }
        while tick <= now {
            flow.tick(at: Moment(time: StreamTime(nanoseconds: tick), ordinal: ordinal), in: &store, into: &output)
            tick += 100_000_000
        }
        nextTick = tick
    }

    private mutating func arrive(_ bytes: [UInt8], _ milliseconds: Double, _ flags: PacketFlags, wire: Int? = nil)
        -> (PacketID, Moment)
    {
        advance(to: milliseconds)
        let now = Int64(milliseconds * 1e6)
        if nextTick == nil { nextTick = (now / 100_000_000 + 1) * 100_000_000 }
        ordinal += 1
        let time = StreamTime(nanoseconds: now)
        let header = DatagramHeader(
            time: time, ordinal: ordinal, source: Endpoint(IPAddress(v4: 1), 1000),
            destination: Endpoint(IPAddress(v4: 0xef01_0101), 5000), wireLength: UInt32(wire ?? bytes.count),
            storedLength: UInt32(bytes.count))
        return (store.append(header, bytes.lent, flags), Moment(time: time, ordinal: ordinal))
    }

    /// A media datagram.
    mutating func media(
        _ bytes: [UInt8], at milliseconds: Double, wire: Int? = nil, block: SourceBlockID? = nil
    ) throws {
        var trailer = ByteWriter()
        block?.write(to: &trailer)
        let (id, moment) = arrive(bytes + trailer.bytes, milliseconds, .received, wire: wire)
        let header = try RTPHeader(parsing: bytes.lent, wireLength: wire)
        let packet = SourcePacket(
            sequenceNumber: header.sequenceNumber, timestamp: header.timestamp,
            ssrc: header.synchronizationSource, payload: header.payload, id: id, moment: moment,
            isTruncated: wire.map { $0 > bytes.count } ?? false, block: block)
        let isNext = block == nil && flow.isNext(packet.sequenceNumber, at: moment.time)
        let before = output.released.count
        flow.source(packet, in: &store, into: &output)
        if isNext {
            // The owner relies on both: the packet is handed on at once, and nobody asks for it or an older one.
            #expect(output.released.dropFirst(before).map(\.packet) == [id] && flow.oldestNeeded > id)
        }
    }

    /// A repair datagram of Simple Reed-Solomon.
    mutating func repair(_ symbol: [UInt8], _ id: SourceBlockID, at milliseconds: Double) {
        var writer = ByteWriter()
        id.write(to: &writer)
        let bytes = writer.bytes + symbol
        let (packet, moment) = arrive(bytes, milliseconds, .repair)
        flow.repair(
            BlockRepairPacket(
                place: .block(id), symbol: SourceBlockID.length..<bytes.count, id: packet, moment: moment),
            in: &store, into: &output)
    }

    /// A repair datagram of the carriers' code.
    mutating func carrierRepair(_ bytes: [UInt8], at milliseconds: Double) {
        let (packet, moment) = arrive(bytes, milliseconds, .repair)
        guard let header = CarrierRepairHeader(parsing: bytes.lent, wireLength: bytes.count) else { return }
        flow.repair(
            BlockRepairPacket(place: .carrier(header), symbol: header.symbol, id: packet, moment: moment),
            in: &store, into: &output)
    }

    /// A repair datagram.
    mutating func repair(_ bytes: [UInt8], at milliseconds: Double) throws {
        let (id, moment) = arrive(bytes, milliseconds, .repair)
        let header = try ParityHeader(parsing: bytes.lent)
        flow.repair(
            RepairPacket(header: header, payload: header.payload, id: id, moment: moment), in: &store,
            into: &output)
    }

    /// A media packet of four payload bytes with this number.
    mutating func send(_ number: Int, at milliseconds: Double, ssrc: UInt32 = 7) {
        let bytes = Self.packet(number, ssrc: ssrc)
        let (id, moment) = arrive(bytes, milliseconds, .received)
        let packet = SourcePacket(
            sequenceNumber: SequenceNumber(UInt16(truncatingIfNeeded: number)),
            timestamp: UInt32(truncatingIfNeeded: Int(milliseconds * 90)), ssrc: ssrc, payload: 12..<bytes.count,
            id: id, moment: moment)
        flow.source(packet, in: &store, into: &output)
    }

    /// The repair packet that protects these numbers.
    mutating func protect(_ first: Int, step: Int, count: Int, isRow: Bool, at milliseconds: Double) throws {
        try repair(Self.parity(first, step: step, count: count, isRow: isRow), at: milliseconds)
    }

    mutating func restart(at milliseconds: Double) {
        advance(to: milliseconds)
        flow.restart(
            at: Moment(time: StreamTime(nanoseconds: Int64(milliseconds * 1e6)), ordinal: ordinal), in: &store,
            into: &output)
    }

    mutating func finish(at milliseconds: Double) {
        advance(to: milliseconds)
        flow.finish(
            at: Moment(time: StreamTime(nanoseconds: Int64(milliseconds * 1e6)), ordinal: ordinal), in: &store,
            into: &output)
    }

    /// The bytes of a stored datagram.
    func bytes(_ id: PacketID) -> [UInt8]? {
        guard let stored = store[id], let slab = store.slab(of: id) else { return nil }
        return slab.bytes.extracting(stored.range).copied()
    }

    static func packet(_ number: Int, ssrc: UInt32 = 7) -> [UInt8] {
        var writer = ByteWriter(capacity: 24)
        writer.write(UInt16(0x8021))
        writer.write(UInt16(truncatingIfNeeded: number))
        writer.write(UInt32(truncatingIfNeeded: number &* 3600))
        writer.write(ssrc)
        writer.write(UInt32(truncatingIfNeeded: number &* 0x9E37_79B1))
        // Lengths differ, as those of the last packet of a picture do.
        writer.write(repeating: UInt8(truncatingIfNeeded: number), count: number & 7)
        return writer.bytes
    }

    /// A repair packet made byte by byte, by the table of SMPTE 2022-1.
    static func parity(_ first: Int, step: Int, count: Int, isRow: Bool) -> [UInt8] {
        let members = (0..<count).map { packet(first + $0 * step) }
        let longest = members.reduce(0) { max($0, $1.count) }
        var sum = [UInt8](repeating: 0, count: longest)
        var length = 0
        for member in members {
            for (index, byte) in member.enumerated() { sum[index] ^= byte }
            length ^= member.count - 12
        }
        let number = UInt16(truncatingIfNeeded: first)
        return [0x80 | sum[0] & 0x3f, sum[1] & 0x80 | 96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            + [UInt8(number >> 8), UInt8(number & 255), UInt8(length >> 8), UInt8(length & 255)]
            + [0x80 | sum[1] & 0x7f, 0, 0, 0] + sum[4..<8]
            + [isRow ? 0x40 : 0, UInt8(step), UInt8(count), 0] + sum[12...]
    }
}
