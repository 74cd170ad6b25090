import Bytes
import CISAL

/// ISA-L's kernel on prepared tables and pointers: what everything else is compared with; and the loop over single bytes.
///
/// The pointers reach into slabs that this value holds.
struct BareCode: ~Copyable {
    private let inputs: Int
    private let outputs: Int
    private let length: Int
    private let coefficients: [UInt8]
    private let windows: [Slab]
    private let results: Slab
    private let tables: UnsafeMutablePointer<UInt8>
    private let products: UnsafeMutablePointer<UInt8>
    private let from: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    private let to: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

    /// Sums of the symbols `numbers`, of `length` bytes each, in each slab of `windows`: `outputs` sums, with any coefficients
    /// but 0, to `results`, which holds as many bytes.
    init(numbers: [UInt8], outputs: Int, length: Int, windows: [Slab], results: Slab) {
        inputs = numbers.count
        self.outputs = outputs
        self.length = length
        coefficients = (0..<(inputs * outputs)).map { UInt8($0 % 255 + 1) }
        self.windows = windows
        self.results = results
        // Where a vector of the tables lies in one cache line, ISA-L is at its best.
        tables = UnsafeMutableRawPointer.allocate(byteCount: 32 * inputs * outputs, alignment: 64)
            .bindMemory(to: UInt8.self, capacity: 32 * inputs * outputs)
        products = .allocate(capacity: 1 << 16)
        from = .allocate(capacity: inputs * windows.count)
        to = .allocate(capacity: outputs)
        var copy = coefficients
        ec_init_tables(Int32(inputs), Int32(outputs), &copy, tables)
        for left in 0..<256 {
            for right in 0..<256 { products[left << 8 | right] = gf_mul(UInt8(left), UInt8(right)) }
        }
        for (window, slab) in windows.enumerated() {
            let lent = slab.bytes
            lent.withUnsafeBytes { bytes in
                for place in 0..<inputs {
                    from[window * inputs + place] = Self.pointer(bytes, Int(numbers[place]) * length)
                }
            }
        }
        let room = results.bytes(in: 0..<(outputs * length))
        room.withUnsafeBytes { bytes in for place in 0..<outputs { to[place] = Self.pointer(bytes, place * length) } }
    }

    deinit {
        tables.deallocate()
        products.deallocate()
        from.deallocate()
        to.deallocate()
    }

    private static func pointer(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UnsafeMutablePointer<UInt8>? {
        bytes.baseAddress.map { UnsafeMutablePointer(mutating: ($0 + offset).assumingMemoryBound(to: UInt8.self)) }
    }

    /// One window with ISA-L's best kernel.
    borrowing func run(_ window: Int) {
        ec_encode_data(Int32(length), Int32(inputs), Int32(outputs), tables, from + window * inputs, to)
    }

    /// One window with a table of products, byte by byte.
    borrowing func runBytewise(_ window: Int) {
        for output in 0..<outputs {
            guard let target = to[output] else { continue }
            target.update(repeating: 0, count: length)
            for input in 0..<inputs {
                guard let source = from[window * inputs + input] else { continue }
                let row = products + Int(coefficients[output * inputs + input]) << 8
                for place in 0..<length { target[place] ^= row[Int(source[place])] }
            }
        }
    }
}
