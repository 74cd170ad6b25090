import Bytes
import CaptureFormats
import TestSupport
import Testing
import Timing

@Suite("Capture writers")
struct WriterTests {
    static let time = StreamTime(nanoseconds: 1_340_953_625_000_298_858)

    @Test("write pcap as the draft draws it")
    func pcap() {
        // The same bytes as in the suite "pcap", written down by hand.
        let little = PCAPWriter(linkType: .linuxCooked, snapLength: 96)
        let big = PCAPWriter(linkType: .linuxCooked, isBigEndian: true, snapLength: 96)
        let micro = PCAPWriter(linkType: .linuxCooked, hasNanoseconds: false, snapLength: 96)
        let frame: [UInt8] = [0xde, 0xad, 0xbe, 0xef]
        #expect(
            (little.header() + little.frame(frame, at: Self.time, wireLength: 60)).hex
                == "4d3cb2a1020004000000000000000000600000007100000" + "01954ed4f6a8f0400040000003c000000deadbeef")
        #expect(
            (big.header() + big.frame(frame, at: Self.time, wireLength: 60)).hex
                == "a1b23c4d000200040000000000000000000000600000007" + "14fed541900048f6a000000040000003cdeadbeef")
        #expect(micro.frame(frame, at: Self.time, wireLength: 60).hex == "1954ed4f2a010000040000003c000000deadbeef")
    }

    @Test("write the same block around a frame that lies in pieces", arguments: 0...9, [0, 1, 70_000] as [UInt32])
    func envelope(length: Int, drops: UInt32) {
        let frame = [UInt8](repeating: 0x5a, count: length)
        let envelope = PacketEnvelope(storedLength: length, wireLength: length + 7, droppedBefore: UInt64(drops))
        var start = [UInt8](repeating: 0, count: PacketEnvelope.startLength)
        start.lendForWriting { envelope.writeStart(at: Self.time, interface: 3, into: &$0) }
        var end = [UInt8](repeating: 0, count: envelope.endLength)
        end.lendForWriting { envelope.writeEnd(into: &$0) }
        let block = PCAPNGWriter().frame(
            frame, at: Self.time, wireLength: length + 7, interface: 3, droppedBefore: drops)
        #expect(start + frame + end == block)
        #expect(envelope.length == block.count)
    }

    @Test("write pcapng as the draft draws it")
    func pcapng() {
        let writer = PCAPNGWriter()
        // Composed with Python's struct.pack from the figures of draft-ietf-opsawg-pcapng.
        #expect(
            writer.sectionHeader(application: "abcde").hex
                == "0a0d0d0a2c0000004d3c2b1a01000000ffffffffffffffff" + "04000500616263646500000000000000" + "2c000000")
        #expect(
            writer.interface(.ethernet, snapLength: 96).hex
                == "0100000020000000" + "0100000060000000" + "090001000900000000000000" + "20000000")
        #expect(
            writer.frame([1, 2, 3], at: StreamTime(nanoseconds: 0x1_0000_0002), wireLength: 5).hex
                == "0600000024000000" + "0000000001000000020000000300000005000000" + "01020300" + "24000000")
        #expect(
            writer.frame([], at: StreamTime(nanoseconds: 2), droppedBefore: 7, comment: "x").hex
                == "0600000038000000" + "0000000000000000020000000000000000000000" + "0100010078000000"
                + "040008000700000000000000" + "00000000" + "38000000")
        #expect(
            writer.statistics(at: StreamTime(nanoseconds: 1), endTime: StreamTime(nanoseconds: 2), dropped: 3).hex
                == "0500000034000000" + "000000000000000001000000" + "030008000000000002000000"
                + "050008000300000000000000" + "00000000" + "34000000")
    }

    @Test("come back as they were written, in either byte order", arguments: [false, true])
    func roundTrip(isBigEndian: Bool) throws {
        let writer = PCAPNGWriter(isBigEndian: isBigEndian)
        var random = SeededGenerator(seed: 7)
        var bytes = writer.sectionHeader(application: "stadium", comment: "cut by hand")
        bytes += writer.interface(.raw) + writer.interface(.ethernet, snapLength: 64, name: "eth0")
        var want: [Decoded.Frame] = []
        for number in 1...50 {
            let content = (0..<Int.random(in: 0..<90, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let time = StreamTime(nanoseconds: Int64.random(in: 0 ... .max, using: &random))
            let interface = UInt32.random(in: 0...1, using: &random)
            let dropped = UInt32.random(in: 0...3, using: &random)
            let comment = Bool.random(using: &random) ? "number \(number)" : nil
            bytes += writer.frame(
                content, at: time, wireLength: content.count + number, interface: interface, droppedBefore: dropped,
                comment: comment)
            let record = CaptureRecord(
                frame: UInt64(number), time: time, isTimed: true, linkType: interface == 0 ? .raw : .ethernet,
                interface: interface, wireLength: content.count + number, droppedBefore: dropped,
                hasComment: comment != nil, bytes: 0..<content.count)
            want.append(Decoded.Frame(record: record, bytes: content))
        }
        bytes += writer.statistics(at: Self.time, endTime: Self.time, interface: 1, received: 50, dropped: 900)
        let capture = Decoded(bytes)
        #expect(capture.frames == want)
        #expect(capture.error == nil && capture.cut == nil)
        #expect(capture.facts.application == "stadium")
        #expect(capture.facts.endTime == Self.time)
        #expect(capture.facts.comments.first == CaptureComment(frame: 0, text: "cut by hand"))
        let counted = want.filter { $0.record.interface == 0 }.map { UInt64($0.record.droppedBefore) }.reduce(0, +)
        #expect(capture.facts.drops == 900 + counted)
    }

    @Test("keep instants that a format cannot hold at its ends")
    func ends() {
        let writer = PCAPWriter(linkType: .raw)
        #expect(writer.frame([], at: StreamTime(nanoseconds: -1)).hex == String(repeating: "0", count: 32))
        #expect(writer.frame([], at: StreamTime(nanoseconds: .max)).prefix(4).hex == "ffffffff")
    }
}
