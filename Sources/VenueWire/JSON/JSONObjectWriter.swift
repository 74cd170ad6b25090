import Bytes

/// Writes one JSON object, its members in the order in which they are given.
struct JSONObjectWriter {
    private var writer = ByteWriter(capacity: 1_024)
    private var isFirst = true

    init() { writer.write(utf8: "{") }

    /// The object's bytes; nothing may be added afterwards.
    var finished: [UInt8] { writer.bytes + [UInt8(ascii: "}")] }

    mutating func add(_ key: String, _ text: String) {
        begin(key)
        write(text)
    }

    mutating func add(_ key: String, _ number: some BinaryInteger) {
        begin(key)
        writer.write(utf8: "\(number)")
    }

    mutating func add(_ key: String, _ members: (inout Self) -> Void) {
        begin(key)
        writer.write(utf8: "{")
        isFirst = true
        members(&self)
        writer.write(utf8: "}")
        isFirst = false
    }

    /// Adds a text, unless it is empty.
    mutating func addUnlessEmpty(_ key: String, _ text: String) { if !text.isEmpty { add(key, text) } }

    /// Adds a number, unless it is 0.
    mutating func addUnlessZero(_ key: String, _ number: Int) { if number != 0 { add(key, number) } }

    private mutating func begin(_ key: String) {
        if !isFirst { writer.write(utf8: ",") }
        isFirst = false
        write(key)
        writer.write(utf8: ":")
    }

    private mutating func write(_ text: String) {
        writer.write(utf8: "\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                writer.write(UInt8(ascii: "\\"))
                writer.write(byte)
            case 0..<0x20:
                writer.write(utf8: byte < 0x10 ? "\\u000" : "\\u00")
                writer.write(utf8: String(byte, radix: 16))
            default: writer.write(byte)
            }
        }
        writer.write(utf8: "\"")
    }
}
