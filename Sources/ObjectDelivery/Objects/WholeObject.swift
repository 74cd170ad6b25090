import Bytes

/// The bytes of a small object that is put together in memory: a message or a file delivery table.
struct WholeObject: ObjectTarget, Sendable {
    /// The bytes; zeros where none came yet.
    private(set) var bytes: [UInt8]

    /// An object of `length` bytes.
    init(length: Int) { bytes = [UInt8](repeating: 0, count: length) }

    mutating func put(_ piece: RawSpan, at offset: UInt64, of serial: UInt64) {
        guard offset <= UInt64(bytes.count), piece.byteCount <= bytes.count - Int(offset) else { return }
        bytes.overwrite(at: Int(offset), with: piece)
    }
}
