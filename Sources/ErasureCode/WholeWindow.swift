/// A window of which every source symbol arrived.
struct WholeWindow {
    let symbols: SymbolRows
    let repairs: SymbolRows
    /// The repair symbols' numbers, from 0 on.
    let numbers: [UInt8]
    /// Bytes of a symbol.
    let length: Int
}
