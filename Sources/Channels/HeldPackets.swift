import Bytes
import Evidence
import NetworkFormats

/// A chain of held datagrams of one owner, oldest first.
struct HeldList: Sendable {
    fileprivate static let none = UInt64.max
    fileprivate(set) var first = none
    fileprivate(set) var last = none
    fileprivate(set) var count = 0
    fileprivate(set) var byteCount = 0

    var isEmpty: Bool { count == 0 }
}

/// Who holds a datagram.
enum HeldOwner: Hashable, Sendable {
    case candidate(slot: Int)
    case watch(flow: Int)
}

/// Copies of datagrams that cannot be decided yet, with the chains that tie those of one owner together.
struct HeldPackets: Sendable {
    /// Datagrams kept in all, decided ones that wait for an older one included.
    static let packetLimit = 8_192
    /// Bytes kept in all.
    static let byteLimit = 16 << 20

    private struct Record: Sendable {
        var next = HeldList.none
        var owner: HeldOwner
        var isDecided = false
    }

    /// Empty slabs that wait: little is held for longer than a moment, but for what strangers send.
    private static let slabLimit = 16

    private(set) var store = DatagramStore(pool: SlabPool(limit: slabLimit))
    private var records: [Record] = []
    /// The first record that is not decided; the store gives up what lies before it in the next turn.
    private var head = 0
    /// Bytes of the datagrams from there on.
    private var byteCount = 0
    private var firstSerial: UInt64 = 0

    var isOverLimit: Bool { records.count - head > Self.packetLimit || byteCount > Self.byteLimit }

    /// The owner of the oldest datagram that is not decided.
    var oldestOwner: HeldOwner? { head < records.count ? records[head].owner : nil }

    /// Keeps a copy at the end of `list`.
    mutating func hold(
        _ header: DatagramHeader, _ payload: RawSpan, in list: inout HeldList, for owner: HeldOwner
    ) -> PacketID {
        let id = store.append(header, payload, .received)
        records.append(Record(owner: owner))
        byteCount += payload.byteCount
        link(id.serial, to: &list)
        list.byteCount += payload.byteCount
        return id
    }

    /// Takes the oldest datagram out of `list` for good; its bytes stay until the next turn.
    mutating func decideFirst(of list: inout HeldList) -> PacketID? {
        guard !list.isEmpty else { return nil }
        let id = unlinkFirst(of: &list)
        records[index(id)].isDecided = true
        while head < records.count, records[head].isDecided {
            byteCount -= store[PacketID(serial: firstSerial + UInt64(head))]?.range.count ?? 0
            head += 1
        }
        return PacketID(serial: id)
    }

    /// Takes the oldest datagram out of `list` and appends it to another list.
    mutating func moveFirst(of list: inout HeldList, to other: inout HeldList, for owner: HeldOwner) {
        guard !list.isEmpty else { return }
        let before = list.byteCount
        let id = unlinkFirst(of: &list)
        records[index(id)].owner = owner
        records[index(id)].next = HeldList.none
        link(id, to: &other)
        other.byteCount += before - list.byteCount
    }

    /// Gives up datagrams that were decided in an earlier turn, as far as no older one is still held.
    mutating func retireDecided() {
        guard head > 0 else { return }
        store.retire(before: PacketID(serial: firstSerial + UInt64(head)))
        if head == records.count || head >= 1_024 {
            records.removeFirst(head)
            firstSerial += UInt64(head)
            head = 0
        }
    }

    private func index(_ serial: UInt64) -> Int { Int(serial - firstSerial) }

    private mutating func link(_ serial: UInt64, to list: inout HeldList) {
        if list.isEmpty { list.first = serial } else { records[index(list.last)].next = serial }
        list.last = serial
        list.count += 1
    }

    private mutating func unlinkFirst(of list: inout HeldList) -> UInt64 {
        let id = list.first
        list.first = records[index(id)].next
        list.count -= 1
        list.byteCount -= store[PacketID(serial: id)]?.range.count ?? 0
        return id
    }
}
