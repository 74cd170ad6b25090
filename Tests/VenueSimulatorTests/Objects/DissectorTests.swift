import Bytes
import CaptureFormats
import Foundation
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

private let hasDissector =
    (try? PeerPython.run(["-c", "import shutil, sys; sys.exit(not shutil.which('tshark'))"], input: Data()))?.status
    == 0

/// Our ALC packets as tshark's dissectors `alc`, `rmt-lct` and `rmt-fec` read them.
@Suite("ALC packets in another program", .enabled(if: hasDissector, "tshark or python3 is not there"))
struct DissectorTests {
    private static let fields = [
        "rmt-lct.tsi", "rmt-lct.toi", "rmt-lct.codepoint", "rmt-lct.hlen", "rmt-lct.flags.close_session",
        "rmt-lct.flags.close_object", "rmt-lct.fdt_instance_id", "rmt-fec.fti.transfer_length",
        "rmt-fec.fti.encoding_symbol_length", "rmt-fec.fti.max_source_block_length",
        "rmt-fec.fti.max_number_encoding_symbols", "rmt-fec.sbn", "rmt-fec.esi",
    ]

    /// tshark's fields of every datagram, joined by blanks.
    private func dissect(_ datagrams: [ObjectDatagram]) throws -> [String] {
        let writer = PCAPWriter(linkType: LinkType(rawValue: 101))
        var capture = writer.header()
        for datagram in datagrams {
            var frame = ByteWriter()
            let length = UInt16(datagram.payload.count + 8)
            frame.write(contentsOf: [0x45, 0])
            frame.write(length + 20)
            frame.write(contentsOf: [0, 0, 0, 0, 1, 17, 0, 0, 10, 9, 0, 2, 239, 10, 10, 4])
            for number in [4_000, 5_000, length, 0] as [UInt16] { frame.write(number) }
            frame.write(contentsOf: datagram.payload)
            capture += writer.frame(frame.bytes, at: datagram.time)
        }
        let arguments = Self.fields.map { "'-e', '\($0)'" }.joined(separator: ", ")
        let program = """
            import subprocess, sys
            sys.exit(subprocess.call(["tshark", "-r", "-", "-d", "udp.port==5000,alc", "-T", "fields", "-E",
                "separator=/s", \(arguments)]))
            """
        let outcome = try PeerPython.run(["-c", program], input: Data(capture))
        try #require(outcome.status == 0, "\(outcome.errors)")
        return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("a table and a file with Reed-Solomon have the fields that were meant")
    func file() throws {
        var settings = FileCarousel.Settings(transportSession: 70_000)
        settings.layout = ObjectLayout(symbolLength: 1_000, sourceCount: 4, repairCount: 2)
        settings.rounds = 1
        settings.firstObject = 4_000_000_000
        settings.firstInstance = 1_048_575
        var carousel = FileCarousel(settings)
        carousel.put(
            CarouselFile(location: "a", content: [UInt8](repeating: 1, count: 4_500)), at: ObjectStream.start)
        var datagrams = ObjectStream.drain(&carousel, until: 500)
        datagrams.append(carousel.close(at: ObjectStream.at(600)))
        let lines = try dissect(datagrams)
        try #require(lines.count == datagrams.count)
        // The table of one file has one symbol and two repair symbols; header 4 + 4 + 4 + 4 + EXT_FDT 4, EXT_TIME 12,
        // EXT_FTI 12 = 44 bytes. Its length is that of the XML, which RFC 6726 leaves open.
        let table = try #require(lines.first).split(separator: " ")
        #expect(table.prefix(7) == ["70000", "0", "5", "44", "0", "0", "1048575"])
        #expect(table.count == 8)
        // 4 500 bytes: five symbols in two blocks, three and two (RFC 5052), and two repair symbols each. Of encoding 5
        // tshark 4.0 reads the length alone; its symbols are flute-alc's to judge.
        let want = (0..<9).map { "70000 4000000000 5 28 0 \($0 == 8 ? 1 : 0)  4500     " }
        #expect(lines.dropFirst(3).prefix(9) == want[...])
        let end = try #require(lines.last)
        #expect(end.hasPrefix("70000 0 5 16 1 0"))
    }

    @Test("a message without a code has the fields that were meant")
    func message() throws {
        var settings = MessageSender.Settings(transportSession: 3, start: ObjectStream.start)
        settings.layout = ObjectLayout(symbolLength: 1_024)
        settings.repetitions = 1
        var sender = MessageSender(settings)
        sender.send([UInt8](repeating: 1, count: 2_000), at: ObjectStream.start)
        // 2 004 bytes in two symbols; EXT_TIME 12 and EXT_FTI 16 bytes; B on the last repetition.
        let want = (0..<2).map { "3 1994041344 0 44 0 1  2004 1024 64  0 0x0000000\($0)" }
        #expect(try dissect(ObjectStream.drain(&sender)).sorted() == want)
    }
}
