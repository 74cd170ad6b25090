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
