import Channels
import TestSupport
import Testing

@Suite("Repair packets")
struct ParityTests {
    @Test("belong to their media by group and port, whoever sends them", arguments: ["10.0.0.1", "10.0.0.77"])
    func matched(_ source: String) throws {
        var traffic = Traffic()
        try traffic.send(Traffic.rtp(1, Traffic.transport(7)))
        for sequence: UInt16 in 0..<3 {
            try traffic.send(Traffic.parity(sequence, base: 1), 5002, from: source)
            try traffic.send(Traffic.parity(sequence, base: 1, isRow: true), 5004, from: source)
            try traffic.send(Traffic.parity(sequence, base: 1, ssrc: 9), 5000, from: source)
        }
        try traffic.send(Traffic.parity(9, base: 1), 5006, from: source)
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.parity) == [9])
        #expect(traffic.tally.channels.map(\.media) == [1])
        #expect(traffic.isComplete)
    }

    @Test("go with columns two ports below and rows four, when both could be")
    func nearest() throws {
        var traffic = Traffic()
        for port: UInt16 in [5000, 5002] { try traffic.send(Traffic.rtp(1, Traffic.transport(7)), port) }
        try traffic.send(Traffic.parity(0, base: 1, isRow: true), 5004)
        try traffic.send(Traffic.parity(0, base: 1, isRow: false), 5004, from: "10.0.0.2")
        #expect(traffic.tally.channels.map(\.parity) == [1, 1])
    }

    @Test("wait for their media, and are delivered in order of arrival before it")
    func early() throws {
        var traffic = Traffic()
        try traffic.send(Traffic.parity(0, base: 1), 5002)
        try traffic.send(Traffic.parity(0, base: 1, isRow: true), 5004)
        try traffic.send(Traffic.rtp(1, type: 97))
        try traffic.send(Traffic.parity(1, base: 2), 5002)
        #expect(traffic.tally.channels.isEmpty)
        try traffic.send(Traffic.rtp(2, type: 97))
        try traffic.send(Traffic.parity(2, base: 3), 5002)
        #expect(traffic.tally.channels.map(\.ordinals) == [[1, 2, 3, 4, 5, 6]])
        #expect(traffic.tally.channels.map(\.parity) == [4])
        #expect(traffic.isComplete)
    }

    // 0x4700 begins with a sync byte, and 16 bytes of FEC header with 188 of payload are one packet of 204.
    @Test("are not taken for transport packets of 204 bytes")
    func syncByte() throws {
        var traffic = Traffic()
        try traffic.send(Traffic.rtp(0x4700, type: 98, Traffic.transport(1)))
        for sequence: UInt16 in 0..<3 {
            let packet = Traffic.parity(sequence, base: 0x4700 + sequence)
            try traffic.send(Array(packet[..<(12 + 16 + 188)]), 5002)
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.parity) == [3])
        #expect(traffic.isComplete)
    }

    @Test("are a stream of their own when no media comes for 2 s", arguments: [true, false])
    func alone(_ waits: Bool) throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<30 { try traffic.send(Traffic.parity(sequence, base: sequence), 5002) }
        #expect(traffic.tally.channels.isEmpty)
        if waits { traffic.wait(3) } else { traffic.tally.finish() }
        #expect(traffic.tally.lines == ["239.1.1.1:5002 10.0.0.1 rtp-es 30+0"])
        if waits {
            try traffic.send(Traffic.parity(30, base: 30), 5002)
            #expect(traffic.tally.channels.map(\.media) == [31])
        }
        #expect(traffic.isComplete)
    }

    @Test("are told from a sound that the sender puts two ports above its picture")
    func audio() throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<20 {
            try traffic.send(Traffic.rtp(sequence, ssrc: 1, type: 96, .init(repeating: 0x41, count: 900)), 5010)
            try traffic.send(Traffic.rtp(sequence, ssrc: 2, type: 97, .init(repeating: 0, count: 960)), 5012)
        }
        #expect(traffic.tally.channels.map(\.media) == [20, 20])
    }
}
