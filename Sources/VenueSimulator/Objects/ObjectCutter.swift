import Bytes
import ErasureCode
import VenueWire

/// Cuts one object into packets, block by block, so that no more than a block of it is in memory.
struct ObjectCutter: Sendable {
    /// A block's symbols: source symbols as they lie in the object, repair symbols behind them.
    struct Block: Sendable {
        /// The block's number.
        let number: UInt32
        /// Its source symbols.
        let sources: Int
        /// Its source and repair symbols.
        let symbols: Int
        fileprivate let symbolLength: Int
        fileprivate let sourceBytes: Int
        fileprivate let slab: Slab

        /// Lends symbol `index`; the object's last source symbol may be short.
        func lend<R>(_ index: Int, _ body: (RawSpan) -> R) -> R {
            guard index < sources else {
                let start = sourceBytes + (index - sources) * symbolLength
                return body(slab.bytes(in: start..<(start + symbolLength)))
            }
            let start = index * symbolLength
            return body(slab.bytes(in: start..<min(start + symbolLength, sourceBytes)))
        }
    }

    /// How the object is sent.
    let information: TransferInformation
    /// Its blocks.
    let partition: BlockPartition
    private let repairs: Int
    private var codes: [ReedSolomon] = []

    /// An object of `length` bytes, cut as `layout` says; nil when it has none.
    init?(length: Int, layout: ObjectLayout) {
        information = layout.information(length: length)
        guard length > 0,
            let partition = BlockPartition(
                transferLength: information.transferLength, symbolLength: information.symbolLength,
                blockLength: information.blockLength)
        else { return nil }
        self.partition = partition
        repairs = layout.repairCount
    }

    /// The symbols of block `number`, whose bytes `read` gives for an offset and a count; nil when it does not give all.
    mutating func block(_ number: UInt32, _ read: (UInt64, Int) -> [UInt8]?) -> Block? {
        guard let sources = partition.sourceCount(of: number) else { return nil }
        let first = partition.firstSymbol(of: number)
        let length = partition.symbolLength
        let count = (sources - 1) * length + partition.length(of: first + sources - 1)
        guard let bytes = read(partition.offset(of: first), count), bytes.count == count else { return nil }
        let slab = Slab(capacity: count + repairs * length)
        slab.append(bytes.lent)
        if repairs > 0 {
            guard let code = code(of: sources) else { return nil }
            var rows = SymbolRows()
            for symbol in 0..<sources { rows.append(slab, (symbol * length)..<min((symbol + 1) * length, count)) }
            guard code.encode(rows, length: length, into: slab) else { return nil }
        }
        return Block(
            number: number, sources: sources, symbols: sources + repairs, symbolLength: length, sourceBytes: count,
            slab: slab)
    }

    /// The code of a block of `sources` symbols: an object has blocks of one or two lengths.
    private mutating func code(of sources: Int) -> ReedSolomon? {
        if let known = codes.first(where: { $0.sources == sources }) { return known }
        guard let made = ReedSolomon(points: .rizzo, sources: sources, repairs: repairs) else { return nil }
        codes.append(made)
        return made
    }

    /// The packet of symbol `index` of `block`, behind `header`.
    func packet(_ header: LCTHeader, _ block: Block, _ index: Int) -> [UInt8] {
        var writer = ByteWriter(capacity: 64 + partition.symbolLength)
        header.write(to: &writer, transfer: information)
        ObjectSymbolID(block: block.number, symbol: UInt32(index), sourceCount: block.sources)
            .write(to: &writer, encoding: information.encoding)
        block.lend(index) { writer.write(contentsOf: $0) }
        return writer.bytes
    }
}
