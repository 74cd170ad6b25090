import Bytes

// The reads of `ByteReader`, with a truncation told as this room's error.
extension ByteReader {
    /// Reads a big-endian integer.
    mutating func value<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(ParseError) -> Value {
        do {
            return try read()
        } catch {
            throw .truncated(error)
        }
    }

    /// Reads a big-endian integer of 24 bits.
    mutating func value24() throws(ParseError) -> UInt32 {
        do {
            return try readUInt24()
        } catch {
            throw .truncated(error)
        }
    }

    /// Moves on by `count` bytes.
    mutating func pass(_ count: Int) throws(ParseError) {
        do {
            try skip(count)
        } catch {
            throw .truncated(error)
        }
    }

    /// Reads `count` bytes of text; what is not UTF-8 becomes U+FFFD.
    mutating func text(_ count: Int) throws(ParseError) -> String {
        do {
            return String(decoding: try readSpan(count).copied(), as: UTF8.self)
        } catch {
            throw .truncated(error)
        }
    }
}
