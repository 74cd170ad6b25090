import Bytes
public import Timing

/// Writes pcapng with stamps in nanoseconds; the blocks come back one by one, to be put one behind the other.
public struct PCAPNGWriter: Sendable {
    private let isBigEndian: Bool

    /// Decides the byte order of all blocks.
    public init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

    /// The Section Header Block that begins a file, with the application that writes it and a comment.
    public func sectionHeader(application: String? = nil, comment: String? = nil) -> [UInt8] {
        sectionHeader(application: application, comments: comment.map { [$0] } ?? [])
    }

    /// The Section Header Block that begins a file, with the application that writes it and any number of comments.
    public func sectionHeader(application: String?, comments: [String]) -> [UInt8] {
        var body = OrderedWriter(isBigEndian: isBigEndian)
        body.write(0x1a2b_3c4d as UInt32)
        body.write(1 as UInt16)
        body.write(0 as UInt16)
        body.write(-1 as Int64)
        var options = Options(isBigEndian: isBigEndian)
        for comment in comments { options.add(1, text: comment) }
        if let application { options.add(4, text: application) }
        return block(.sectionHeader, body, options)
    }

    /// An Interface Description Block; interfaces are numbered from 0 in the order in which they are written.
    public func interface(_ linkType: LinkType, snapLength: UInt32 = 0, name: String? = nil) -> [UInt8] {
        var body = OrderedWriter(isBigEndian: isBigEndian)
        body.write(UInt16(clamping: linkType.rawValue))
        body.write(0 as UInt16)
        body.write(snapLength)
        var options = Options(isBigEndian: isBigEndian)
        if let name { options.add(2, text: name) }
        options.add(9, bytes: [TimestampResolution.nanoseconds.rawValue])
        return block(.interfaceDescription, body, options)
    }

    /// An Enhanced Packet Block: what was stored of a frame, when it came, and what is known of it.
    ///
    /// Without a `wireLength` it was as long as what was stored; instants before 1970 become 1970.
    public func frame(
        _ bytes: [UInt8], at time: StreamTime, wireLength: Int? = nil, interface: UInt32 = 0,
        droppedBefore: UInt32 = 0, comment: String? = nil
    ) -> [UInt8] {
        var body = OrderedWriter(isBigEndian: isBigEndian, capacity: bytes.count + 24)
        body.write(interface)
        write(time, to: &body)
        body.write(UInt32(clamping: bytes.count))
        body.write(UInt32(clamping: wireLength ?? bytes.count))
        body.write(padded: bytes)
        var options = Options(isBigEndian: isBigEndian)
        if let comment { options.add(1, text: comment) }
        if droppedBefore > 0 { options.add(4, UInt64(droppedBefore)) }
        return block(.enhancedPacket, body, options)
    }

    /// An Interface Statistics Block written at `time`: when capturing ended, the frames received and lost since it
    /// began, and a comment.
    public func statistics(
        at time: StreamTime, endTime: StreamTime? = nil, interface: UInt32 = 0, received: UInt64? = nil,
        dropped: UInt64? = nil, comment: String? = nil
    ) -> [UInt8] {
        var body = OrderedWriter(isBigEndian: isBigEndian)
        body.write(interface)
        write(time, to: &body)
        var options = Options(isBigEndian: isBigEndian)
        if let comment { options.add(1, text: comment) }
        if let endTime {
            var stamp = OrderedWriter(isBigEndian: isBigEndian)
            write(endTime, to: &stamp)
            options.add(3, bytes: stamp.bytes)
        }
        if let received { options.add(4, received) }
        if let dropped { options.add(5, dropped) }
        return block(.interfaceStatistics, body, options)
    }

    /// A stamp of two halves, the upper one first.
    private func write(_ time: StreamTime, to output: inout OrderedWriter) {
        let ticks = UInt64(clamping: time.nanoseconds)
        output.write(UInt32(truncatingIfNeeded: ticks >> 32))
        output.write(UInt32(truncatingIfNeeded: ticks))
    }

    private func block(_ type: BlockType, _ body: OrderedWriter, _ options: Options) -> [UInt8] {
        let tail = options.finished()
        let total = UInt32(clamping: 12 + body.count + tail.count)
        var output = OrderedWriter(isBigEndian: isBigEndian, capacity: Int(total))
        output.write(type.rawValue)
        output.write(total)
        output.write(contentsOf: body.bytes)
        output.write(contentsOf: tail)
        output.write(total)
        return output.bytes
    }

    /// The options of one block; without any, not even their end is written.
    private struct Options {
        let isBigEndian: Bool
        var output: OrderedWriter

        init(isBigEndian: Bool) {
            self.isBigEndian = isBigEndian
            output = OrderedWriter(isBigEndian: isBigEndian)
        }

        mutating func add(_ code: UInt16, bytes: [UInt8]) {
            let kept = Array(bytes.prefix(Int(UInt16.max)))
            output.write(code)
            output.write(UInt16(clamping: kept.count))
            output.write(padded: kept)
        }

        mutating func add(_ code: UInt16, text: String) { add(code, bytes: Array(text.utf8)) }

        mutating func add(_ code: UInt16, _ number: UInt64) {
            var value = OrderedWriter(isBigEndian: isBigEndian)
            value.write(number)
            add(code, bytes: value.bytes)
        }

        func finished() -> [UInt8] {
            guard output.count > 0 else { return [] }
            var ended = output
            ended.write(0 as UInt32)
            return ended.bytes
        }
    }
}
