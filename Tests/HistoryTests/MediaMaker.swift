import Bytes
import Evidence
import History
import NetworkFormats
import Protection
import Timing

/// Packets of a channel's media made by hand, as a channel would store and hand them on.
struct MediaMaker {
    static let length = 1_316

    let pool: SlabPool
    var store: DatagramStore
    var history: ChannelHistory

    init(_ limits: HistoryLimits) {
        pool = SlabPool()
        store = DatagramStore(pool: pool)
        history = ChannelHistory(limits: limits)
    }

    /// The bytes of packet `number`: a header of 12 bytes, and media that tells the number.
    static func datagram(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0x80, count: 12) + media(number)
    }

    static func media(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length - 4)
    }

    static func header(_ number: Int, at milliseconds: Int64, length: Int) -> DatagramHeader {
        DatagramHeader(
            time: StreamTime(milliseconds: milliseconds), ordinal: UInt64(number) + 1,
            source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000),
            destination: Endpoint(IPAddress(v4: 0xef00_0001), 5_000), wireLength: UInt32(length),
            storedLength: UInt32(length))
    }

    /// Puts packet `number` into the store.
    mutating func store(_ number: Int, at milliseconds: Int64, _ flags: PacketFlags = .received) -> PacketID {
        let bytes = Self.datagram(number)
        return store.append(Self.header(number, at: milliseconds, length: bytes.count), bytes.lent, flags)
    }

    /// Hands on a packet that lies in the store.
    @discardableResult
    mutating func release(
        _ id: PacketID, _ number: Int, _ kind: Release.Kind = .received, run: Int = 1
    ) -> MediaID {
        let moment = store.moment(of: id) ?? Moment(time: StreamTime(milliseconds: 0), ordinal: 0)
        let release = Release(
            kind: kind, number: Int64(number), packet: id, payload: 12..<(12 + Self.length), moment: moment, run: run)
        guard let slab = store.slab(of: id), let range = store.range(of: id) else { return history.nextPacket }
        return history.append(
            release, SlabSlice(slab, (range.lowerBound + 12)..<(range.lowerBound + 12 + Self.length)))
    }

    /// Takes packet `number` that arrives in order.
    @discardableResult
    mutating func take(_ number: Int, at milliseconds: Int64) -> MediaID {
        release(store(number, at: milliseconds), number)
    }

    /// Passes over missing packets.
    mutating func lose(_ count: Int, from number: Int, at milliseconds: Int64) {
        let last = PacketID(serial: store.next.serial &- 1)
        history.append(
            Release(
                kind: .lost(count), number: Int64(number), packet: last, payload: 0..<0,
                moment: Moment(time: StreamTime(milliseconds: milliseconds), ordinal: UInt64(number)), run: 1), nil)
    }

    /// Gives up what is too old or too much.
    mutating func evict(at milliseconds: Int64) {
        history.evict(from: &store, keeping: store.next, arrival: StreamTime(milliseconds: milliseconds))
    }

    /// A window of the packets from `first` to `last`.
    mutating func close(_ first: Int, _ last: Int, at milliseconds: Int64, run: Int = 1) {
        let count = last - first + 1
        history.append(
            WindowRecord(
                run: 0, id: Int64(first / count), k: count, d: 0, firstNumber: Int64(first), lastNumber: Int64(last),
                opened: StreamTime(milliseconds: milliseconds), closed: StreamTime(milliseconds: milliseconds),
                outcome: .noLoss), run: run)
    }
}

extension MediaSnapshot {
    /// The bytes of a packet's media, read as another thread may read them.
    func bytes(of packet: MediaID) -> [UInt8]? {
        guard let slice = slice(of: packet) else { return nil }
        let slab = slice.slab
        let bytes = slab.bytes(in: slice.range)
        return bytes.copied()
    }
}
