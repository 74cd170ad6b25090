import Bytes
import Channels
import NetworkFormats
import Testing
import Timing
import VenueWire

@Suite("Repair packets of Reed-Solomon codes")
struct BlockRepairTests {
    /// A source packet of Simple Reed-Solomon: RTP, seven transport packets and the payload ID.
    static func source(_ sequence: UInt16, block: UInt32, symbol: UInt8, k: UInt16 = 10, ssrc: UInt32 = 0xa0a)
        -> [UInt8]
    {
        var writer = ByteWriter()
        SourceBlockID(block: block, symbol: symbol, sourceCount: k).write(to: &writer)
        return Traffic.rtp(sequence, ssrc: ssrc, Traffic.transport(7)) + writer.bytes
    }

    static func repair(block: UInt32, symbol: UInt8, k: UInt16 = 10, length: Int = 1331) -> [UInt8] {
        var writer = ByteWriter()
        SourceBlockID(block: block, symbol: symbol, sourceCount: k).write(to: &writer)
        return writer.bytes + (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    }

    /// A repair packet of the carriers' code over numbers `first` … `first` + k - 1, laid out as in wire.md 3.
    static func carrier(
        _ sequence: UInt16, first: UInt16, k: UInt16 = 10, m: UInt8 = 3, index: UInt8 = 0, type: UInt8 = 127
    ) -> [UInt8] {
        let last = first &+ k &- 1
        return Traffic.rtp(sequence, ssrc: 0, type: type, [])
            + [UInt8(first >> 8), UInt8(first & 255), UInt8(last >> 8), UInt8(last & 255), m, index]
            + [0x05, 0x30, 0x05, 0x30, 0, 0] + [UInt8](repeating: 0x5a, count: 0x530)
    }

    @Test("without RTP go to the media of their group with the same k and a near block", arguments: [5010, 4998, 6000])
    func blocks(_ port: UInt16) throws {
        var traffic = Traffic()
        for symbol: UInt8 in 0..<10 {
            try traffic.send(Self.source(UInt16(symbol), block: 70, symbol: symbol))
        }
        for symbol: UInt8 in 10..<14 { try traffic.send(Self.repair(block: 70, symbol: symbol), port) }
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.parity) == [4] && traffic.tally.channels.map(\.media) == [10])
        #expect(traffic.isComplete)
    }

    @Test(
        "without RTP belong to nobody when anything contradicts the media",
        arguments: [
            BlockRepairTests.repair(block: 90, symbol: 12), BlockRepairTests.repair(block: 70, symbol: 12, k: 9),
            BlockRepairTests.repair(block: 70, symbol: 9), BlockRepairTests.repair(block: 70, symbol: 12, length: 100),
            BlockRepairTests.repair(block: 70, symbol: 12, k: 0),
        ])
    func strangers(_ payload: [UInt8]) throws {
        var traffic = Traffic()
        for symbol: UInt8 in 0..<10 { try traffic.send(Self.source(UInt16(symbol), block: 70, symbol: symbol)) }
        for _ in 0..<3 { try traffic.send(payload, 5010) }
        try traffic.send(Self.repair(block: 70, symbol: 11), to: "239.1.1.2", 5010)
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.parity) == [0] && traffic.tally.channels.count == 1)
        #expect(traffic.isComplete)
    }

    @Test("without RTP wait for their media, and are delivered before it")
    func early() throws {
        var traffic = Traffic()
        for symbol: UInt8 in 10..<13 { try traffic.send(Self.repair(block: 6, symbol: symbol), 5010) }
        #expect(traffic.tally.held == 3)
        try traffic.send(Self.source(70, block: 7, symbol: 0))
        #expect(traffic.tally.channels.map(\.ordinals) == [[1, 2, 3, 4]])
        #expect(traffic.isComplete)
    }

    @Test("without RTP are given up as unknown when no media comes for 2 s")
    func alone() throws {
        var traffic = Traffic()
        for symbol: UInt8 in 10..<13 { try traffic.send(Self.repair(block: 6, symbol: symbol), 5010) }
        traffic.wait(3)
        #expect(traffic.tally.channels.isEmpty && traffic.tally.classifier.others[.unknown] == 3)
    }

    @Test("go to media of the same sender, each repair flow to one of its own")
    func several() throws {
        var traffic = Traffic()
        for symbol: UInt8 in 0..<10 {
            for port: UInt16 in [5000, 5002] {
                try traffic.send(Self.source(UInt16(symbol), block: 0, symbol: symbol), port)
            }
            try traffic.send(Self.source(UInt16(symbol), block: 0, symbol: symbol), 5000, from: "10.0.0.2")
        }
        try traffic.send(Self.repair(block: 0, symbol: 10), 5010, from: "10.0.0.1")
        try traffic.send(Self.repair(block: 0, symbol: 10), 5012, from: "10.0.0.1")
        try traffic.send(Self.repair(block: 0, symbol: 10), 5010, from: "10.0.0.2")
        // Channels in order of finding: 5000 and 5002 of the first sender, 5000 of the second one.
        #expect(traffic.tally.classifier.channels.map(\.destination.port) == [5000, 5002, 5000])
        #expect(traffic.tally.channels.map(\.parity) == [1, 1, 1])
    }

    @Test("without RTP go where the announcement says, when two channels of a group bear the same blocks")
    func announced() throws {
        var traffic = VenueTraffic()
        for (number, port, repair) in [(1, 5000, 5012), (2, 5002, 5010)] as [(UInt32, UInt16, UInt16)] {
            var announcement = VenueTraffic.video(number, name: "Camera \(number)", port: port)
            announcement.channel.protection = AnnouncedProtection(
                scheme: .reedSolomon, matrix: "rizzo", sourceCount: 10, repairCount: 2, repairPort: repair)
            try traffic.announce(announcement, at: 0)
        }
        for symbol: UInt8 in 0..<10 {
            for port: UInt16 in [5000, 5002] {
                try traffic.send(
                    Self.source(UInt16(symbol), block: 0, symbol: symbol), at: Int64(symbol), to: "239.1.1.1", port)
            }
        }
        for port: UInt16 in [5010, 5012] {
            try traffic.send(Self.repair(block: 0, symbol: 10), at: 20, to: "239.1.1.1", port)
        }
        #expect(traffic.verdicts.suffix(2) == [.blockRepair(channel: 1), .blockRepair(channel: 0)])
    }

    @Test(
        "of carriers go to the media whose numbers they name, on a port near or its own", arguments: [4999, 5002, 5000])
    func carriers(_ port: UInt16) throws {
        var traffic = Traffic()
        for sequence: UInt16 in 100..<112 { try traffic.send(Traffic.rtp(sequence, Traffic.transport(7))) }
        for index: UInt8 in 0..<3 {
            try traffic.send(Self.carrier(UInt16(index), first: 100, index: index), port)
            try traffic.send(Traffic.rtp(112 + UInt16(index), Traffic.transport(7)))
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.parity) == [3] && traffic.tally.channels.map(\.media) == [15])
        #expect(traffic.isComplete)
    }

    @Test("of carriers never open a channel: they wait for media that fits, then are given up")
    func carriersAlone() throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<9 {
            try traffic.send(Self.carrier(sequence, first: 100 + sequence / 3 * 10, index: UInt8(sequence % 3)), 4999)
        }
        #expect(traffic.tally.held == 9)
        try traffic.send(Traffic.rtp(30_000, Traffic.transport(7)))
        traffic.wait(3)
        try traffic.send(Self.carrier(9, first: 130), 4999)
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.media) == [1] && traffic.tally.channels.map(\.parity) == [0])
        #expect(traffic.isComplete)
    }

    @Test("of carriers wait for their media, and are delivered before it")
    func carriersEarly() throws {
        var traffic = Traffic()
        try traffic.send(Self.carrier(0, first: 100), 4999)
        try traffic.send(Traffic.rtp(113, Traffic.transport(7)))
        #expect(traffic.tally.channels.map(\.ordinals) == [[1, 2]])
    }

    @Test("of carriers need a header that holds together", arguments: [24, 30, 200])
    func cut(_ length: Int) throws {
        var traffic = Traffic()
        for sequence: UInt16 in 100..<112 { try traffic.send(Traffic.rtp(sequence, Traffic.transport(7))) }
        try traffic.send(Array(Self.carrier(0, first: 100)[..<length]), 4999)
        // Of a cut capture only the symbol is missing.
        try traffic.send(Array(Self.carrier(1, first: 100)[..<length]), 4999, wireLength: 12 + 12 + 0x530)
        #expect(traffic.tally.channels.map(\.parity) == [1])
    }

    @Test("are held with their media while a new synchronization source may be a restart")
    func watched() throws {
        var traffic = Traffic()
        for symbol: UInt8 in 0..<10 { try traffic.send(Self.source(UInt16(symbol), block: 70, symbol: symbol)) }
        try traffic.send(Self.repair(block: 70, symbol: 10), 5010)
        for place: UInt16 in 0..<18 {
            try traffic.send(
                Self.source(500 + place, block: UInt32(place / 10), symbol: UInt8(place % 10), ssrc: 0xb0b))
            if place == 9 { try traffic.send(Self.repair(block: 0, symbol: 10), 5010) }
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.restarts) == [1] && traffic.tally.channels.map(\.parity) == [2])
        #expect(traffic.tally.channels.map(\.ordinals) == [Array(1...30)])
    }
}
