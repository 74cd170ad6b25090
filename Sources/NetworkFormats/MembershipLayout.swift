import Bytes

/// Where things lie in messages that IGMP version 3 and MLD version 2 write alike but for the length of an address.
struct MembershipLayout: Sendable {
    /// Length of an address in bytes.
    let addressLength: Int
    /// Where the sources of a query begin, behind their 16-bit number.
    let querySources: Int

    static let igmp = Self(addressLength: 4, querySources: 12)
    static let mld = Self(addressLength: 16, querySources: 28)

    /// The address at `offset`, which the caller has checked.
    func address(_ message: RawSpan, at offset: Int) -> IPAddress {
        addressLength == 4
            ? IPAddress(v4: message.bigEndian(at: offset))
            : IPAddress(v6: message.bigEndian(at: offset), message.bigEndian(at: offset + 8))
    }

    /// The `count` addresses from `offset` on, which the caller has checked, as far as they are kept.
    func addresses(_ message: RawSpan, at offset: Int, count: Int) -> [IPAddress] {
        (0..<min(count, MembershipReport.sourceLimit)).map { address(message, at: offset + $0 * addressLength) }
    }

    /// What a group record of `kind` with so many sources says (RFC 3376, 4.2.12), or nil when it says nothing.
    ///
    /// To include nothing is to leave; to exclude something, to include something or to allow something is to be a
    /// member; to block something is to leave those sources.
    static func event(ofRecord kind: UInt8, sources: Int) -> MembershipReport.Event? {
        switch kind {
        case 1, 3: sources == 0 ? .leave : .join
        case 2, 4: .join
        case 5: sources == 0 ? nil : .join
        case 6: sources == 0 ? nil : .leave
        default: nil
        }
    }
}
