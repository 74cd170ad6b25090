import Bytes
import ErasureCode
import VenueWire

/// ErasureCode at the work that `BareCode` does, and at what it is there for: packets in, packets out.
final class CodeAtWork {
    private let shape: FecShape
    private let code: ReedSolomon
    /// Symbols without heads, ready for use: those that are encoded, and those that a window is rebuilt from.
    private var sourceRows: [SymbolRows] = []
    private var arrivedRows: [SymbolRows] = []
    /// The same symbols as they lie in memory, those of a window in each slab, and where sums of them go.
    private(set) var symbols: [Slab] = []
    let results: Slab
    /// Datagrams as they are sent, one behind the other: those of source packets, then those of repair packets.
    private var datagrams: [Slab] = []
    private var packetRows = SymbolRows(headLength: 3)
    private let output: Slab
    private let rebuilt: Slab
    private var present: [UInt8] = []
    private var missing: [UInt8] = []
    private(set) var isGood = true

    private static let sourceLength = FecShape.packetLength + SourceBlockID.length
    private static let repairLength = FecShape.symbolLength + SourceBlockID.length

    /// Prepares windows of `shape`; nil when there is no such code.
    init?(_ shape: FecShape) {
        guard let code = ReedSolomon(points: .rizzo, sources: shape.sources, repairs: shape.repairs) else { return nil }
        self.shape = shape
        self.code = code
        results = Slab(capacity: shape.repairs * FecShape.symbolLength)
        output = Slab(capacity: shape.repairs * Self.repairLength)
        rebuilt = Slab(capacity: shape.repairs * (FecShape.symbolLength + FecShape.packetLength))
        for window in 0..<FecShape.windows {
            prepareSymbols(seed: UInt64(window))
            prepareDatagrams(UInt32(window))
        }
    }

    private func prepareSymbols(seed: UInt64) {
        let length = FecShape.symbolLength
        let slab = FecShape.noise(shape.sources * length, spare: shape.repairs * length, seed: seed)
        var rows = SymbolRows()
        for place in 0..<shape.sources { rows.append(slab, (place * length)..<((place + 1) * length)) }
        isGood = code.encode(rows, length: length, into: slab) && isGood
        symbols.append(slab)
        sourceRows.append(rows)
        rows.removeAll()
        for number in shape.present { rows.append(slab, (Int(number) * length)..<((Int(number) + 1) * length)) }
        arrivedRows.append(rows)
    }

    private func prepareDatagrams(_ window: UInt32) {
        let slab = Slab(capacity: shape.sources * Self.sourceLength + shape.repairs * Self.repairLength)
        let noise = FecShape.noise(shape.sources * FecShape.packetLength, seed: UInt64(window) + 1_000)
        for place in 0..<shape.sources {
            slab.append(
                noise.bytes(in: (place * FecShape.packetLength)..<((place + 1) * FecShape.packetLength)))
            let identifier = SourceBlockID(
                block: window, symbol: UInt8(place), sourceCount: UInt16(shape.sources))
            var writer = ByteWriter()
            identifier.write(to: &writer)
            let bytes = writer.bytes
            slab.append(bytes.lent)
        }
        datagrams.append(slab)
        encodePackets(Int(window))
        let made = output
        slab.append(made.bytes)
    }

    /// Encodes prepared symbols.
    func encode(_ window: Int) {
        results.recycle()
        isGood = code.encode(sourceRows[window], length: FecShape.symbolLength, into: results) && isGood
    }

    /// Rebuilds from prepared symbols.
    func rebuild(_ window: Int) {
        results.recycle()
        isGood =
            code.rebuild(
                missing: shape.missing, from: arrivedRows[window], present: shape.present,
                length: FecShape.symbolLength, into: results) && isGood
    }

    /// Makes the repair datagrams of a window of source datagrams.
    func encodePackets(_ window: Int) {
        let slab = datagrams[window]
        packetRows.removeAll()
        for place in 0..<shape.sources {
            let start = place * Self.sourceLength
            packetRows.append(
                slab, start..<(start + FecShape.packetLength), head: UInt32(FecShape.packetLength))
        }
        output.recycle()
        let (code, shape, rows) = (code, shape, packetRows)
        let isDone = output.appendZeros(shape.repairs * Self.repairLength) { room in
            let isMade = code.encode(
                rows, length: FecShape.symbolLength, into: &room, at: SourceBlockID.length, stride: Self.repairLength)
            for repair in 0..<shape.repairs {
                let symbol = UInt32(shape.sources + repair)
                room.setBigEndian(UInt32(window) << 8 | symbol, at: repair * Self.repairLength)
                room.setBigEndian(UInt16(shape.sources), at: repair * Self.repairLength + 4)
            }
            return isMade
        }
        isGood = isDone == true && isGood
    }

    /// Reads the datagrams of a window but those that get lost, and gives the packets of these.
    func rebuildPackets(_ window: Int) {
        let slab = datagrams[window]
        packetRows.removeAll()
        present.removeAll(keepingCapacity: true)
        missing.removeAll(keepingCapacity: true)
        var next = 0
        let lost = shape.missing
        for place in 0..<shape.sources {
            if next < lost.count, Int(lost[next]) == place {
                next += 1
                continue
            }
            let start = place * Self.sourceLength
            guard take(slab, start..<(start + Self.sourceLength), isRepair: false) else { return fail() }
        }
        for repair in 0..<shape.repairs {
            let start = shape.sources * Self.sourceLength + repair * Self.repairLength
            guard take(slab, start..<(start + Self.repairLength), isRepair: true) else { return fail() }
        }
        var place = 0
        for number in 0..<UInt8(shape.sources) {
            if place < present.count, present[place] == number { place += 1 } else { missing.append(number) }
        }
        rebuilt.recycle()
        guard
            code.rebuild(
                missing: missing, from: packetRows, present: present, length: FecShape.symbolLength, into: rebuilt)
        else { return fail() }
        let symbols = rebuilt
        for place in missing.indices {
            let start = place * FecShape.symbolLength
            let bytes = symbols.bytes
            let length: UInt16 = bytes.bigEndian(at: start + 1)
            guard Int(length) <= FecShape.packetLength else { return fail() }
            symbols.append(symbols.bytes(in: (start + 3)..<(start + 3 + Int(length))))
        }
    }

    private func take(_ slab: Slab, _ range: Range<Int>, isRepair: Bool) -> Bool {
        let offset = isRepair ? range.lowerBound : range.upperBound - SourceBlockID.length
        guard let identifier = SourceBlockID(slab.bytes, at: offset),
            Int(identifier.sourceCount) == shape.sources
        else { return false }
        present.append(identifier.symbol)
        if isRepair {
            packetRows.append(slab, (range.lowerBound + SourceBlockID.length)..<range.upperBound)
        } else {
            packetRows.append(
                slab, range.lowerBound..<offset, head: UInt32(offset - range.lowerBound))
        }
        return true
    }

    private func fail() { isGood = false }
}
