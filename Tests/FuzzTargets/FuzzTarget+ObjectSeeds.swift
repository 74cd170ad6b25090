import Bytes
import Timing
import VenueSimulator
import VenueWire

extension FuzzTarget {
    private static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    static var lctSeeds: [FuzzSeed] {
        func packet(
            _ information: TransferInformation?, session: UInt64 = 1, object: UInt128 = 2, codepoint: UInt8 = 0,
            _ change: (inout LCTHeader) -> Void = { _ in }
        ) -> [UInt8] {
            var header = LCTHeader(transportSession: session, object: object, codepoint: codepoint)
            change(&header)
            var writer = ByteWriter()
            header.write(to: &writer, transfer: information)
            writer.write(repeating: 1, count: 12)
            return writer.bytes
        }
        func information(_ encoding: ObjectEncoding) -> TransferInformation {
            TransferInformation(
                encoding: encoding, transferLength: 9_999, symbolLength: 100, blockLength: 20, symbolLimit: 25)
        }
        var zero = packet(nil) { $0.senderTime = NetworkTime(seconds: 1, fraction: 2) }
        zero[17] = 0
        return [
            FuzzSeed("plain", packet(nil)),
            FuzzSeed("wide", packet(nil, session: 1 << 47, object: 1 << 111)),
            FuzzSeed("no-code", packet(information(.noCode))),
            FuzzSeed("reed-solomon", packet(information(.reedSolomon), codepoint: 5)),
            FuzzSeed("small-block", packet(information(.smallBlock), codepoint: 129)),
            FuzzSeed("raptor", packet(nil, codepoint: 6)),
            FuzzSeed(
                "table",
                packet(information(.noCode), object: 0) {
                    $0.tableMark = TableMark(instance: 0xf_ffff)
                    $0.contentCoding = 3
                    $0.senderTime = NetworkTime(seconds: .max, fraction: .max)
                }),
            FuzzSeed("extension-of-none", zero),
            FuzzSeed("cut", Array(packet(information(.noCode)).prefix(25))),
        ]
    }

    static var tableSeeds: [FuzzSeed] {
        var entry = FileEntry(object: 1, location: "file:///clips/<a> & \"b\".ts")
        entry.contentLength = 10
        entry.md5 = [UInt8](0..<16)
        entry.transfer = TransferAttributes(
            TransferInformation(
                encoding: .smallBlock, transferLength: 10, symbolLength: 1_400, blockLength: 20, symbolLimit: 24))
        return [
            ("empty", FileDeliveryTable(expires: 0)),
            ("one", FileDeliveryTable(expires: 4_000_000_000, isComplete: true, entries: [entry])),
            ("many", FileDeliveryTable(expires: 1, entries: Array(repeating: entry, count: 70))),
        ].map { FuzzSeed($0.0, $0.1.xmlBody()) }
            + [
                (
                    "prefixed",
                    "<f:FDT-Instance xmlns:f='urn:x' Expires='9'><f:File TOI='1' Content-Location='a'/></f:FDT-Instance>"
                ),
                (
                    "numbers",
                    "<FDT-Instance Expires='1'><File TOI='18446744073709551615' Content-Location='a'"
                        + " Content-Length='18446744073709551615' FEC-OTI-Encoding-Symbol-Length='0'/></FDT-Instance>"
                ),
                ("nothing", "<FDT-Instance/>"),
                ("entities", "<!DOCTYPE a [<!ENTITY b 'c'>]><FDT-Instance Expires='1'>&b;</FDT-Instance>"),
                ("not-closed", "<FDT-Instance Expires='1'><File TOI='1' Content-Location='a'"),
                ("general", "<FDT-Instance Expires='1' Content-Encoding='gzip' FEC-OTI-FEC-Encoding-ID='5'/>"),
            ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }

    static var objectSeeds: [FuzzSeed] {
        let plain = ObjectLayout(symbolLength: 40, sourceCount: 6)
        let coded = ObjectLayout(symbolLength: 40, sourceCount: 4, repairCount: 2)
        return [
            FuzzSeed("files", [0] + framed(files(plain))),
            FuzzSeed("files-coded", [0] + framed(files(coded))),
            FuzzSeed("files-coded-lossy", [0] + framed(thinned(files(coded)))),
            FuzzSeed("files-backwards", [0] + framed(files(plain).reversed())),
            FuzzSeed("messages", [1] + framed(messages(plain))),
            FuzzSeed("messages-coded-lossy", [1] + framed(thinned(messages(coded)))),
            FuzzSeed("messages-new-session", [1] + framed(messages(plain)) + [4, 0, 0] + framed(messages(coded))),
            FuzzSeed("files-new-session", [0] + framed(files(plain)) + [4, 0, 0] + framed(files(coded))),
            FuzzSeed("messages-as-files", [0] + framed(messages(plain))),
        ]
    }

    private static func thinned(_ datagrams: [ObjectDatagram]) -> [ObjectDatagram] {
        datagrams.enumerated().filter { $0.offset % 5 != 2 }.map(\.element)
    }

    private static func files(_ layout: ObjectLayout) -> [ObjectDatagram] {
        var settings = FileCarousel.Settings(transportSession: 4)
        settings.layout = layout
        settings.kilobitsPerSecond = 60
        settings.tableLife = StreamDuration(seconds: 2)
        var carousel = FileCarousel(settings)
        carousel.put(CarouselFile(location: "a", content: [UInt8](repeating: 7, count: 500)), at: start)
        carousel.put(CarouselFile(location: "b/c", content: [1, 2, 3]), at: start)
        var datagrams: [ObjectDatagram] = []
        while datagrams.count < 60, let datagram = carousel.next() {
            datagrams.append(datagram)
            if datagrams.count == 35 {
                carousel.put(CarouselFile(location: "a", content: [UInt8](repeating: 8, count: 90)), at: datagram.time)
            }
        }
        return datagrams + [carousel.close(at: start)]
    }

    private static func messages(_ layout: ObjectLayout) -> [ObjectDatagram] {
        var settings = MessageSender.Settings(transportSession: 3, start: start)
        settings.layout = layout
        var sender = MessageSender(settings)
        for count in 0..<4 as Range<Int64> {
            sender.send(
                Array("message \(count), which has more than one symbol, so that one may be missing".utf8),
                at: start + StreamDuration(milliseconds: count * 90))
        }
        var datagrams: [ObjectDatagram] = []
        while let datagram = sender.next() { datagrams.append(datagram) }
        return datagrams
    }

    private static func framed(_ datagrams: [ObjectDatagram]) -> [UInt8] {
        var writer = ByteWriter()
        var time = start
        for datagram in datagrams {
            let step = max(0, (datagram.time - time).nanoseconds / 20_000_000)
            time = time + StreamDuration(milliseconds: step * 20)
            writer.write(UInt8(clamping: step))
            writer.write(UInt16(datagram.payload.count))
            writer.write(contentsOf: datagram.payload)
        }
        return writer.bytes
    }
}
