import Testing

@testable import VenueSimulator

@Suite("Known dropped pictures")
struct PictureCheckTests {
    struct Example: CustomTestStringConvertible, Sendable {
        var name: String
        /// Packets that do not come, or come in this order; pictures have three packets each, counted from 0.
        var packets: [Int]
        var dropped: Int
        var whollyLost = 0
        var doubtful = 0
        var testDescription: String { name }
    }

    /// Packet `number` of the pictures' PID; picture 2 fills its last packet to the end.
    private static func fact(_ number: Int) -> TransportFact {
        TransportFact(
            pid: 256, continuity: UInt8(number & 15), hasPayload: true, picture: Int32(number / 3),
            identity: UInt32(number), role: number % 3 == 0 ? .pictureStart : .other,
            end: number % 3 < 2 ? .none : number == 8 ? .filled : .stuffed)
    }

    private static let tables = [
        TransportFact(pid: 0, continuity: 0, hasPayload: true, identity: 0, role: .association),
        TransportFact(pid: 4_096, continuity: 0, hasPayload: true, identity: 1, role: .map),
    ]

    // Seven pictures are sent; counted by hand.
    static let missing = [
        Example(name: "nothing is missing", packets: [], dropped: 0),
        Example(name: "the middle of one", packets: [4], dropped: 1),
        Example(name: "the end of one and the beginning of the next", packets: [5, 6], dropped: 2),
        Example(name: "one and a half", packets: [3, 4, 5, 6], dropped: 2, whollyLost: 1),
        Example(name: "the beginning of the first, and more of it", packets: [0, 1], dropped: 0),
        Example(name: "the end of the last: nothing comes after it", packets: [20], dropped: 0),
        Example(name: "the middle of the last", packets: [19], dropped: 1),
        Example(name: "the beginning of the last: no other begins after it", packets: [18], dropped: 0),
        Example(name: "the one after a filled packet", packets: [9, 10, 11], dropped: 1, whollyLost: 1, doubtful: 1),
        Example(name: "the one after a filled packet of a broken one", packets: [7, 9], dropped: 2),
    ]

    @Test("are what a receiver can know of", arguments: missing)
    func knows(_ example: Example) {
        var check = PictureCheck()
        for fact in Self.tables { check.take(fact, isShown: true) }
        for number in 0..<21 { check.take(Self.fact(number), isShown: !example.packets.contains(number)) }
        #expect(check.dropped == example.dropped)
        #expect(check.whollyLost == example.whollyLost)
        #expect(check.doubtful == example.doubtful)
    }

    @Test("begin once a PAT and then a PMT has come")
    func tables() {
        var check = PictureCheck()
        check.take(Self.tables[1], isShown: true)
        for number in 0..<9 { check.take(Self.fact(number), isShown: number != 1) }
        check.take(Self.tables[0], isShown: true)
        for number in 9..<15 { check.take(Self.fact(number), isShown: number != 10) }
        #expect(check.dropped == 0)
        check.take(Self.tables[1], isShown: true)
        for number in 15..<21 { check.take(Self.fact(number), isShown: number != 16) }
        #expect(check.dropped == 1)
    }

    // What comes, in this order; worked out by hand.
    static let orders = [
        Example(name: "all in order", packets: Array(0..<21), dropped: 0),
        Example(name: "one copy", packets: [0, 1, 1, 2, 3, 4, 5, 6], dropped: 0),
        Example(name: "two swapped in one picture", packets: [0, 1, 2, 3, 5, 4, 6, 7, 8, 9], dropped: 1),
        Example(name: "two packets twice across a beginning", packets: [0, 1, 2, 3, 2, 3, 4, 5, 6], dropped: 1),
        Example(name: "a whole picture is missing", packets: [0, 1, 2, 6, 7, 8, 9], dropped: 1),
        Example(name: "an end is missing", packets: [0, 1, 3, 4, 5, 6], dropped: 1),
    ]

    @Test("are what counters and decoding times tell where order is lost", arguments: orders)
    func reads(_ example: Example) {
        var reading = PictureReading()
        var check = ContinuityCheck()
        for fact in Self.tables + example.packets.map(Self.fact) { reading.take(fact, check.check(fact)) }
        #expect(reading.dropped == example.dropped)
    }
}
