import Bytes

/// Netlink messages written by hand, field by field as linux/netlink.h, linux/rtnetlink.h, linux/if_link.h and
/// linux/if_addr.h lay them out; numbers are in the machine's byte order, and everything begins at a multiple of four.
enum NetlinkBytes {
    /// `struct nlmsghdr`: length, type, flags, sequence number, port; then the payload.
    static func message(type: UInt16, flags: UInt16 = 0, sequence: UInt32 = 0, _ payload: [UInt8]) -> [UInt8] {
        let bytes = raw(UInt32(16 + payload.count)) + raw(type) + raw(flags) + raw(sequence) + raw(UInt32(0)) + payload
        return padded(bytes)
    }

    /// `struct nlattr`: length, type; then the value.
    static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        padded(raw(UInt16(4 + value.count)) + raw(type) + value)
    }

    /// A text with its zero.
    static func text(_ type: UInt16, _ text: String) -> [UInt8] { attribute(type, Array(text.utf8) + [0]) }

    /// RTM_NEWLINK 16 or RTM_DELLINK 17: `struct ifinfomsg` (family, padding, ARPHRD 1, index, flags, change), then
    /// IFLA_IFNAME 3, IFLA_OPERSTATE 16.
    static func link(
        _ index: Int32, _ name: String?, flags: UInt32, state: UInt8?, family: UInt8 = 0, isGone: Bool = false
    ) -> [UInt8] {
        var payload = [family, 0] + raw(UInt16(1)) + raw(index) + raw(flags) + raw(UInt32.max)
        if let name { payload += text(3, name) }
        // IFLA_MTU 4 stands between them, as in the kernel's messages.
        payload += attribute(4, raw(UInt32(1500)))
        if let state { payload += attribute(16, [state]) }
        return message(type: isGone ? 17 : 16, payload)
    }

    /// RTM_NEWADDR 20 or RTM_DELADDR 21: `struct ifaddrmsg` (family, prefix length, flags, scope, index), then IFA_ADDRESS 1,
    /// IFA_LOCAL 2, IFA_FLAGS 8.
    static func address(
        _ index: UInt32, _ bytes: [UInt8], local: [UInt8]? = nil, flags: UInt32 = 0x80, isGone: Bool = false
    ) -> [UInt8] {
        let family: UInt8 = bytes.count == 4 ? 2 : 10
        var payload = [family, bytes.count == 4 ? 24 : 64, UInt8(truncatingIfNeeded: flags), 0] + raw(index)
        payload += attribute(1, bytes)
        if let local { payload += attribute(2, local) }
        payload += attribute(8, raw(flags))
        return message(type: isGone ? 21 : 20, payload)
    }

    static func raw<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
