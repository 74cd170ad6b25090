import Bytes
import Timing
import VenueSimulator
import VenueWire

extension FuzzTarget {
    static var datagramSeeds: [FuzzSeed] {
        let stream = SeedBytes.transport(36)
        func packet(_ number: Int) -> [UInt8] { Array(stream[(number * 188)..<(number * 188 + 188)]) }
        let media = (0..<36).map { one(SeedBytes.rtp(number($0), packet($0))) }
        let columns = (0..<8).map { index in
            one(to: 1, SeedBytes.parity(UInt16(index), base: number(index / 4 * 16 + index % 4)))
        }
        let rows = (0..<8).map { one(to: 2, SeedBytes.parity(UInt16($0), base: number($0 * 4), isRow: true)) }
        var protected: [UInt8] = []
        for index in 0..<32 {
            if index % 7 != 3 { protected += media[index] }
            if index % 4 == 3 { protected += rows[index / 4] + columns[index / 4] }
        }
        let elementary = (0..<10).map { index in
            one(to: 6, SeedBytes.rtp(UInt16(index * 3 / 2), ssrc: 7, type: 97, [1, 2, 3]))
        }
        let senders = (0..<40).map { index in
            one(SeedBytes.rtp(UInt16(index), ssrc: index % 3 == 0 && index > 9 ? 5 : 6, packet(index % 36)))
        }
        let restarted = (0..<60).map { index in
            one(SeedBytes.rtp(UInt16(index < 20 ? index : 30_000 + index), packet(index % 36)))
        }
        let silences = (0..<12).map { index in
            one(SeedBytes.rtp(UInt16(index), packet(index)), step: [6, 10, 13, 15][index % 4], amount: 200)
        }
        return [
            FuzzSeed("media", media.flatMap(\.self)),
            FuzzSeed("protected", protected),
            FuzzSeed("bare", (0..<30).flatMap { one(packet($0 == 9 ? 8 : $0)) }),
            FuzzSeed("elementary", elementary.flatMap(\.self)),
            FuzzSeed("two-senders", senders.flatMap(\.self)),
            FuzzSeed("restart", restarted.flatMap(\.self)),
            FuzzSeed("silences", silences.flatMap(\.self)),
            FuzzSeed("repeated", (0..<8).flatMap { Array(repeating: media[$0], count: 3).flatMap(\.self) }),
            FuzzSeed("backwards", media.reversed().flatMap(\.self)),
            FuzzSeed("announced", one(to: 4, SeedBytes.sap(SeedBytes.session())) + media.prefix(4).flatMap(\.self)),
            FuzzSeed(
                "control", media.prefix(3).flatMap(\.self) + one(to: 3, SeedBytes.report()) + one(SeedBytes.report())),
            FuzzSeed("blocks", blocks(packet, losing: [4, 9, 10])),
            FuzzSeed("blocks-skipped", blocks(packet, losing: Set(8..<20))),
            FuzzSeed("carrier", carrier(packet, losing: [5, 11])),
            FuzzSeed("repair-first", (columns + rows).flatMap(\.self) + media.flatMap(\.self)),
            FuzzSeed(
                "truncated", (0..<20).flatMap { one(Array(SeedBytes.rtp(UInt16($0), packet($0)).prefix(60)), cut: 140) }
            ),
        ]
    }

    /// Simple Reed-Solomon in blocks of four packets with two repair packets.
    private static func blocks(_ packet: (Int) -> [UInt8], losing lost: Set<Int>) -> [UInt8] {
        guard let layout = try? BlockLayout(sources: 4, repairs: 2), var encoder = try? BlockEncoder(layout) else {
            return []
        }
        var datagrams: [UInt8] = []
        for index in 0..<32 {
            var media = SeedBytes.rtp(number(index), packet(index))
            guard encoder.take(&media) else { return [] }
            if !lost.contains(index) { datagrams += one(media) }
            encoder.takeRepairs { datagrams += one(to: 6, $0.copied()) }
        }
        return datagrams
    }

    /// The carriers' code over windows of two packets: with points 0, 1, 2 the repair symbol is 3·s₀ + 2·s₁.
    private static func carrier(_ packet: (Int) -> [UInt8], losing lost: Set<Int>) -> [UInt8] {
        func double(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 != 0 ? 0x1d : 0) }
        var datagrams: [UInt8] = []
        for window in 0..<16 {
            let media = (0..<2).map { SeedBytes.rtp(number(window * 2 + $0), packet(window * 2 + $0)) }
            for place in 0..<2 where !lost.contains(window * 2 + place) { datagrams += one(media[place]) }
            var writer = ByteWriter(capacity: 256)
            let rtp = RTPHeader(
                sequenceNumber: SequenceNumber(UInt16(window)), timestamp: 0, synchronizationSource: 0,
                payloadType: CarrierRepairHeader.usualPayloadType)
            CarrierRepairHeader(
                rtp: rtp, first: SequenceNumber(number(window * 2)), sourceCount: 2, repairCount: 1, index: 0,
                packetLength: media[0].count
            ).write(to: &writer)
            writer.write(contentsOf: zip(media[0], media[1]).map { double($0) ^ $0 ^ double($1) })
            datagrams += one(to: 1, writer.bytes)
        }
        return datagrams
    }

    /// Sequence numbers that wrap soon.
    private static func number(_ place: Int) -> UInt16 { UInt16(truncatingIfNeeded: 65_520 + place) }

    /// One datagram as `datagrams` reads it; a step of 1 with an amount of 10 is 10 ms.
    private static func one(
        to flow: UInt8 = 0, _ payload: [UInt8], step: UInt8 = 1, amount: UInt8 = 10, cut: UInt8 = 0
    ) -> [UInt8] {
        [step, amount, flow, cut, UInt8(payload.count >> 8), UInt8(payload.count & 255)] + payload
    }
}
