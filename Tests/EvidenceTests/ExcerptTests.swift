import Bytes
import Evidence
import NetworkFormats
import TestSupport
import Testing
import Timing

@Suite("Excerpts of a datagram store")
struct ExcerptTests {
    private static func header(_ ordinal: UInt64, seconds: Int64, from source: UInt32 = 1) -> DatagramHeader {
        DatagramHeader(
            time: StreamTime(nanoseconds: seconds * 1_000_000_000), ordinal: ordinal,
            source: Endpoint(IPAddress(v4: source), 1), destination: Endpoint(IPAddress(v4: 2), 2),
            droppedBefore: UInt32(ordinal % 3), wireLength: 4, storedLength: 4, ttl: 7, dscp: 9)
    }

    /// Datagrams 0 to 9, one a second, of which every third one comes from elsewhere.
    private static func store() -> (store: DatagramStore, ids: [PacketID]) {
        var store = DatagramStore()
        var ids: [PacketID] = []
        for number in 0..<10 {
            let header = header(UInt64(number), seconds: Int64(number), from: number % 3 == 0 ? 5 : 1)
            let bytes = [UInt8](repeating: UInt8(number), count: 4)
            ids.append(store.append(header, bytes.lent, .received))
        }
        return (store, ids)
    }

    private static func excerpt(
        _ store: DatagramStore, _ first: PacketID, _ last: PacketID, before: Int64 = 0, after: Int64 = 0
    ) -> [ArrivedDatagram] {
        store.excerpt(
            DatagramStretch(
                first: first, last: last, before: StreamDuration(seconds: before), after: StreamDuration(seconds: after)
            ))
    }

    private static func bytes(_ datagram: ArrivedDatagram) -> [UInt8] {
        let slab = datagram.bytes.slab
        return slab.bytes(in: datagram.bytes.range).copied()
    }

    @Test("hold what lies between two datagrams, with all that was known of each")
    func between() {
        let (store, ids) = Self.store()
        let found = Self.excerpt(store, ids[3], ids[6])
        #expect(found.map(\.header.ordinal) == [3, 4, 5, 6])
        for datagram in found {
            #expect(datagram.header == store[datagram.id]?.header)
            #expect(datagram.flags == .received)
            #expect(Self.bytes(datagram) == [UInt8](repeating: UInt8(datagram.header.ordinal), count: 4))
        }
    }

    @Test("reach as far before and behind as they are asked to")
    func around() {
        let (store, ids) = Self.store()
        #expect(Self.excerpt(store, ids[4], ids[5], before: 2, after: 3).map(\.header.ordinal) == Array(2...8))
        #expect(Self.excerpt(store, ids[4], ids[5], before: 100, after: 100).map(\.header.ordinal) == Array(0...9))
    }

    @Test("leave out what was rebuilt, because it did not arrive")
    func rebuilt() {
        var (store, ids) = Self.store()
        let id = store.append(Self.header(9, seconds: 10), length: 4, .recovered) { _ in }
        let late = store.append(Self.header(10, seconds: 11), [1, 2, 3, 4].lent, [.received, .late])
        #expect(Self.excerpt(store, ids[8], late).map(\.id) == [ids[8], ids[9], late])
        #expect(Self.excerpt(store, ids[8], late).last?.flags == [.received, .late])
        #expect(Self.excerpt(store, id, id).isEmpty)
    }

    @Test("put a datagram that waited back to where it arrived")
    func waited() {
        var (store, ids) = Self.store()
        // It arrived between the fourth and the fifth, and was handed on behind the tenth.
        let waited = store.append(Self.header(4, seconds: 4), [9, 9, 9, 9].lent, .repair)
        let after = store.append(Self.header(10, seconds: 10), [8, 8, 8, 8].lent, .received)
        let found = Self.excerpt(store, ids[3], after)
        #expect(found.map(\.header.ordinal) == [3, 4, 4, 5, 6, 7, 8, 9, 10])
        #expect(found.contains { $0.id == waited })
        // Although it is too old itself, what lies behind it is found.
        #expect(Self.excerpt(store, ids[9], ids[9], before: 0, after: 1).map(\.id).contains(after))
    }

    @Test("stay whole when the store gives its datagrams up and fills its slabs again")
    func keptAlive() {
        var (store, ids) = Self.store()
        let found = Self.excerpt(store, ids[0], ids[9])
        store.retire(before: store.next)
        for number in 0..<100_000 {
            let id = store.append(Self.header(UInt64(number), seconds: 20), [0xFF, 0xFF, 0xFF, 0xFF].lent, .received)
            store.retire(before: id)
        }
        for datagram in found {
            #expect(Self.bytes(datagram) == [UInt8](repeating: UInt8(datagram.header.ordinal), count: 4))
        }
    }

    @Test("are empty where nothing is kept, whatever is asked")
    func nothing() {
        #expect(Self.excerpt(DatagramStore(), PacketID(serial: 0), PacketID(serial: .max)).isEmpty)
        var (store, ids) = Self.store()
        #expect(Self.excerpt(store, ids[5], ids[4]).isEmpty)
        #expect(Self.excerpt(store, store.next, PacketID(serial: .max)).isEmpty)
        #expect(Self.excerpt(store, PacketID(serial: 0), PacketID(serial: .max)).count == 10)
        store.retire(before: ids[5])
        #expect(Self.excerpt(store, ids[0], ids[4]).isEmpty)
        #expect(Self.excerpt(store, ids[0], ids[6]).map(\.header.ordinal) == [5, 6])
    }
}
