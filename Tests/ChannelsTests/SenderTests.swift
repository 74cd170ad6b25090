import Channels
import NetworkFormats
import TestSupport
import Testing

@Suite("Senders of one flow")
struct SenderTests {
    static func media(_ sequence: UInt16, _ ssrc: UInt32) -> [UInt8] {
        Traffic.rtp(sequence, ssrc: ssrc, Traffic.transport(1))
    }

    /// 30 packets of A; two of B that follow each other; then sixteen, of which `old` are A's; ten more of B.
    static func change(old: Int) throws -> Traffic {
        var traffic = Traffic()
        for sequence: UInt16 in 100..<130 { try traffic.send(media(sequence, 0xa0a)) }
        for sequence: UInt16 in 7_000..<7_002 { try traffic.send(media(sequence, 0xb0b)) }
        for place in 0..<16 {
            let isOld = place < old
            try traffic.send(media(isOld ? 130 + UInt16(place) : 7_002 + UInt16(place - old), isOld ? 0xa0a : 0xb0b))
        }
        for place in 0..<10 { try traffic.send(media(7_018 - UInt16(old) + UInt16(place), 0xb0b)) }
        return traffic
    }

    // Definitions C3: fewer than three of the next sixteen packets with the old SSRC make a reset.
    @Test("takes a new SSRC for a restart when the old one has gone", arguments: 0...2)
    func restart(_ old: Int) throws {
        let traffic = try Self.change(old: old)
        #expect(traffic.tally.channels.count == 1)
        #expect(traffic.tally.channels[0].restarts == 1)
        #expect(traffic.tally.findings.isEmpty)
        let first = (100..<130).map { UInt16($0) } + (0..<old).map { 130 + UInt16($0) }
        #expect(traffic.tally.channels[0].sequence == first + (0..<(28 - old)).map { 7_000 + UInt16($0) })
        #expect(traffic.isComplete)
    }

    @Test("takes a new SSRC for a second sender when the old one goes on", arguments: [3, 8, 13])
    func second(_ old: Int) throws {
        let traffic = try Self.change(old: old)
        #expect(traffic.tally.channels.map(\.media) == [30 + old, 28 - old])
        #expect(traffic.tally.channels.map(\.restarts) == [0, 0])
        #expect(traffic.tally.channels[1].sequence == (0..<(28 - old)).map { 7_000 + UInt16($0) })
        guard case .twoSenders(channel: 0, second: 1, let moment) = try #require(traffic.tally.findings.first) else {
            Issue.record("another finding")
            return
        }
        #expect(moment.ordinal == 31)
        // printf 'video|239.1.1.1|5000|10.0.0.1|0x00000b0b' | sha256sum
        #expect(traffic.tally.classifier.channels.map(\.id) == ["ce399a780c4a", "52ae72358a16"])
        #expect(traffic.isComplete)
    }

    @Test("decides at silence and at the end with what is known", arguments: [true, false])
    func early(_ waits: Bool) throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<5 { try traffic.send(Self.media(sequence, 0xa0a)) }
        for sequence: UInt16 in 900..<905 { try traffic.send(Self.media(sequence, 0xb0b)) }
        #expect(traffic.tally.channels.map(\.media) == [5])
        if waits { traffic.wait(11) } else { traffic.tally.finish() }
        #expect(traffic.tally.channels.map(\.media) == [10])
        #expect(traffic.tally.channels.map(\.restarts) == [1])
        #expect(traffic.isComplete)
    }

    // Where a repair packet lies among the media tells whose numbers it protects.
    @Test("holds repair packets with the media they lie between", arguments: [true, false])
    func repairs(_ isRestart: Bool) throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<5 { try traffic.send(Self.media(sequence, 0xa0a)) }
        try traffic.send(Traffic.parity(0, base: 0), 5002)
        for place: UInt16 in 0..<9 {
            try traffic.send(Self.media(700 + 2 * place, 0xb0b))
            try traffic.send(Self.media(isRestart ? 701 + 2 * place : 5 + place, isRestart ? 0xb0b : 0xa0a))
            if place % 4 == 3 { try traffic.send(Traffic.parity(1 + place / 4, base: 700), 5002) }
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.count == 1)
        #expect(traffic.tally.channels.map(\.restarts) == [isRestart ? 1 : 0])
        #expect(traffic.tally.channels.map(\.parity) == [3])
        if isRestart { #expect(traffic.tally.channels.map(\.ordinals) == [(1...26).map { $0 }]) }
        #expect(traffic.isComplete)
    }

    @Test("is not moved by single packets of other SSRCs")
    func strays() throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<200 {
            try traffic.send(Self.media(sequence, 0xa0a))
            if sequence % 10 == 0 { try traffic.send(Self.media(sequence &* 77, 0xc000 + UInt32(sequence))) }
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.media) == [200])
        #expect(traffic.tally.classifier.others[.unconfirmedRTP] == 20)
        #expect(traffic.isComplete)
    }

    @Test("follows a sender from restart to restart")
    func restarts() throws {
        var traffic = Traffic()
        for run: UInt32 in 0..<20 {
            for sequence: UInt16 in 0..<40 { try traffic.send(Self.media(sequence, 0x100 + run % 2)) }
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.map(\.media) == [800])
        #expect(traffic.tally.channels.map(\.restarts) == [19])
    }

    @Test("keeps interleaved SSRCs apart")
    func interleaved() throws {
        var traffic = Traffic()
        for round: UInt16 in 0..<400 {
            for ssrc: UInt32 in 0..<4 { try traffic.send(Self.media(round, 0x50 + ssrc)) }
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.count == 4)
        #expect(traffic.tally.channels.allSatisfy { $0.restarts == 0 })
        #expect(traffic.tally.channels.first?.media == 400)
        for channel in traffic.tally.channels {
            // No hole: what came before a channel was opened is either all there or not counted.
            let first = channel.sequence.first ?? 0
            #expect(channel.sequence == (0..<channel.media).map { first + UInt16($0) })
        }
        #expect(traffic.isComplete)
    }

    @Test("tells no more streams of one flow apart than its limit")
    func crowded() throws {
        var traffic = Traffic()
        for stream in 0..<UInt32(FlowClassifier.memberLimit + 2) {
            // Every stream begins while each of those before it sends three packets or more.
            for sequence: UInt16 in 0..<2 { try traffic.send(Self.media(sequence, 0x50 + stream)) }
            for round in 0..<4 {
                for other in 0...stream { try traffic.send(Self.media(UInt16(100 + round), 0x50 + other)) }
            }
        }
        traffic.tally.finish()
        #expect(traffic.tally.channels.count <= FlowClassifier.memberLimit)
        #expect(traffic.isComplete)
    }

    @Test("names a second source and a second carriage")
    func identities() throws {
        var traffic = Traffic()
        try traffic.send(Self.media(1, 1))
        try traffic.send(Self.media(1, 1), from: "10.0.0.2")
        try traffic.send(Traffic.transport(3))
        try traffic.send(Self.media(1, 1), to: "ff3e::1")
        // printf '%s' 'video|239.1.1.1|5000' … | sha256sum, the first twelve digits; 10.0.0.2 and udp-mp2t appended.
        #expect(
            traffic.tally.classifier.channels.map(\.id) == [
                "ce399a780c4a", "60196af37b87", "35f41e8394aa", "0c6d294f2b6b",
            ])
        guard case .twoSources(channel: 0, second: 1, _) = try #require(traffic.tally.findings.first) else {
            Issue.record("another finding")
            return
        }
        #expect(traffic.tally.findings.count == 1)
    }

    @Test("finds nothing wrong with two hosts that send to one unicast address")
    func unicast() throws {
        var traffic = Traffic()
        try traffic.send(Self.media(1, 1), to: "10.9.9.9")
        try traffic.send(Self.media(1, 1), to: "10.9.9.9", from: "10.0.0.2")
        #expect(traffic.tally.channels.count == 2)
        #expect(traffic.tally.findings.isEmpty)
    }
}
