import CMNL

/// The attributes of a message, or those within one of them.
///
/// They are good as long as the message's bytes.
struct NetlinkAttributes {
    private let bytes: UnsafeRawBufferPointer

    /// The attributes behind the first `length` bytes of `payload`.
    init(_ payload: UnsafeRawBufferPointer, after length: Int = 0) {
        bytes = UnsafeRawBufferPointer(rebasing: payload.dropFirst(length))
    }

    /// Calls `body` with the type and value of each whole attribute; what is cut or of an impossible length ends the walk.
    func forEach(_ body: (_ type: Int, _ value: UnsafeRawBufferPointer) -> Void) {
        guard var place = bytes.baseAddress, UInt(bitPattern: place) % 4 == 0 else { return }
        var left = Int32(clamping: bytes.count)
        while true {
            // As with messages: the library checks that header and value lie within what is left.
            let attribute = place.assumingMemoryBound(to: nlattr.self)
            guard mnl_attr_ok(attribute, left) else { return }
            body(
                Int(mnl_attr_get_type(attribute)),
                UnsafeRawBufferPointer(
                    start: mnl_attr_get_payload(attribute), count: Int(mnl_attr_get_payload_len(attribute))))
            left -= (Int32(mnl_attr_get_len(attribute)) + 3) / 4 * 4
            place = UnsafeRawPointer(mnl_attr_next(attribute))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The number at `offset` in the machine's byte order; nil when it is cut.
    func value<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int = 0) -> Number? {
        guard offset >= 0, count - offset >= MemoryLayout<Number>.size else { return nil }
        return loadUnaligned(fromByteOffset: offset, as: Number.self)
    }

    /// The text up to the first zero.
    var text: String { String(decoding: prefix { $0 != 0 }, as: UTF8.self) }
}
