import Bytes
import Channels
import Evidence
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("Limits")
struct LimitTests {
    @Test("opens no more channels than its limit, and counts the rest")
    func channels() throws {
        var traffic = Traffic()
        let payload = Traffic.transport(1)
        for number in 0..<1_500 { try traffic.send(payload, to: "239.1.\(number / 250).\(number % 250)") }
        #expect(traffic.tally.channels.count == FlowClassifier.channelLimit)
        #expect(traffic.tally.classifier.others[.tableFull] == UInt64(1_500 - FlowClassifier.channelLimit))
        try traffic.send(payload, to: "239.1.0.7")
        #expect(traffic.tally.channels[7].transport == 2)
        #expect(traffic.isComplete)
    }

    @Test("holds no more than its limit when every packet has another SSRC")
    func flood() throws {
        var traffic = Traffic()
        var generator = SeededGenerator(seed: 1)
        var most = 0
        for number in 0..<12_000 {
            let ssrc = UInt32(truncatingIfNeeded: generator.next())
            let packet =
                number % 2 == 0
                ? Traffic.rtp(UInt16(number & 0xffff), ssrc: ssrc) : Traffic.parity(1, base: 2, ssrc: ssrc)
            try traffic.send(packet, UInt16(6_000 + number % 3_001))
            most = max(most, traffic.tally.classifier.held.byteCount)
        }
        #expect(most <= 17 << 20)
        traffic.tally.finish()
        #expect(traffic.tally.channels.isEmpty)
        #expect(traffic.isComplete)
    }

    @Test("holds no more than its limit when long packets follow short ones")
    func longAfterShort() throws {
        var traffic = Traffic()
        let long = [UInt8](repeating: 3, count: 60_000)
        var most = 0
        for number in 0..<9_500 as Range<UInt32> {
            try traffic.send(
                Traffic.rtp(1, ssrc: number * 977, number < 8_500 ? [1] : long), UInt16(6_000 + number % 3_001))
            most = max(most, traffic.tally.classifier.held.byteCount)
        }
        #expect(most <= 17 << 20)
        traffic.tally.finish()
        #expect(traffic.isComplete)
    }

    @Test("holds no more than its limit when one repair stream has no media")
    func parityFlood() throws {
        var traffic = Traffic()
        for number in 0..<3_000 { try traffic.send(Traffic.parity(UInt16(number / 2), base: 2)) }
        #expect(traffic.tally.classifier.held.byteCount <= 17 << 20)
        traffic.tally.finish()
        #expect(traffic.isComplete)
    }

    @Test("tells of every datagram once, whatever they hold", .enabled(if: Corpus.isPresent))
    func mutations() throws {
        var generator = SeededGenerator(seed: 5)
        for name in ["corpus/peer/sap_rtp_es_prompeg_l10d4_ssm.pcap", "vectors/gst1.22_st2022-1_l8d4_varlen.pcap"] {
            var tally = Tally()
            var count: UInt64 = 0
            for datagram in PlainCapture.datagrams(try Corpus.bytes(name)) {
                count += 1
                let isDamaged = Int.random(in: 0..<3, using: &generator) == 0
                let payload = isDamaged ? Mutation.mutated(datagram.payload, with: &generator) : datagram.payload
                let header = DatagramHeader(
                    time: StreamTime(nanoseconds: datagram.nanoseconds), ordinal: UInt64(datagram.frame),
                    source: Endpoint(IPAddress(v4: datagram.source), datagram.sourcePort),
                    destination: Endpoint(IPAddress(v4: datagram.destination), datagram.port),
                    wireLength: UInt32(payload.count + (isDamaged ? 100 : 0)), storedLength: UInt32(payload.count))
                tally.ingest(header, payload.span.bytes)
            }
            tally.finish()
            let told = tally.channels.reduce(0) { $0 + $1.media + $1.transport + $1.parity + $1.control }
            #expect(UInt64(told + tally.announcements) + tally.classifier.others.total == count)
        }
    }
}
