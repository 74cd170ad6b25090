import CMNL
import Glibc

/// What one message of the kernel tells about an interface (rtnetlink(7)).
enum LinkChange: Equatable {
    /// The interface is there; what the message left out is nil.
    case link(index: Int32, name: String?, flags: UInt32, state: UInt8?)
    /// It is gone.
    case linkGone(index: Int32)
    /// It has an address, which may be used or not yet.
    case address(index: Int32, LinkAddress, isUsable: Bool)
    /// It lost one.
    case addressGone(index: Int32, LinkAddress)
}

extension LinkChange {
    /// Reads a message; nil when it tells nothing about interfaces, or is cut.
    init?(_ message: NetlinkMessage) {
        switch Int(message.type) {
        case RTM_NEWLINK, RTM_DELLINK: self.init(link: message)
        case RTM_NEWADDR, RTM_DELADDR: self.init(address: message)
        default: return nil
        }
    }

    // struct ifinfomsg (linux/rtnetlink.h): family 0, type 2…3, index 4…7, flags 8…11, change 12…15, then attributes.
    private init?(link message: NetlinkMessage) {
        let payload = message.payload
        // A bridge tells of its ports by the same types: one that leaves it is not gone.
        guard let family = payload.value(UInt8.self), family == UInt8(AF_UNSPEC),
            let index = payload.value(Int32.self, at: 4), index > 0,
            let flags = payload.value(UInt32.self, at: 8), payload.count >= 16
        else { return nil }
        guard Int(message.type) == RTM_NEWLINK else {
            self = .linkGone(index: index)
            return
        }
        var name: String?
        var state: UInt8?
        NetlinkAttributes(payload, after: 16).forEach { type, value in
            switch type {
            case Int(IFLA_IFNAME): name = value.text
            case Int(IFLA_OPERSTATE): state = value.value(UInt8.self)
            default: break
            }
        }
        self = .link(index: index, name: name, flags: flags, state: state)
    }

    // struct ifaddrmsg (linux/if_addr.h): family 0, prefix length 1, flags 2, scope 3, index 4…7, then attributes.
    private init?(address message: NetlinkMessage) {
        let payload = message.payload
        guard let family = payload.value(UInt8.self), [UInt8(AF_INET), UInt8(AF_INET6)].contains(family),
            let prefixLength = payload.value(UInt8.self, at: 1), let shortFlags = payload.value(UInt8.self, at: 2),
            let index = payload.value(Int32.self, at: 4), index > 0
        else { return nil }
        let length = family == UInt8(AF_INET) ? 4 : 16
        var flags = UInt32(shortFlags)
        var local: [UInt8]?
        var given: [UInt8]?
        NetlinkAttributes(payload, after: 8).forEach { type, value in
            switch type {
            case Int(IFA_LOCAL) where value.count == length: local = Array(value)
            case Int(IFA_ADDRESS) where value.count == length: given = Array(value)
            case Int(IFA_FLAGS): flags = value.value(UInt32.self) ?? flags
            default: break
            }
        }
        // At the end of a tunnel IFA_ADDRESS is the other end's.
        guard let bytes = local ?? given else { return nil }
        let address = LinkAddress(family: family, prefixLength: prefixLength, bytes: bytes)
        guard Int(message.type) == RTM_NEWADDR else {
            self = .addressGone(index: index, address)
            return
        }
        self = .address(index: index, address, isUsable: Self.isUsable(bytes, flags: flags))
    }

    /// Whether something can be reached by an address.
    ///
    /// IPv6 gives every interface a link-local one (RFC 4291, 2.5.6) as soon as its cable is plugged in: that says nothing of
    /// a network that let the device in. One that is still checked for a double, or has one, cannot be used (RFC 4862, 5.4).
    private static func isUsable(_ bytes: [UInt8], flags: UInt32) -> Bool {
        let isLinkLocal = bytes.count == 16 && bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
        let isTentative = flags & UInt32(IFA_F_TENTATIVE) != 0 && flags & UInt32(IFA_F_OPTIMISTIC) == 0
        return !isLinkLocal && !isTentative && flags & UInt32(IFA_F_DADFAILED) == 0
    }
}
