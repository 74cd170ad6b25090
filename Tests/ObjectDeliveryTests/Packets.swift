import Bytes
import Kernels
import NetworkFormats
import Timing
import VenueWire

@testable import ObjectDelivery

/// Packets of objects, written part by part as RFC 5651 and RFC 5775 say.
enum Packets {
    static let source = IPAddress(v4: 0x0a09_0002)
    static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    static func at(_ milliseconds: Int64) -> StreamTime { start + StreamDuration(milliseconds: milliseconds) }

    /// `text` with the CRC-32 behind it that messages have.
    static func message(_ text: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(contentsOf: text)
        writer.write(CRC32.checksum(text.lent))
        return writer.bytes
    }

    static func message(_ text: String) -> [UInt8] { message(Array(text.utf8)) }

    /// The packets of an object without repair symbols, one symbol in each.
    static func object(
        _ content: [UInt8], session: UInt64 = 4, object: UInt128, symbolLength: Int = 8, blockLength: Int = 64,
        mark: TableMark? = nil, coding: UInt8? = nil, hasInformation: Bool = true
    ) -> [[UInt8]] {
        let information = TransferInformation(
            encoding: .noCode, transferLength: UInt64(content.count), symbolLength: symbolLength,
            blockLength: blockLength)
        guard
            let partition = BlockPartition(
                transferLength: UInt64(content.count), symbolLength: symbolLength, blockLength: blockLength)
        else { return [] }
        var packets: [[UInt8]] = []
        for block in 0..<UInt32(partition.blockCount) {
            for symbol in 0..<(partition.sourceCount(of: block) ?? 0) {
                var header = LCTHeader(transportSession: session, object: object, codepoint: 0)
                header.tableMark = mark
                header.contentCoding = coding
                var writer = ByteWriter()
                header.write(to: &writer, transfer: hasInformation ? information : nil)
                ObjectSymbolID(block: block, symbol: UInt32(symbol)).write(to: &writer, encoding: .noCode)
                let index = partition.firstSymbol(of: block) + symbol
                let offset = Int(partition.offset(of: index))
                writer.write(contentsOf: Array(content[offset..<(offset + partition.length(of: index))]))
                packets.append(writer.bytes)
            }
        }
        return packets
    }
}

/// A receiver with what it told, for tests.
struct Listener {
    var receiver: ObjectReceiver
    var output = ObjectOutput()
    var source = Packets.source

    init(_ kind: ChannelKind, limits: ObjectLimits = ObjectLimits()) {
        receiver = ObjectReceiver(kind: kind, limits: limits)
    }

    mutating func take(_ packets: [[UInt8]], at milliseconds: Int64 = 0) {
        for packet in packets {
            receiver.ingest(packet.lent, from: source, at: Packets.at(milliseconds), into: &output)
        }
    }

    mutating func take(_ datagram: RawSpan, from source: IPAddress, at time: StreamTime) {
        receiver.ingest(datagram, from: source, at: time, into: &output)
    }

    mutating func tick(at milliseconds: Int64) { receiver.tick(at: Packets.at(milliseconds), into: &output) }

    /// The messages told until now: their TOIs and texts.
    var messages: [String] {
        output.events.compactMap { event in
            guard case .message(let message, let range) = event else { return nil }
            return "\(message.object) \(String(decoding: output.bytes[range], as: UTF8.self))"
                + (message.isOutOfOrder ? " late" : "")
        }
    }
}

extension Packets {
    /// NTP seconds of 2026-01-01T00:00:00Z (`date -d 2026-01-01T00:00Z +%s` and 2208988800).
    static let startSeconds: UInt32 = 3_976_214_400

    /// The packets of an instance of a file delivery table with these File elements.
    static func table(
        _ instance: UInt32, _ files: String, lasting seconds: UInt32 = 60, version: UInt8 = 2, session: UInt64 = 4
    ) -> [[UInt8]] {
        let text = "<FDT-Instance Expires=\"\(startSeconds + seconds)\">\(files)</FDT-Instance>"
        return object(
            Array(text.utf8), session: session, object: 0, symbolLength: 400,
            mark: TableMark(version: version, instance: instance))
    }

    /// The File element of `location`, carried by object `object` of `length` bytes.
    static func file(_ object: UInt64, _ location: String, _ length: Int, more: String = "") -> String {
        "<File TOI=\"\(object)\" Content-Location=\"\(location)\" Content-Length=\"\(length)\" \(more)/>"
    }

    /// Bytes that differ from place to place.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}

extension Listener {
    /// What was told of files, in words.
    var story: [String] {
        output.events.compactMap { event in
            switch event {
            case .message, .fileBytes: nil
            case .fileListed(let file): "listed \(file.path) \(file.version)"
            case .fileCompleted(let file): "completed \(file.path) \(file.version)"
            case .fileDropped(let file): "dropped \(file.path) \(file.version)"
            }
        }
    }

    /// The bytes told of file number `serial`, put where they belong.
    func content(of serial: UInt64, length: Int) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: length)
        for case .fileBytes(FileKey(serial: serial), let offset, let range) in output.events {
            content.replaceSubrange(Int(offset)..<(Int(offset) + range.count), with: output.bytes[range])
        }
        return content
    }

    /// The serial number of the newest file that was listed under `path`.
    func serial(of path: String) -> UInt64? { receiver.files.last { $0.path == path }?.key.serial }
}
