/// Makes the repair packets of SMPTE 2022-1 (Pro-MPEG Code of Practice 3) for a run of RTP packets.
///
/// Blocks of L · D start at the first packet. Members of a column are L apart, members of a row adjacent. The last row
/// and the columns of the last block are never sent, as with both senders it imitates.
public struct ParityEncoder: Sendable {
    /// The shape.
    public let layout: ParityLayout
    private var columnNumber: UInt16
    private var rowNumber: UInt16
    private var row = ParityAccumulator()
    private var columns: [ParityAccumulator]
    private var finished: [ParityAccumulator]
    private var waitingRow = ParityAccumulator()
    private var isRowWaiting = false
    private var source = ParitySource()
    /// Memory of packets that were sent.
    private var spare: [[UInt8]] = []
    /// Packets taken in so far.
    public private(set) var sources = 0

    /// Starts a run; the repair flows' own sequence numbers begin at `firstColumnNumber` and `firstRowNumber`.
    public init(_ layout: ParityLayout, firstColumnNumber: UInt16 = 0, firstRowNumber: UInt16 = 0) {
        self.layout = layout
        columnNumber = firstColumnNumber
        rowNumber = firstRowNumber
        columns = Array(repeating: ParityAccumulator(), count: layout.columns)
        finished = columns
    }

    /// Takes back the memory of a packet that is done with, and leaves an empty array.
    public mutating func reuse(_ bytes: inout [UInt8]) {
        guard spare.count < 2 * layout.columns + 2 else { return }
        bytes.removeAll(keepingCapacity: true)
        var memory: [UInt8] = []
        swap(&memory, &bytes)
        spare.append(memory)
    }

    /// Takes the next RTP packet of the run; what is to be sent before and behind it is appended to `before` and
    /// `behind`.
    public mutating func take(
        _ packet: [UInt8], before: inout [ParityPacket], behind: inout [ParityPacket]
    ) {
        guard packet.count >= 12 else { return }
        source.load(packet)
        let source = source
        let index = sources
        sources += 1
        let place = index % layout.blockSize
        if layout.timing == .gstreamer {
            sendColumn(at: place, index: index, timestamp: source.timestamp, into: &before)
        }
        if layout.protectsRows { takeRow(source, index: index, before: &before, behind: &behind) }
        if layout.protectsColumns {
            if place == 0 { for column in columns.indices { columns[column].reset() } }
            columns[place % layout.columns].add(source)
        }
        if layout.timing == .ffmpeg { sendColumn(at: place, index: index, timestamp: nil, into: &behind) }
        if place == layout.blockSize - 1 { swap(&finished, &columns) }
    }

    private mutating func takeRow(
        _ source: ParitySource, index: Int, before: inout [ParityPacket], behind: inout [ParityPacket]
    ) {
        let column = index % layout.columns
        if column == 0 {
            if layout.timing == .ffmpeg, index > 0 {
                swap(&waitingRow, &row)
                isRowWaiting = true
            }
            row.reset()
        }
        row.add(source)
        switch layout.timing {
        case .ffmpeg:
            if isRowWaiting {
                isRowWaiting = false
                behind.append(
                    rowPacket(waitingRow, first: index - layout.columns, timestamp: waitingRow.firstTimestamp))
            }
        case .gstreamer:
            if column == layout.columns - 1 {
                before.append(rowPacket(row, first: index - column, timestamp: source.timestamp))
            }
        }
    }

    private mutating func rowPacket(_ parity: ParityAccumulator, first: Int, timestamp: UInt32) -> ParityPacket {
        defer { rowNumber &+= 1 }
        return ParityPacket(
            isRow: true, firstSource: first, step: 1, count: layout.columns,
            bytes: write(parity, isRow: true, number: rowNumber, timestamp: timestamp))
    }

    private mutating func sendColumn(at place: Int, index: Int, timestamp: UInt32?, into out: inout [ParityPacket]) {
        guard layout.protectsColumns, index >= layout.blockSize, place % layout.rows == 0 else { return }
        let column = place / layout.rows
        guard column < finished.count else { return }
        let parity = finished[column]
        out.append(
            ParityPacket(
                isRow: false, firstSource: index - place - layout.blockSize + column, step: layout.columns,
                count: layout.rows,
                bytes: write(
                    parity, isRow: false, number: columnNumber, timestamp: timestamp ?? parity.firstTimestamp)))
        columnNumber &+= 1
    }

    private mutating func write(
        _ parity: ParityAccumulator, isRow: Bool, number: UInt16, timestamp: UInt32
    ) -> [UInt8] {
        var bytes = spare.popLast() ?? []
        bytes.reserveCapacity(36 + parity.longest)
        // P, X, CC and M of the header are parity as well; the payload type is 96 and the SSRC 0.
        Self.append(UInt32(0x8000 | parity.flags & 0x3f80 | 96) << 16 | UInt32(number), to: &bytes)
        Self.append(timestamp, to: &bytes)
        Self.append(0 as UInt32, to: &bytes)
        Self.append(UInt32(parity.firstSequenceNumber) << 16 | UInt32(parity.length), to: &bytes)
        Self.append(UInt32(0x80 | parity.flags & 0x7f) << 24, to: &bytes)
        Self.append(parity.timestamp, to: &bytes)
        bytes.append(isRow ? 0x40 : 0)
        bytes.append(UInt8(truncatingIfNeeded: isRow ? 1 : layout.columns))
        bytes.append(UInt8(truncatingIfNeeded: isRow ? layout.columns : layout.rows))
        bytes.append(0)
        for word in parity.words { Self.append(word, to: &bytes) }
        bytes.removeLast(bytes.count - 28 - parity.longest)
        return bytes
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: word >> 24))
        bytes.append(UInt8(truncatingIfNeeded: word >> 16))
        bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        bytes.append(UInt8(truncatingIfNeeded: word))
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: word >> 56))
        bytes.append(UInt8(truncatingIfNeeded: word >> 48))
        bytes.append(UInt8(truncatingIfNeeded: word >> 40))
        bytes.append(UInt8(truncatingIfNeeded: word >> 32))
        bytes.append(UInt8(truncatingIfNeeded: word >> 24))
        bytes.append(UInt8(truncatingIfNeeded: word >> 16))
        bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        bytes.append(UInt8(truncatingIfNeeded: word))
    }
}
