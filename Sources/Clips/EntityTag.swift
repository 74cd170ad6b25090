import Evidence

/// Names contents by a hash (FNV-1a, 128 bits) of what they are made from.
package struct EntityTag: Sendable {
    private static let prime: UInt64 = 0x13B
    private var low: UInt64 = 0x62B8_2175_6295_C58D
    private var high: UInt64 = 0x6C62_272E_07BB_0142

    /// No content yet.
    package init() {}

    /// Adds a word.
    package mutating func add(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        mix(0)
    }

    /// Adds a number.
    package mutating func add(_ number: some FixedWidthInteger) { add(String(number)) }

    /// Adds a place in the media.
    mutating func add(_ position: MediaPosition) {
        add(position.packet.serial)
        add(position.offset)
    }

    private mutating func mix(_ byte: UInt8) {
        low ^= UInt64(byte)
        // The prime of 128 bits is 2^88 + 13B (hexadecimal).
        let product = low.multipliedFullWidth(by: Self.prime)
        high = high &* Self.prime &+ product.high &+ low << 24
        low = product.low
    }

    /// The tag in its quotes.
    package var text: String {
        "\"" + String(high, radix: 16).padded(to: 16) + String(low, radix: 16).padded(to: 16) + "\""
    }
}
