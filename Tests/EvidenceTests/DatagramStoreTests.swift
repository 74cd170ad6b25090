import Bytes
import Evidence
import NetworkFormats
import TestSupport
import Testing
import Timing

@Suite("Datagram store")
struct DatagramStoreTests {
    static func header(_ ordinal: UInt64, length: Int) -> DatagramHeader {
        DatagramHeader(
            time: StreamTime(nanoseconds: Int64(ordinal) * 1_000), ordinal: ordinal,
            source: Endpoint(IPAddress(v4: 1), 1), destination: Endpoint(IPAddress(v4: 2), 2),
            wireLength: UInt32(length), storedLength: UInt32(length))
    }

    static func payload(_ number: UInt64, length: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length)
        for index in 0..<min(8, length) { bytes[index] = UInt8(truncatingIfNeeded: number >> (UInt64(index) * 8)) }
        return bytes
    }

    /// Appends datagram `number`, whose bytes follow from its number.
    @discardableResult
    static func append(_ number: UInt64, length: Int, to store: inout DatagramStore) -> PacketID {
        let bytes = payload(number, length: length)
        return store.append(header(number, length: length), bytes.lent, .received)
    }

    static func bytes(of id: PacketID, in store: DatagramStore) -> [UInt8]? {
        guard let stored = store[id], let slab = store.slab(of: id) else { return nil }
        let bytes = slab.bytes
        return bytes.extracting(stored.range).copied()
    }

    @Test("keeps what it is given, in order, under the names it gave")
    func keeps() {
        var store = DatagramStore()
        #expect(store.first == store.next)
        let ids = (0..<5).map { Self.append($0, length: Int($0) * 10, to: &store) }
        #expect(ids.map(\.serial) == [0, 1, 2, 3, 4])
        #expect(store.count == 5)
        #expect(store.byteCount == 100)
        for (number, id) in ids.enumerated() {
            #expect(store[id]?.header.ordinal == UInt64(number))
            #expect(store[id]?.flags == .received)
            #expect(Self.bytes(of: id, in: store) == Self.payload(UInt64(number), length: number * 10))
        }
        #expect(store[store.next] == nil)
        #expect(store.slab(of: store.next) == nil)
    }

    @Test("lends zeros to whoever rebuilds a datagram")
    func rebuilt() {
        var store = DatagramStore()
        let id = store.append(Self.header(1, length: 4), length: 4, [.recovered]) { span in
            span.storeBytes(of: 9, toByteOffset: 2, as: UInt8.self)
        }
        #expect(Self.bytes(of: id, in: store) == [0, 0, 9, 0])
        #expect(store[id]?.flags == .recovered)
    }

    @Test("forgets the oldest, and answers no more for them")
    func retires() {
        var store = DatagramStore()
        let ids = (0..<10).map { Self.append($0, length: 100, to: &store) }
        store.retire(before: ids[4])
        #expect(store.first == ids[4])
        #expect(store.count == 6)
        #expect(store.byteCount == 600)
        #expect(store[ids[3]] == nil)
        store.mark(ids[3], .late)
        store.mark(ids[4], .late)
        #expect(store[ids[4]]?.flags == [.received, .late])
        store.retire(before: ids[2])
        #expect(store.first == ids[4])
        store.retire(before: PacketID(serial: .max))
        #expect(store.count == 0)
        #expect(store.byteCount == 0)
        #expect(store.first == store.next)
        #expect(store.next.serial == 10)
        #expect(Self.append(10, length: 3, to: &store).serial == 10)
    }

    @Test("keeps datagrams longer than a slab, and empty ones")
    func sizes() {
        var store = DatagramStore()
        let lengths = [DatagramStore.slabCapacity, 0, DatagramStore.slabCapacity + 1, 0, 1]
        let ids = lengths.enumerated().map { Self.append(UInt64($0), length: $1, to: &store) }
        for (number, id) in ids.enumerated() {
            #expect(Self.bytes(of: id, in: store) == Self.payload(UInt64(number), length: lengths[number]))
        }
        store.retire(before: ids[3])
        #expect(Self.bytes(of: ids[4], in: store) == Self.payload(4, length: 1))
    }

    @Test("uses few slabs over and over when nobody holds them")
    func recycles() {
        var store = DatagramStore()
        var slabs: Set<ObjectIdentifier> = []
        for number in UInt64(0)..<400 {
            let id = Self.append(number, length: 8_000, to: &store)
            if let slab = store.slab(of: id) { slabs.insert(ObjectIdentifier(slab)) }
            if number >= 20 { store.retire(before: PacketID(serial: number - 20)) }
        }
        // 4 datagrams fill a slab; 21 lie in at most seven, and one more was begun before the oldest was given back.
        #expect(slabs.count <= 8)
    }

    @Test("shares slabs with other stores of the same pool")
    func shares() throws {
        let pool = SlabPool()
        var one = DatagramStore(pool: pool)
        var other = DatagramStore(pool: pool)
        let first = Self.append(0, length: 30_000, to: &one)
        let slab = ObjectIdentifier(try #require(one.slab(of: first)))
        let second = Self.append(1, length: 30_000, to: &one)
        one.retire(before: second)
        let id = Self.append(0, length: 100, to: &other)
        #expect(other.slab(of: id).map(ObjectIdentifier.init) == slab)
        #expect(Self.bytes(of: id, in: other) == Self.payload(0, length: 100))
        #expect(Self.bytes(of: second, in: one) == Self.payload(1, length: 30_000))
    }

    @Test("a pool keeps no more empty slabs than its limit")
    func limitsPool() throws {
        let pool = SlabPool(limit: 2)
        var stores = (0..<4).map { _ in DatagramStore(pool: pool) }
        var slabs: [Weak] = []
        for index in stores.indices {
            let id = Self.append(0, length: 30_000, to: &stores[index])
            slabs.append(Weak(slab: stores[index].slab(of: id)))
        }
        let seconds = stores.indices.map { Self.append(1, length: 30_000, to: &stores[$0]) }
        for (index, id) in seconds.enumerated() { stores[index].retire(before: id) }
        #expect(slabs.count { $0.slab != nil } == 2)
    }

    private struct Weak {
        weak var slab: Slab?
    }

    @Test("fills its only slab again from the front when nothing is kept and nobody holds it")
    func refills() throws {
        var store = DatagramStore()
        for number in UInt64(0)..<100 {
            let id = Self.append(number, length: 1_000, to: &store)
            #expect(store.range(of: id) == 0..<1_000)
            store.retire(before: store.next)
        }
        let id = Self.append(100, length: 1_000, to: &store)
        let held = try #require(store.slab(of: id))
        store.retire(before: store.next)
        let next = Self.append(101, length: 1_000, to: &store)
        #expect(store.range(of: next) == 1_000..<2_000)
        let bytes = held.bytes
        #expect(bytes.extracting(0..<1_000).copied() == Self.payload(100, length: 1_000))
    }

    @Test("names datagrams that pass without being kept, and gives up those before them")
    func passes() {
        var store = DatagramStore()
        #expect(store.pass().serial == 0)
        let ids = (1..<4).map { Self.append(UInt64($0), length: 10, to: &store) }
        #expect(ids.map(\.serial) == [1, 2, 3])
        let passed = store.pass()
        #expect(passed.serial == 4)
        #expect(store.count == 0 && store.byteCount == 0)
        #expect(store[ids[2]] == nil && store[passed] == nil && store.moment(of: passed) == nil)
        store.mark(passed, .late)
        #expect(store.flags(of: passed) == [])
        #expect(store.next.serial == 5)
        let id = Self.append(5, length: 10, to: &store)
        #expect(id.serial == 5)
        #expect(Self.bytes(of: id, in: store) == Self.payload(5, length: 10))
        #expect(store.moment(of: id)?.ordinal == 5)
    }

    @Test("knows between whom every datagram went, also when that changes from one to the next")
    func paths() {
        var random = SeededGenerator(seed: 11)
        var store = DatagramStore()
        var headers: [DatagramHeader] = []
        for number in UInt64(0)..<2_000 {
            var header = Self.header(number, length: 1)
            let sender = UInt32.random(in: 0...(number < 1_000 ? 1 : 7), using: &random)
            header.source = Endpoint(IPAddress(v4: sender), 7)
            header.destination.port = UInt16(sender / 3)
            headers.append(header)
            _ = store.append(header, [0].lent, .received)
            if number % 7 == 0, number > 100 { store.retire(before: PacketID(serial: number - 100)) }
            for back in [UInt64(0), 1, 50, 99] where number >= back {
                #expect(store[PacketID(serial: number - back)]?.header == headers[Int(number - back)])
            }
        }
    }

    @Test("never fills a slab again that somebody holds")
    func held() throws {
        var store = DatagramStore()
        let id = Self.append(0, length: 8_000, to: &store)
        let stored = try #require(store[id])
        let slab = try #require(store.slab(of: id))
        for number in UInt64(1)..<200 {
            Self.append(number, length: 8_000, to: &store)
            store.retire(before: PacketID(serial: number))
        }
        let bytes = slab.bytes
        #expect(bytes.extracting(stored.range).copied() == Self.payload(0, length: 8_000))
        #expect(slab.count > DatagramStore.slabCapacity - 8_000)
    }

    /// Bytes that somebody holds on to.
    private struct Held {
        var slab: Slab
        var range: Range<Int>
        var number: UInt64
    }

    @Test("does what a plain array does, whatever the order of calls", arguments: [UInt64(1), 2, 3])
    func model(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var store = DatagramStore()
        var lengths: [Int] = []
        var flags: [PacketFlags] = []
        var first = 0
        var holds: [Held] = []
        for _ in 0..<4_000 {
            switch UInt8.random(in: 0...9, using: &random) {
            case 0...5:
                let length = [0, 188, 1_316, 1_328, 9_000].randomElement(using: &random) ?? 0
                let number = UInt64(lengths.count)
                #expect(Self.append(number, length: length, to: &store).serial == number)
                lengths.append(length)
                flags.append(.received)
            case 6:
                let target = Int.random(in: 0...(lengths.count + 2), using: &random)
                store.retire(before: PacketID(serial: UInt64(min(target, first + 200))))
                first = max(first, min(min(target, first + 200), lengths.count))
            case 7:
                let target = Int.random(in: 0...lengths.count, using: &random)
                store.mark(PacketID(serial: UInt64(target)), .duplicate)
                if target >= first, target < lengths.count { flags[target].insert(.duplicate) }
            case 8:
                guard first < lengths.count else { break }
                let id = PacketID(serial: UInt64(Int.random(in: first..<lengths.count, using: &random)))
                guard let stored = store[id], let slab = store.slab(of: id) else { break }
                holds.append(Held(slab: slab, range: stored.range, number: id.serial))
                if holds.count > 5 { holds.removeFirst() }
            default:
                let target = Int.random(in: 0...(lengths.count + 2), using: &random)
                let id = PacketID(serial: UInt64(target))
                let isKept = target >= first && target < lengths.count
                #expect(store[id]?.flags == (isKept ? flags[target] : nil))
                #expect(
                    Self.bytes(of: id, in: store)
                        == (isKept ? Self.payload(UInt64(target), length: lengths[target]) : nil))
            }
            for hold in holds.suffix(1) {
                let bytes = hold.slab.bytes
                let wanted = Self.payload(hold.number, length: min(16, hold.range.count))
                if bytes.extracting(hold.range).copied().prefix(16) != wanted[...] {
                    Issue.record("held bytes of \(hold.number) changed")
                }
            }
        }
        #expect(store.first.serial == UInt64(first))
        #expect(store.next.serial == UInt64(lengths.count))
        #expect(store.byteCount == lengths[first...].reduce(0, +))
        for hold in holds {
            let bytes = hold.slab.bytes
            #expect(
                bytes.extracting(hold.range).copied() == Self.payload(hold.number, length: lengths[Int(hold.number)]))
        }
    }

    @Test("marks are bits of their own")
    func flags() {
        let all: [PacketFlags] = [.received, .recovered, .late, .duplicate, .repair]
        #expect(all.reduce(into: PacketFlags()) { $0.formUnion($1) }.rawValue == 31)
        #expect(Set(all.map(\.rawValue)).count == 5)
        #expect(PacketID(serial: 1) < PacketID(serial: 2))
    }
}
