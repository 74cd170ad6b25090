import Bytes

/// A 64-bit hash of some bytes, to recognise what has come before.
enum Fingerprint {
    /// The hash of the bytes from `start` to `end`.
    static func of(_ bytes: RawSpan, from start: Int, to end: Int) -> UInt64 {
        var lanes = (
            UInt64(truncatingIfNeeded: end &- start), 0x2545_F491_4F6C_DD1D as UInt64, 1 as UInt64, 2 as UInt64
        )
        var position = start
        while position &+ 32 <= end {
            lanes.0 = mixed(lanes.0, bytes.littleEndian(at: position))
            lanes.1 = mixed(lanes.1, bytes.littleEndian(at: position &+ 8))
            lanes.2 = mixed(lanes.2, bytes.littleEndian(at: position &+ 16))
            lanes.3 = mixed(lanes.3, bytes.littleEndian(at: position &+ 24))
            position &+= 32
        }
        while position &+ 8 <= end {
            lanes.0 = mixed(lanes.0, bytes.littleEndian(at: position))
            position &+= 8
        }
        while position < end {
            lanes.1 = mixed(lanes.1, UInt64(bytes.byte(at: position)))
            position &+= 1
        }
        return mixed(mixed(mixed(lanes.0, lanes.1), lanes.2), lanes.3)
    }

    private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}
