import Bytes
import ErasureCode
import TestSupport
import Testing

/// Symbols and repair symbols that other programs made of them: OpenFEC's two codecs, zfec, flute-alc and the Python
/// package galois agree on the bytes of `rizzo`; galois and a bare interpolation on those of `rfc5510`.
@Suite("Reed-Solomon vectors")
struct ReedSolomonVectorTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let points: CodePoints
        /// Columns of the matrix for k = 3.
        let columns: [[UInt8]]
        /// Repair symbols of 010203ff, 10203080, deadbeef.
        let repairs: [String]
        var testDescription: String { points.name }
    }

    static let examples = [
        Example(points: .rizzo, columns: [[15, 8, 6], [45, 48, 28]], repairs: ["71ca2f40", "8a996ada"]),
        Example(points: .rfc5510, columns: [[8, 14, 7], [56, 34, 27]], repairs: ["c8a9384f", "82ad0ff7"]),
        Example(points: .consecutive, columns: [[1, 1, 1], [15, 8, 6]], repairs: ["cf8f8d90", "71ca2f40"]),
    ]

    static func bytes(_ hex: String) throws -> [UInt8] { try #require([UInt8](hex: hex)) }

    @Test("makes the repair symbols of three source symbols", arguments: examples)
    func threeSources(_ example: Example) throws {
        let code = try #require(ReedSolomon(points: example.points, sources: 3, repairs: 2))
        for (repair, column) in example.columns.enumerated() {
            #expect((0..<3).map { code.coefficient(repair: repair, source: $0) } == column)
        }
        let sources = try ["010203ff", "10203080", "deadbeef"].map { try Self.bytes($0) }
        let repairs = try example.repairs.map { try Self.bytes($0) }
        #expect(code.repairs(of: sources, length: 4) == repairs)
        #expect(
            code.rebuilt([2, 0], from: [(4, repairs[1]), (1, sources[1]), (3, repairs[0])], length: 4)
                == [sources[2], sources[0]])
    }

    /// A window of RFC 6865: three RTP packets of 14, 13 and 15 bytes; a symbol is flow 0, length, packet, zeros (E = 18).
    @Test(
        "codes packets with their flow and length beside them, as RFC 6865 asks",
        arguments: [CodePoints.rizzo, .rfc5510])
    func packets(_ points: CodePoints) throws {
        let packets: [[UInt8]] = try [
            "80210001000000010000abcd4740", "80210002000000010000abcd47", "80210003000000020000abcd474011",
        ].map { try Self.bytes($0) }
        let want =
            try
            (points == .rizzo
            ? ["000010802100150000000b0000abcd477a66", "00004280210069000000250000abcd47dcc1"]
            : ["00001b8021001d000000080000abcd47e777", "000073802100510000002c0000abcd4728b6"]).map {
                try Self.bytes($0)
            }
        let code = try #require(ReedSolomon(points: points, sources: 3, repairs: 2))

        var rows = SymbolRows(headLength: 3)
        let slab = Slab(capacity: 100)
        for packet in packets {
            let start = slab.count
            slab.append(packet.lent)
            rows.append(slab, start..<slab.count, head: UInt32(packet.count))
        }
        #expect(rows.length == 18)
        // Each symbol behind six bytes for its header.
        var room = [UInt8](repeating: 0xaa, count: 48)
        let isMade = room.lendForWriting { code.encode(rows, length: 18, into: &$0, at: 6, stride: 24) }
        #expect(isMade)
        let gap = [UInt8](repeating: 0xaa, count: 6)
        #expect(room == gap + want[0] + gap + want[1])

        // From packets 0 and 1 and the second repair symbol alone, whose head lies in it.
        var arrived = SymbolRows(headLength: 3)
        arrived.append(slab, 0..<14, head: 14)
        arrived.append(slab, 14..<27, head: 13)
        let repair = Slab(capacity: 18)
        let second = want[1]
        repair.append(second.lent)
        arrived.append(repair, 0..<18)
        let rebuilt = Slab(capacity: 18)
        #expect(code.rebuild(missing: [2], from: arrived, present: [0, 1, 4], length: 18, into: rebuilt))
        #expect(rebuilt.bytes.copied() == [0, 0, 15] + packets[2])
    }
}
