import Bytes

/// Writes integers in a byte order chosen once.
struct OrderedWriter {
    private let isBigEndian: Bool
    private var writer: ByteWriter

    init(isBigEndian: Bool, capacity: Int = 0) {
        self.isBigEndian = isBigEndian
        writer = ByteWriter(capacity: capacity)
    }

    var bytes: [UInt8] { writer.bytes }
    var count: Int { writer.count }

    mutating func write(_ value: some FixedWidthInteger) {
        if isBigEndian { writer.write(value) } else { writer.writeLittleEndian(value) }
    }

    mutating func write(contentsOf bytes: [UInt8]) { writer.write(contentsOf: bytes) }

    /// Writes the bytes and zeros up to a multiple of four.
    mutating func write(padded bytes: [UInt8]) {
        writer.write(contentsOf: bytes)
        writer.write(repeating: 0, count: (4 - bytes.count & 3) & 3)
    }
}
