import Bytes
import ErasureCode
import Foundation
import TestSupport
import Testing
import VenueSimulator

@Suite("Block encoder")
struct BlockEncoderTests {
    /// What an encoder makes of packets: the source datagrams, and the repair datagrams of each complete block.
    private static func encode(
        _ packets: [[UInt8]], _ encoder: inout BlockEncoder
    ) throws -> (sources: [[UInt8]], repairs: [[[UInt8]]]) {
        var sources: [[UInt8]] = []
        var repairs: [[[UInt8]]] = []
        for packet in packets {
            var datagram = packet
            let isTaken = encoder.take(&datagram)
            try #require(isTaken)
            sources.append(datagram)
            guard encoder.isComplete else { continue }
            var block: [[UInt8]] = []
            encoder.takeRepairs { block.append($0.copied()) }
            repairs.append(block)
        }
        return (sources, repairs)
    }

    private static func packets(_ lengths: [Int], seed: UInt64) -> [[UInt8]] {
        var random = SeededGenerator(seed: seed)
        return lengths.map { length in (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    }

    /// Block 7 of three RTP packets; zfec, OpenFEC and the Python package galois give these repair symbols.
    @Test("makes the datagrams of RFC 6865", arguments: [CodePoints.rizzo, .rfc5510])
    func vector(_ points: CodePoints) throws {
        let packets: [[UInt8]] = try [
            "80210001000000010000abcd4740", "80210002000000010000abcd47", "80210003000000020000abcd474011",
        ].map { try #require([UInt8](hex: $0)) }
        var encoder = try BlockEncoder(BlockLayout(points: points, sources: 3, repairs: 2), startingAt: 7)
        let made = try Self.encode(packets, &encoder)
        #expect(
            made.sources.map(\.hex) == [
                "80210001000000010000abcd4740000007000003", "80210002000000010000abcd47000007010003",
                "80210003000000020000abcd474011000007020003",
            ])
        let want =
            points == .rizzo
            ? [
                "000007030003" + "000010802100150000000b0000abcd477a66",
                "000007040003" + "00004280210069000000250000abcd47dcc1",
            ]
            : [
                "000007030003" + "00001b8021001d000000080000abcd47e777",
                "000007040003" + "000073802100510000002c0000abcd4728b6",
            ]
        #expect(made.repairs.map { $0.map(\.hex) } == [want])
        #expect(encoder.block == 8 && encoder.count == 0 && !encoder.isRunOver)
    }

    @Test("takes each block's symbol length from its longest packet, and blocks follow each other")
    func lengths() throws {
        var encoder = try BlockEncoder(BlockLayout(sources: 4, repairs: 3))
        // The second block outgrows the room that there is at first; the third is incomplete.
        let lengths = [20, 1, 33, 20, 9_000, 9_000, 30, 60_000, 5]
        let made = try Self.encode(Self.packets(lengths, seed: 1), &encoder)
        #expect(made.repairs.map { $0.map(\.count) } == [[42, 42, 42], [60_009, 60_009, 60_009]])
        for (block, repairs) in made.repairs.enumerated() {
            #expect(repairs.map { $0[..<6].hex } == (4...6).map { "00000\(block)0\($0)0004" })
        }
        #expect(made.sources.last?.suffix(6).hex == "000002000004")
        #expect(encoder.block == 2 && encoder.count == 1)
    }

    @Test("goes on with block 0 where the sync byte would come first, and says that the run is over")
    func lastBlock() throws {
        var encoder = try BlockEncoder(BlockLayout(sources: 1, repairs: 1), startingAt: 0x46_ffff)
        let first = try Self.encode([[1]], &encoder)
        #expect(first.sources == [[1, 0x46, 0xff, 0xff, 0, 0, 1]])
        #expect(encoder.isRunOver && encoder.block == 0)
        let second = try Self.encode([[1]], &encoder)
        #expect(second.sources == [[1, 0, 0, 0, 0, 0, 1]])
        #expect(!encoder.isRunOver && encoder.block == 1)
        encoder.restart()
        #expect(encoder.block == 0 && encoder.count == 0)
        #expect(try BlockEncoder(BlockLayout(sources: 1, repairs: 1), startingAt: 0x47_0000).block == 0)
    }

    @Test("lets copies go on by themselves")
    func copies() throws {
        let packets = Self.packets([40, 50, 60, 70], seed: 2)
        var one = try BlockEncoder(BlockLayout(sources: 3, repairs: 2))
        var plain = one
        let want = try Self.encode([packets[0], packets[1], packets[3]], &plain).repairs
        for packet in packets[..<2] {
            var datagram = packet
            let isTaken = one.take(&datagram)
            #expect(isTaken)
        }
        var other = one
        let others = try Self.encode([packets[2]], &other).repairs
        let ones = try Self.encode([packets[3]], &one).repairs
        #expect(ones == want)
        #expect(others != want)
    }

    @Test(
        "refuses layouts that cannot be sent, with a sentence",
        arguments: [(0, 1), (1, 0), (200, 56), (71, 5), (300, -1)])
    func layouts(_ sources: Int, _ repairs: Int) throws {
        let fault = try #require(throws: BlockFault.self) { try BlockLayout(sources: sources, repairs: repairs) }
        #expect(fault == (sources == 71 ? .syncByte : .size(sources: sources, repairs: repairs)))
        #expect(fault.description.contains(sources == 71 ? "71" : "at most 255"))
    }

    @Test("refuses packets that fit no datagram, and any before the repair datagrams are taken")
    func refusedPackets() throws {
        let rows = try #require(LearnedRows(sources: 1, coefficients: [1]))
        #expect(throws: BlockFault.points) { try BlockLayout(points: .learned(rows), sources: 1, repairs: 1) }
        var encoder = try BlockEncoder(BlockLayout(sources: 1, repairs: 1))
        encoder.takeRepairs { _ in Issue.record("nothing was protected") }
        var empty: [UInt8] = []
        var long = [UInt8](repeating: 1, count: BlockEncoder.packetLimit + 1)
        var another: [UInt8] = [1]
        var taken = [encoder.take(&empty), encoder.take(&long)]
        long.removeLast()
        taken += [encoder.take(&long), encoder.take(&another)]
        #expect(taken == [false, false, true, false])
        #expect(long.count == BlockEncoder.packetLimit + 6 && another == [1] && empty == [])
        var lengths: [Int] = []
        encoder.takeRepairs { lengths.append($0.byteCount) }
        #expect(lengths == [65_507])
    }
}
