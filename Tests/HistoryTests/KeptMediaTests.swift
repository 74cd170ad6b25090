import Bytes
import Evidence
import Protection
import Testing
import Timing

@testable import History

@Suite("Media that a history keeps")
struct KeptMediaTests {
    private static let long = HistoryLimits(depth: StreamDuration(seconds: 3_600), byteCap: .max)

    @Test("gives every packet back in order, with its bytes, and tells the holes")
    func order() {
        var maker = MediaMaker(Self.long)
        for number in 0..<1_000 {
            if number % 100 == 50 {
                maker.lose(3, from: number * 10, at: Int64(number))
            } else {
                maker.take(number, at: Int64(number))
            }
        }
        let media = maker.history.snapshot().media
        #expect(media.first == MediaID(serial: 0))
        #expect(media.end == MediaID(serial: 1_000))
        #expect(media.count == 1_000)
        #expect(!media.contains(media.end))
        for number in 0..<1_000 {
            let id = MediaID(serial: UInt64(number))
            #expect(media.contains(id))
            let packet = media[id]
            #expect(packet.time == StreamTime(milliseconds: Int64(number)))
            guard number % 100 == 50 else {
                #expect(packet.kind == .received && packet.count == 1 && packet.number == Int64(number))
                #expect(media.bytes(of: id) == MediaMaker.media(number))
                continue
            }
            #expect(packet.kind == .lost && packet.count == 3 && packet.number == Int64(number * 10))
            #expect(media.slice(of: id) == nil)
        }
    }

    @Test("finds packets that were rebuilt, or came late, in the slabs in which they lie")
    func elsewhere() {
        var maker = MediaMaker(Self.long)
        // Every fourth packet comes 90 packets later than its neighbours, some slabs further on.
        var waiting: [(number: Int, id: PacketID)] = []
        for number in 0..<400 where number % 4 != 1 { waiting.append((number, maker.store(number, at: Int64(number)))) }
        for number in 0..<400 where number % 4 == 1 {
            waiting.append((number, maker.store(number, at: 400, .recovered)))
        }
        for entry in waiting.sorted(by: { $0.number < $1.number }) {
            maker.release(entry.id, entry.number, entry.number % 4 == 1 ? .recovered : .received)
        }
        let media = maker.history.snapshot().media
        for number in 0..<400 {
            let id = MediaID(serial: UInt64(number))
            #expect(media.bytes(of: id) == MediaMaker.media(number))
            #expect(media[id].kind == (number % 4 == 1 ? .recovered : .received))
        }
    }

    @Test("goes by time of arrival where there are no access units, and takes datagrams and windows along")
    func arrival() throws {
        // 100 packets a second for 100 s, one repeated datagram each second; 10 s and twice the target of 2 s are kept.
        var maker = MediaMaker(HistoryLimits(depth: StreamDuration(seconds: 10)))
        for number in 0..<10_000 {
            let time = Int64(number) * 10
            maker.take(number, at: time)
            if number % 100 == 99 {
                _ = maker.store(number, at: time, .duplicate)
                maker.close(number - 99, number, at: time)
            }
            if number % 64 == 0 { maker.evict(at: time) }
        }
        maker.evict(at: 99_990)
        let snapshot = maker.history.snapshot()
        // Blocks of 256 packets: the oldest one ended 14 s before the last packet, or later.
        let first = Int(snapshot.media.first.serial)
        #expect(first % MediaSnapshot.blockSize == 0)
        #expect((8_599 - 256...8_599).contains(first))
        #expect(snapshot.media.end == MediaID(serial: 10_000))
        // One repeated datagram after every hundred.
        #expect(maker.store.first == PacketID(serial: UInt64(first + first / 100)))
        #expect(snapshot.windows.first?.record.lastNumber == Int64(first / 100 * 100 + 99))
        #expect(snapshot.windows.map(\.record.id) == ((first / 100)..<100).map(Int64.init))
        #expect(snapshot.windows.allSatisfy { $0.run == 1 })
    }

    @Test("lets everything go when only repetitions arrive, and starts again where it was")
    func silence() {
        var maker = MediaMaker(HistoryLimits(depth: StreamDuration(seconds: 10)))
        for number in 0..<1_000 { maker.take(number, at: Int64(number)) }
        for number in 0..<2_000 {
            let time = 1_000 + Int64(number) * 20
            _ = maker.store(999, at: time, .duplicate)
            if number % 64 == 0 { maker.evict(at: time) }
        }
        #expect(maker.history.snapshot().media.count == 0)
        #expect(maker.history.nextPacket == MediaID(serial: 1_000))
        // 14 s of repetitions at 20 ms, and up to 64 that came since.
        #expect((700...800).contains(maker.store.count))
        maker.take(1_000, at: 41_000)
        let media = maker.history.snapshot().media
        #expect(media.first == MediaID(serial: 1_000))
        #expect(media.bytes(of: media.first) == MediaMaker.media(1_000))
    }

    @Test("keeps a sender's past when it stops")
    func stopped() {
        var maker = MediaMaker(HistoryLimits(depth: StreamDuration(seconds: 10)))
        for number in 0..<1_000 { maker.take(number, at: Int64(number)) }
        maker.evict(at: 999)
        maker.history.advance(to: StreamTime(milliseconds: 3_600_000))
        maker.history.finish()
        #expect(maker.history.snapshot().media.count == 1_000)
    }

    @Test("leaves a reader's snapshot as it was while everything it holds is given up")
    func snapshots() {
        var maker = MediaMaker(HistoryLimits(depth: StreamDuration(seconds: 1), byteCap: .max))
        var snapshots: [HistorySnapshot] = []
        for number in 0..<6_000 {
            maker.take(number, at: Int64(number) * 10)
            if number % 50 == 0 { maker.close(number, number + 49, at: Int64(number) * 10) }
            if number % 64 == 0 { maker.evict(at: Int64(number) * 10) }
            if number % 700 == 699 { snapshots.append(maker.history.snapshot()) }
        }
        for (index, snapshot) in snapshots.enumerated() {
            let media = snapshot.media
            #expect(media.end == MediaID(serial: UInt64(index) * 700 + 700))
            #expect(media.count >= 500)
            for serial in media.first.serial..<media.end.serial {
                #expect(media.bytes(of: MediaID(serial: serial)) == MediaMaker.media(Int(serial)))
            }
            #expect(snapshot.windows.last?.record.lastNumber == Int64((index * 700 + 699) / 50 * 50 + 49))
        }
    }

    @Test("gives slabs back to be filled again when nobody holds them, and not before")
    func slabs() {
        var maker = MediaMaker(HistoryLimits(depth: StreamDuration(seconds: 1), byteCap: .max))
        func identities() -> Set<ObjectIdentifier> {
            let media = maker.history.snapshot().media
            return Set(
                (media.first.serial..<media.end.serial).compactMap {
                    media.slice(of: MediaID(serial: $0)).map { ObjectIdentifier($0.slab) }
                })
        }
        // Whole blocks of packets; a slab may lie on both sides of their border.
        for number in 0..<2_048 { maker.take(number, at: Int64(number)) }
        let held = maker.history.snapshot()
        let old = identities()
        for number in 2_048..<4_096 { maker.take(number, at: 60_000) }
        maker.evict(at: 66_000)
        for number in 4_096..<4_608 { maker.take(number, at: 66_000) }
        #expect(identities().intersection(old).count <= 1)
        #expect(held.media.bytes(of: MediaID(serial: 7)) == MediaMaker.media(7))
        let free = identities()
        maker.evict(at: 72_000)
        for number in 4_608..<5_632 { maker.take(number, at: 72_000) }
        // What nobody held but the history and its store is filled again.
        #expect(identities().intersection(free).count > 10)
    }
}
