import CISAL

/// The field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1 (0x11D) and the generator 2 (RFC 5510 section 8.1).
enum GaloisField {
    /// How many elements there are.
    static let order = 256
    /// Bytes of one coefficient's table for ISA-L's kernels in the widest form that there is.
    private static let widestTable = 32

    /// All products: that of a and b lies at 256·a + b.
    ///
    /// Filled before anybody can have the pointer, never written and never freed afterwards: any thread may read it.
    nonisolated(unsafe) static let products: UnsafePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: order * order)
        for left in 0..<order {
            for right in 0..<order { table[left * order + right] = gf_mul(UInt8(left), UInt8(right)) }
        }
        return UnsafePointer(table)
    }()

    /// The kernels' table of every coefficient, one behind the other, and the bytes that each takes.
    ///
    /// ISA-L alone knows what a table looks like: releases differ in it, but each table depends on its coefficient alone.
    /// The contract of the pointer is that of `products`.
    nonisolated(unsafe) static let kernelTables: (start: UnsafePointer<UInt8>, width: Int) = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: order * widestTable)
        table.initialize(repeating: 0, count: order * widestTable)
        var coefficients = (0..<order).map { UInt8($0) }
        ec_init_tables(Int32(order), 1, &coefficients, table)
        var used = order * widestTable
        // The last coefficient's table is nowhere near zero: where the bytes end, the tables end.
        while used > order, table[used - 1] == 0 { used -= 1 }
        return (UnsafePointer(table), (used + order - 1) / order)
    }()

    /// Bytes that the kernels' tables of `count` coefficients take.
    static func tableBytes(_ count: Int) -> Int { count * kernelTables.width }

    /// Lays the kernels' tables of `count` coefficients to `target`, one behind the other, and gives what lies behind them.
    static func layTables(
        of coefficients: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (tables, width) = kernelTables
        if width == widestTable {
            // A rebuilt window needs thousands of them: a call to copy each would take longer than the copy.
            let from = UnsafeRawPointer(tables)
            let to = UnsafeMutableRawPointer(target)
            for place in 0..<count {
                let table = from.loadUnaligned(
                    fromByteOffset: Int(coefficients[place]) * widestTable, as: SIMD32<UInt8>.self)
                to.storeBytes(of: table, toByteOffset: place * widestTable, as: SIMD32<UInt8>.self)
            }
        } else {
            for place in 0..<count {
                (target + place * width).update(from: tables + Int(coefficients[place]) * width, count: width)
            }
        }
        return target + count * width
    }

    /// The element that gives 1 when multiplied with `value`; 0 for 0.
    static func inverse(_ value: UInt8) -> UInt8 { gf_inv(value) }

    /// Multiplies `count` elements at `row` with `factor`.
    static func scale(_ row: UnsafeMutablePointer<UInt8>, _ count: Int, by factor: UInt8) {
        let product = products + Int(factor) * order
        for place in 0..<count { row[place] = product[Int(row[place])] }
    }

    /// Adds `factor` times the `count` elements at `other` to those at `row`.
    static func add(
        _ other: UnsafePointer<UInt8>, times factor: UInt8, to row: UnsafeMutablePointer<UInt8>, _ count: Int
    ) {
        guard factor != 0 else { return }
        let product = products + Int(factor) * order
        for place in 0..<count { row[place] ^= product[Int(other[place])] }
    }
}
