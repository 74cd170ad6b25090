import Bytes
import NetworkFormats
import Testing
import Timing

@Suite("Frame counters")
struct FrameCountersTests {
    @Test("name every count once, in a fixed order")
    func names() {
        let names = FrameCounters().all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.prefix(4) == ["frames", "datagrams", "membershipMessages", "notIP"])
        // Two fields say what `notUDP` and `notIP` are made of, and are no counts of their own.
        #expect(names.count == Mirror(reflecting: FrameCounters()).children.count - 2)
    }

    @Test("show in the list what stands in the fields")
    func values() {
        var counters = FrameCounters()
        counters.notUDP = 3
        counters.truncatedFrames = 4
        #expect(counters.skipped.filter { $0.count > 0 }.map(\.name) == ["notUDP"])
        #expect(counters.facts.filter { $0.count > 0 }.map(\.name) == ["truncatedFrames"])
        #expect(counters.all.map(\.count).reduce(0, +) == 7)
    }

    /// Frames by what they carry, the EtherTypes and protocol numbers as IANA lists them.
    @Test("tell what frames without a datagram were")
    func contents() {
        let frames: [[UInt8]] = [
            Packets.hardware + Packets.bytes("0806 0001080006040001"), Packets.hardware + Packets.bytes("88cc 0207"),
            framed(6), framed(6), framed(1),
        ]
        var decoder = FrameDecoder(options: FrameOptions())
        var sink = CollectingSink()
        let moment = Moment(time: StreamTime(nanoseconds: 0), ordinal: 1)
        for frame in frames {
            decoder.decode(frame.lent, linkType: 1, wireLength: frame.count, at: moment, into: &sink)
        }
        let told = decoder.counters.contents.map { "\($0.count) \($0.name)" }
        #expect(told == ["2 TCP", "1 ICMP", "1 ARP", "1 not IP"])
        #expect(decoder.counters.notIP == 2)
        #expect(decoder.counters.notUDP == 3)
    }

    /// An Ethernet frame with an empty IPv4 packet of protocol `number`.
    private func framed(_ number: UInt8) -> [UInt8] {
        Packets.hardware + Packets.bytes("0800") + Packets.v4([], protocol: number)
    }
}
