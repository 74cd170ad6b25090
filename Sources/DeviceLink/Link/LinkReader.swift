import CMNL
import Glibc

/// Asks the kernel for all interfaces, and takes its word of every change since.
///
/// It belongs to one thread at a time.
final class LinkReader {
    /// How often interfaces are asked for anew when they changed meanwhile.
    private static let attempts = 8
    /// Messages that are read at one go.
    private static let readLimit = 65_536

    private var socket: NetlinkSocket

    /// Opens the conversation; only one that follows changes is told any.
    init(followsChanges: Bool) throws(NetlinkFailure) {
        let groups = [RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR].map(\.rawValue)
        socket = try NetlinkSocket(bus: NETLINK_ROUTE, following: followsChanges ? groups : [])
    }

    /// The descriptor, to wait for changes.
    var descriptor: Int32 { socket.descriptor }

    /// All interfaces now.
    ///
    /// Answers and changes come in the order in which they became true, so that a change between them is taken like one behind
    /// them. What lay unread before is older than the answer and passed over.
    func table() throws(NetlinkFailure) -> LinkTable {
        for _ in 0..<Self.attempts {
            try passOver()
            var table = LinkTable()
            do {
                // ifinfomsg and ifaddrmsg of any family: all zero.
                let areLinksWhole = try socket.ask(UInt16(RTM_GETLINK), [UInt8](repeating: 0, count: 16)) {
                    if let change = LinkChange($0) { table.take(change) }
                }
                let areAddressesWhole = try socket.ask(UInt16(RTM_GETADDR), [UInt8](repeating: 0, count: 8)) {
                    if let change = LinkChange($0) { table.take(change) }
                }
                if areLinksWhole, areAddressesWhole { return table }
            } catch .overrun {
                continue
            }
        }
        throw .unsettled
    }

    /// Calls `take` with each change that lies ready.
    func changes(_ take: (LinkChange) -> Void) throws(NetlinkFailure) {
        for _ in 0..<Self.readLimit {
            let isSomething = try socket.receive { message in
                if let change = LinkChange(message) { take(change) }
            }
            guard isSomething else { return }
        }
    }

    /// Reads and forgets what lies ready: after an overrun the kernel drops everything until nothing does.
    private func passOver() throws(NetlinkFailure) {
        for _ in 0..<Self.readLimit {
            do {
                guard try socket.receive({ _ in }) else { return }
            } catch .overrun {
                continue
            }
        }
    }
}
