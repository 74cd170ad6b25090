import Bytes
import CaptureFormats

/// Builds pcapng blocks byte by byte, right or wrong ones, apart from the writer that is tested with them.
struct BlockBuilder {
    var isBigEndian = false

    func number(_ value: some FixedWidthInteger) -> [UInt8] {
        var writer = ByteWriter()
        if isBigEndian { writer.write(value) } else { writer.writeLittleEndian(value) }
        return writer.bytes
    }

    func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) }

    func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        number(code) + number(UInt16(value.count)) + padded(value)
    }

    func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let total = UInt32(body.count + 12)
        return number(type) + number(total) + body + number(total)
    }

    func section(major: UInt16 = 1, minor: UInt16 = 0, options: [UInt8] = []) -> [UInt8] {
        block(
            0x0a0d_0d0a,
            number(0x1a2b_3c4d as UInt32) + number(major) + number(minor) + number(-1 as Int64) + options)
    }

    func interface(_ link: UInt16 = 1, snap: UInt32 = 0, options: [UInt8] = []) -> [UInt8] {
        block(1, number(link) + number(0 as UInt16) + number(snap) + options)
    }

    /// An interface with an `if_tsresol`, and an `if_tsoffset` unless that is 0.
    func interface(resolution: UInt8, offset: Int64 = 0) -> [UInt8] {
        interface(options: option(9, [resolution]) + (offset == 0 ? [] : option(14, number(offset))))
    }

    func enhanced(
        _ index: UInt32 = 0, ticks: UInt64 = 0, _ bytes: [UInt8] = [1, 2, 3], stored: UInt32? = nil,
        wire: UInt32? = nil, options: [UInt8] = []
    ) -> [UInt8] {
        let high = number(UInt32(ticks >> 32))
        let low = number(UInt32(truncatingIfNeeded: ticks))
        let lengths = number(stored ?? UInt32(bytes.count)) + number(wire ?? UInt32(bytes.count))
        return block(6, number(index) + high + low + lengths + padded(bytes) + options)
    }

    func statistics(_ index: UInt32 = 0, options: [UInt8]) -> [UInt8] {
        block(5, number(index) + number(0 as UInt64) + options)
    }
}
