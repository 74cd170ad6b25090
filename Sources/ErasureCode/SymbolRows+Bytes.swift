import Bytes

extension SymbolRows {
    /// The byte at `position` of symbol `index`, head included; 0 behind its end.
    func byte(of index: Int, at position: Int) -> UInt8 {
        let row = rows[index]
        if position < headLength { return UInt8(truncatingIfNeeded: row.head >> UInt32(24 - 8 * position)) }
        let place = position - headLength
        guard place < row.count else { return 0 }
        let slab = slabs[row.slab]
        return slab.bytes(in: (row.start + place)..<(row.start + place + 1)).byte(at: 0)
    }
}
