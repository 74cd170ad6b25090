import Bytes
import Channels
import NetworkFormats
import TestSupport
import Testing
import VenueWire

/// Datagrams by hand after RFC 5651, 5.1 and RFC 6726, 3.4.
enum ObjectTraffic {
    /// LCT with a TSI and a TOI of 32 bits and `extensions` behind them.
    static func packet(session: UInt32, object: UInt32, _ extensions: [UInt8] = []) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(contentsOf: [0x10, 0xa0, UInt8(4 + extensions.count / 4), 0, 0, 0, 0, 0])
        writer.write(session)
        writer.write(object)
        return writer.bytes + extensions + [0, 0, 0, 0, 0x55, 0x55]
    }

    /// A packet of a file delivery table: EXT_FDT of FLUTE `version`, and EXT_FTI behind it.
    static func table(session: UInt32, version: UInt8 = 2) -> [UInt8] {
        packet(
            session: session, object: 0,
            [0xc0, version << 4, 0, 1, 0x40, 4, 0, 0, 0, 0, 5, 0x78, 0, 0, 5, 0x78, 0, 0, 0, 64])
    }
}

@Suite("Object channels")
struct ObjectTests {
    @Test("are opened by a file delivery table, one for every session")
    func opened() throws {
        var traffic = Traffic()
        try traffic.send(ObjectTraffic.packet(session: 1, object: 7))
        #expect(traffic.tally.classifier.channels.isEmpty)
        try traffic.send(ObjectTraffic.table(session: 1))
        try traffic.send(ObjectTraffic.table(session: 2, version: 1))
        for _ in 0..<3 {
            try traffic.send(ObjectTraffic.packet(session: 1, object: 7))
            try traffic.send(ObjectTraffic.packet(session: 2, object: 7))
        }
        try traffic.send(ObjectTraffic.packet(session: 3, object: 7))
        #expect(traffic.tally.classifier.channels.map(\.transportSession) == [1, 2])
        #expect(traffic.tally.classifier.channels.allSatisfy { $0.kind == .file && $0.carriage == .flute })
        #expect(traffic.tally.channels.map(\.objects) == [4, 4])
        #expect(traffic.tally.classifier.others[.alc] == 2)
        #expect(traffic.isComplete)
    }

    /// `printf 'file|239.1.1.1|5000|1' | sha256sum`, and the same with "|10.0.0.2".
    @Test("are named after kind, group, port and session, further senders after their address too")
    func names() throws {
        var traffic = Traffic()
        try traffic.send(ObjectTraffic.table(session: 1))
        try traffic.send(ObjectTraffic.table(session: 1), from: "10.0.0.2")
        #expect(traffic.tally.classifier.channels.map(\.id) == ["bbe056a33ed5", "d3a73730839e"])
        #expect(traffic.tally.findings.isEmpty)
    }

    @Test("share a group and port with media, and neither takes the other's datagrams")
    func beside() throws {
        var traffic = Traffic()
        try traffic.send(ObjectTraffic.table(session: 1))
        for sequence: UInt16 in 0..<4 {
            try traffic.send(Traffic.rtp(sequence, Traffic.transport(7)))
            try traffic.send(ObjectTraffic.packet(session: 1, object: 9))
        }
        #expect(traffic.tally.channels.map(\.objects) == [5, 0])
        #expect(traffic.tally.channels.map(\.media) == [0, 4])
        #expect(traffic.tally.findings.isEmpty)
        #expect(traffic.isComplete)
    }

    @Test("are opened for messages when an announcement says so, and found again")
    func announced() throws {
        var traffic = Traffic()
        let group = try #require(IPAddress("239.1.1.1"))
        let source = try #require(IPAddress("10.0.0.1"))
        let moment = Moment(time: traffic.time, ordinal: 0)
        for _ in 0..<2 {
            let channel = traffic.tally.classifier.openObjects(
                Endpoint(group, 5000), from: source, session: 77, kind: .data, carriage: .alc, at: moment,
                into: &traffic.tally.output)
            #expect(channel == 0)
        }
        try traffic.send(ObjectTraffic.packet(session: 77, object: 1))
        #expect(traffic.tally.channels.map(\.objects) == [1])
    }

    @Test("are opened up to their limit without an announcement, and the rest is counted")
    func limit() throws {
        var traffic = Traffic()
        for number in 0..<UInt32(FlowClassifier.objectChannelLimit + 3) {
            try traffic.send(ObjectTraffic.table(session: number), UInt16(5000 + number))
        }
        #expect(traffic.tally.channels.count == FlowClassifier.objectChannelLimit)
        #expect(traffic.tally.classifier.others[.tableFull] == 3)
        #expect(traffic.isComplete)
    }

    @Test("are opened by no beginning of a table's packet")
    func prefixes() throws {
        let whole = ObjectTraffic.table(session: 1)
        for length in 0..<36 {
            var traffic = Traffic()
            try traffic.send(Array(whole.prefix(length)))
            #expect(traffic.tally.classifier.channels.isEmpty)
            #expect(traffic.isComplete)
        }
    }

    // RFC 5651, 5.1: CCI of 32·(C+1) bits, TSI of 32·S + 16·H bits, TOI of 32·O + 16·H bits.
    @Test("read the session out of headers of every shape")
    func shapes() throws {
        for shape in 0..<128 {
            let (congestion, session, object, half) = (shape & 3, shape >> 2 & 1, shape >> 3 & 3, shape >> 5 & 1)
            let (sessionLength, objectLength) = (session * 4 + half * 2, object * 4 + half * 2)
            let words = 1 + congestion + 1 + (sessionLength + objectLength) / 4 + 1
            var bytes: [UInt8] = [
                UInt8(0x10 | congestion << 2), UInt8(session << 7 | object << 5 | half << 4), UInt8(words), 0,
            ]
            bytes += [UInt8](repeating: 0, count: (congestion + 1) * 4)
            bytes += (0..<sessionLength).map { UInt8($0 + 1) }
            bytes += [UInt8](repeating: 0, count: objectLength) + [0xc0, 0x20, 0, 1]
            let want: UInt64? = [0: nil, 2: 0x0102, 4: 0x0102_0304, 6: 0x0102_0304_0506][sessionLength] ?? nil
            let found = FlowClassifier.objectSession(of: bytes.lent)
            #expect(found == want)
            let cut = Array(bytes.dropLast())
            let none = FlowClassifier.objectSession(of: cut.lent)
            #expect(none == nil)
            var traffic = Traffic()
            try traffic.send(bytes)
            #expect(traffic.tally.classifier.channels.count == (want == nil || objectLength == 0 ? 0 : 1))
        }
    }

    @Test("end a list of extensions that leads nowhere")
    func loops() throws {
        var traffic = Traffic()
        // HEL 0 would stand still (RFC 5651, 5.2.1).
        try traffic.send(ObjectTraffic.packet(session: 1, object: 0, [2, 0, 0, 0, 0xc0, 0x20, 0, 1]))
        // HEL behind the header's end.
        try traffic.send(ObjectTraffic.packet(session: 1, object: 0, [2, 255, 0, 0, 0xc0, 0x20, 0, 1]))
        // No FLUTE has version 3.
        try traffic.send(ObjectTraffic.table(session: 1, version: 3))
        // A table with another TOI is none.
        try traffic.send(ObjectTraffic.packet(session: 1, object: 1, [0xc0, 0x20, 0, 1]))
        #expect(traffic.tally.classifier.channels.isEmpty)
        #expect(traffic.isComplete)
    }
}
