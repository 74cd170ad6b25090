import Bytes
import Foundation
import Kernels
import ObjectDelivery
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

/// Files exchanged with flute-alc (1.11.7 from PyPI), in both directions, datagrams in pipes instead of sockets.
@Suite("FLUTE peers", .enabled(if: PeerPython.has("flute.flute"), "the Python module flute-alc is not there"))
struct FlutePeerTests {
    /// Receives framed datagrams of a session and lists the files it wrote, with their MD5.
    private static let receiver = """
        import sys, struct, os, hashlib, tempfile
        from flute import receiver
        data = sys.stdin.buffer.read()
        with tempfile.TemporaryDirectory() as folder:
            end = receiver.UDPEndpoint("239.10.10.4", 5000)
            peer = receiver.Receiver(end, int(sys.argv[1]), receiver.ObjectWriterBuilder(folder), receiver.Config())
            place = 0
            while place < len(data):
                length, = struct.unpack_from(">I", data, place)
                peer.push(data[place + 4:place + 4 + length])
                place += 4 + length
            for root, _, files in os.walk(folder):
                for name in files:
                    path = os.path.join(root, name)
                    digest = hashlib.md5(open(path, "rb").read()).hexdigest()
                    print("=", os.path.relpath(path, folder), digest)
        """

    /// Sends files of a session as framed datagrams: `count` of them, content made of the file's number.
    private static let sender = """
        import sys, struct, hashlib
        from flute import sender
        kind, tsi, count, length = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
        oti = {"nocode": sender.Oti.new_no_code(1400, 64), "rs": sender.Oti.new_reed_solomon_rs28(500, 20, 10),
            "small": sender.Oti.new_reed_solomon_rs28_under_specified(500, 20, 10)}[kind]
        config = sender.Config()
        config.fdt_cenc = int(sys.argv[5])
        peer = sender.Sender(tsi, oti, config)
        for i in range(count):
            seed = hashlib.sha256(str(i).encode()).digest()
            content = (seed * (length // 32 + 1))[:length + i % 100]
            peer.add_object_from_buffer(content, "application/octet-stream", "file:///peer/%d.bin" % i, None)
        peer.publish()
        while True:
            packet = peer.read()
            if packet is None: break
            packet = bytes(packet)
            sys.stdout.buffer.write(struct.pack(">I", len(packet)) + packet)
        """

    struct Sent: CustomTestStringConvertible, Sendable {
        var testDescription: String { name }
        var name: String
        var layout: ObjectLayout
        var files: Int
        var length: Int
        var loss: Double
        var skipped = 0
        var milliseconds: Int64
    }

    static let sent = [
        Sent(name: "no code", layout: ObjectLayout(), files: 3, length: 30_000, loss: 0, milliseconds: 300),
        Sent(
            name: "no code, a fifth lost, late", layout: ObjectLayout(), files: 3, length: 60_000, loss: 0.2,
            skipped: 60, milliseconds: 4_000),
        Sent(
            name: "Reed-Solomon, a fifth lost, late",
            layout: ObjectLayout(symbolLength: 500, sourceCount: 20, repairCount: 12), files: 3, length: 60_000,
            loss: 0.2, skipped: 100, milliseconds: 1_500),
        Sent(name: "1000 files", layout: ObjectLayout(), files: 1_000, length: 300, loss: 0, milliseconds: 1_200),
    ]

    @Test("flute-alc receives our file channel", arguments: sent)
    func weSend(_ example: Sent) throws {
        // The peer judges expiry by its own clock.
        let now = StreamTime(nanoseconds: Int64(Date().timeIntervalSince1970) * 1_000_000_000)
        var settings = FileCarousel.Settings(transportSession: 4)
        settings.layout = example.layout
        settings.kilobitsPerSecond = 8_000
        settings.tableLife = StreamDuration(seconds: 3_600)
        var carousel = FileCarousel(settings)
        var want: Set<String> = []
        var generator = SeededGenerator(seed: 1)
        for count in 0..<example.files {
            let content = (0..<(example.length + count % 7)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            carousel.put(CarouselFile(location: "file:///ours/\(count).bin", content: content), at: now)
            want.insert("= ours/\(count).bin \(MD5.digest(of: content.lent).hex)")
        }
        var datagrams: [ObjectDatagram] = []
        let end = now + StreamDuration(milliseconds: example.milliseconds)
        while let time = carousel.due, time < end, let datagram = carousel.next() { datagrams.append(datagram) }
        let kept = ObjectStream.losing(example.loss, Array(datagrams.dropFirst(example.skipped)), seed: 2)
        let outcome = try PeerPython.run(
            ["-c", Self.receiver, "4"], input: Data(ObjectStream.framed(kept.map(\.payload))))
        let found = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(Set(found.filter { $0.hasPrefix("= ") }) == want, "\(outcome.errors)")
    }

    struct Received: CustomTestStringConvertible, Sendable {
        var testDescription: String { "\(kind), \(files) files, \(loss) lost, \(passes) times, table \(coding)" }
        var kind: String
        var files: Int
        var length: Int
        var loss = 0.0
        var passes = 1
        /// How the table is compressed (EXT_CENC).
        var coding = 0
    }

    static let received = [
        Received(kind: "nocode", files: 3, length: 60_000),
        Received(kind: "rs", files: 3, length: 60_000),
        Received(kind: "small", files: 3, length: 60_000),
        // The peer's packets over and over are a carousel.
        Received(kind: "nocode", files: 3, length: 60_000, loss: 0.2, passes: 10),
        Received(kind: "rs", files: 3, length: 60_000, loss: 0.2, passes: 2),
        Received(kind: "small", files: 3, length: 60_000, loss: 0.2, passes: 2),
        Received(kind: "nocode", files: 1_000, length: 300),
        Received(kind: "nocode", files: 20, length: 3_000, coding: 1),
        Received(kind: "nocode", files: 20, length: 3_000, coding: 2),
        Received(kind: "nocode", files: 20, length: 3_000, coding: 3),
    ]

    @Test("we receive flute-alc's file channel", arguments: received)
    func weReceive(_ example: Received) throws {
        let outcome = try PeerPython.run(
            ["-c", Self.sender, example.kind, "42", "\(example.files)", "\(example.length)", "\(example.coding)"],
            input: Data())
        try #require(outcome.status == 0, "\(outcome.errors)")
        let once = ObjectStream.unframed([UInt8](outcome.output))
        let now = StreamTime(nanoseconds: Int64(Date().timeIntervalSince1970) * 1_000_000_000)
        let all = (0..<example.passes).flatMap { _ in once }.map { ObjectDatagram(time: now, payload: $0) }
        var collector = FileCollector()
        for datagram in ObjectStream.losing(example.loss, all, seed: 3) { collector.take(datagram.payload, at: now) }
        #expect(Set(collector.complete.map(\.path)) == Set((0..<example.files).map { "peer/\($0).bin" }))
        for file in collector.complete {
            // What the peer's table says of the file is what arrived.
            #expect(file.record.md5 == MD5.digest(of: file.content.lent))
            #expect(file.record.contentLength == UInt64(file.content.count))
        }
        let counters = collector.receiver.counters
        #expect(counters.malformed == 0 && counters.refused == 0 && counters.unsupported == 0)
        if example.kind != "nocode", example.loss > 0 { #expect(counters.recovered > 0) }
    }
}
