import Bytes

extension [UInt8] {
    /// Appends a copy of bytes that lie in pieces.
    mutating func append(copying list: SliceList) {
        for slice in list.slices { append(copying: slice.slab.bytes(in: slice.range)) }
    }
}
