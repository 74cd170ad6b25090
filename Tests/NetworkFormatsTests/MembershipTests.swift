import NetworkFormats
import Testing

@Suite("Membership messages")
struct MembershipTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        /// The message in hexadecimal, its checksum not right.
        var message: String
        /// "join group sources…" for each report expected.
        var told: [String]
        var counted = "membershipMessages 1"
        var testDescription: String { name }
    }

    // RFC 1112 appendix I, RFC 2236 section 2, RFC 3376 sections 4.1 and 4.2.
    static let igmp = [
        Case(name: "version 1 query", message: "11000000 00000000", told: ["query 0.0.0.0"]),
        Case(name: "version 1 report", message: "12000000 ef010101", told: ["join 239.1.1.1"]),
        Case(name: "version 2 query of a group", message: "110a0000 ef010101", told: ["query 239.1.1.1"]),
        Case(name: "version 2 report", message: "16000000 ef010101", told: ["join 239.1.1.1"]),
        Case(name: "version 2 leave", message: "17000000 ef010101", told: ["leave 239.1.1.1"]),
        Case(name: "version 3 query", message: "11640000 00000000 027d0000", told: ["query 0.0.0.0"]),
        Case(
            name: "version 3 query of sources", message: "11640000 e8010101 027d0002 0a000001 0a000002",
            told: ["query 232.1.1.1 10.0.0.1 10.0.0.2"]),
        Case(
            name: "version 3 report of every kind",
            message: "22000000 00000009" + "01000000 ef010101" + "01000001 e8010102 0a000001" + "02000000 ef010103"
                + "03000000 ef010104" + "03000001 e8010105 0a000001" + "04000000 ef010106"
                + "05000001 e8010107 0a000001"
                + "06000002 e8010108 0a000001 0a000002" + "04000001 ef010109 0a000001",
            told: [
                "leave 239.1.1.1", "join 232.1.1.2 10.0.0.1", "join 239.1.1.3", "leave 239.1.1.4",
                "join 232.1.1.5 10.0.0.1", "join 239.1.1.6", "join 232.1.1.7 10.0.0.1",
                "leave 232.1.1.8 10.0.0.1 10.0.0.2", "join 239.1.1.9 10.0.0.1",
            ]),
        Case(
            name: "auxiliary data, and records that say nothing",
            message: "22000000 00000004" + "04010000 ef010101 ffffffff" + "05000000 ef010102" + "06000000 ef010103"
                + "09000000 ef010104", told: ["join 239.1.1.1"]),
        Case(name: "report without records", message: "22000000 00000000", told: []),
        Case(
            name: "a record that is not there", message: "22000000 00000002" + "04000000 ef010101",
            told: ["join 239.1.1.1"], counted: "malformed 1"),
        Case(
            name: "sources that are not there", message: "22000000 00000001" + "06004000 ef010101 0a000001", told: [],
            counted: "malformed 1"),
        Case(
            name: "query sources that are not there", message: "11640000 e8010101 027dffff 0a000001", told: [],
            counted: "malformed 1"),
        Case(name: "seven bytes", message: "16000000 ef0101", told: [], counted: "malformed 1"),
        Case(name: "PIM version 1", message: "14000000 10000000", told: [], counted: "notUDP 1"),
    ]

    @Test("of IGMP say who joins and leaves", arguments: igmp)
    func version4(_ example: Case) {
        let message = Packets.bytes(example.message)
        let packet = Packets.v4(message, protocol: 2, options: [0x94, 4, 0, 0], ttl: 1)
        check(packet, example, host: "10.1.1.5")
    }

    static let group = "ff3e0000000000000000000080000001"
    static let server = "fd000000000000000000000000000007"
    // RFC 2710 section 3, RFC 3810 sections 5.1 and 5.2.
    static let mld = [
        Case(
            name: "version 1 query", message: "82000000 03e80000" + String(repeating: "00", count: 16),
            told: ["query ::"]),
        Case(name: "version 1 report", message: "83000000 00000000" + group, told: ["join ff3e::8000:1"]),
        Case(name: "version 1 done", message: "84000000 00000000" + group, told: ["leave ff3e::8000:1"]),
        Case(
            name: "version 2 query of a source", message: "82000000 03e80000" + group + "027d0001" + server,
            told: ["query ff3e::8000:1 fd00::7"]),
        Case(
            name: "version 2 report",
            message: "8f000000 00000003" + "04000000" + group + "05000001" + group + server
                + "03000000" + group,
            told: ["join ff3e::8000:1", "join ff3e::8000:1 fd00::7", "leave ff3e::8000:1"]),
        Case(name: "version 1 report, cut", message: "83000000 00000000 ff3e", told: [], counted: "malformed 1"),
        Case(name: "echo", message: "80000000 00010001", told: [], counted: "notUDP 1"),
    ]

    @Test("of MLD say who joins and leaves", arguments: mld)
    func version6(_ example: Case) {
        let message = Packets.bytes(example.message)
        let packet = Packets.v6(Packets.bytes("3a00 05020000 0100") + message, next: 0)
        check(packet, example, host: "fd00::5")
    }

    private func check(_ packet: [UInt8], _ example: Case, host: String) {
        let (sink, counters) = decoded([packet], linkType: 101)
        let told = sink.reports.map { report in
            ([report.event.rawValue, report.group.description] + report.sources.map(\.description))
                .joined(separator: " ")
        }
        #expect(told == example.told)
        #expect(counters.spoken == ["frames 1", example.counted])
        #expect(sink.reports.allSatisfy { $0.host.description == host && $0.ordinal == 1 })

        // Every prefix is told from a whole message: nothing is counted as understood that is not there.
        for length in 0..<packet.count {
            var cut = CollectingSink()
            var decoder = FrameDecoder()
            decoder.decode(Array(packet[..<length]), 101, wireLength: packet.count, into: &cut)
            #expect(cut.reports.count <= sink.reports.count)
            #expect(decoder.counters.membershipMessages <= (length >= 28 ? 1 : 0))
        }
    }

    @Test("with a wrong checksum are left out only when asked for")
    func checksums() {
        var right = Packets.bytes("16000000 ef010101")
        let sum = Packets.plainChecksum(right)
        right[2] = UInt8(sum >> 8)
        right[3] = UInt8(sum & 255)
        let frames = [right, Packets.bytes("16000000 ef010101")].map { Packets.v4($0, protocol: 2) }
        #expect(decoded(frames, linkType: 101).counters.membershipMessages == 2)
        let strict = decoded(frames, linkType: 101, options: FrameOptions(verifyChecksums: true))
        #expect(strict.counters.spoken == ["frames 2", "membershipMessages 1", "badChecksum 1"])
    }
}
