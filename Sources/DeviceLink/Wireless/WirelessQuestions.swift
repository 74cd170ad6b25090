import CMNL
import Glibc

/// A conversation with the kernel's nl80211 about the wireless interfaces that there are now.
struct WirelessQuestions: ~Copyable {
    private var socket: NetlinkSocket
    private let family: UInt16

    /// Opens it; a machine without Wi-Fi has no such family and throws ENOENT.
    init() throws(NetlinkFailure) {
        var socket = try NetlinkSocket(bus: NETLINK_GENERIC)
        family = try Self.family("nl80211", by: &socket)
        self.socket = socket
    }

    /// Everything that can be had about the interface `name`, or the one that is connected.
    ///
    /// What the kernel refuses, such as scans for want of privileges, is left out.
    mutating func report(on name: String?) -> WirelessReport {
        var report = WirelessReport()
        let isAnswered = ask(NL80211_CMD_GET_INTERFACE, about: nil) { report.takeInterface($0) }
        report.choose(name)
        guard isAnswered, let index = report.index else { return report }
        let isThere =
            ask(NL80211_CMD_GET_STATION, about: index) { report.takeStation($0) }
            && ask(NL80211_CMD_GET_SCAN, about: index) { report.takeScan($0) }
        if isThere { _ = ask(NL80211_CMD_GET_SURVEY, about: index) { report.takeSurvey($0) } }
        return report
    }

    /// Asks for a list; false when the kernel does not answer any more, so that nothing else need be asked.
    private mutating func ask(
        _ command: nl80211_commands, about index: UInt32?, _ take: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        // struct genlmsghdr, then NL80211_ATTR_IFINDEX.
        var request: [UInt8] = [UInt8(truncatingIfNeeded: command.rawValue), 0, 0, 0]
        if let index {
            request += Self.attribute(NL80211_ATTR_IFINDEX.rawValue, withUnsafeBytes(of: index) { Array($0) })
        }
        let family = family
        do {
            _ = try socket.ask(family, request) { message in
                if message.type == family { take(message.payload) }
            }
        } catch .system {
            return true
        } catch {
            return false
        }
        return true
    }

    /// The number under which the kernel knows a family of generic messages.
    static func family(_ name: String, by socket: inout NetlinkSocket) throws(NetlinkFailure) -> UInt16 {
        let request =
            [UInt8(CTRL_CMD_GETFAMILY), 1, 0, 0] + attribute(UInt32(CTRL_ATTR_FAMILY_NAME), Array(name.utf8) + [0])
        var number: UInt16?
        _ = try socket.ask(UInt16(GENL_ID_CTRL), request, isForMany: false) { message in
            NetlinkAttributes(message.payload, after: WirelessReport.headerLength).forEach { type, value in
                if type == Int(CTRL_ATTR_FAMILY_ID) { number = value.value(UInt16.self) }
            }
        }
        guard let number else { throw .system(ENOENT) }
        return number
    }

    /// One attribute of a question: length and type in 16 bits each, the value, and zeros up to a multiple of four.
    private static func attribute(_ type: UInt32, _ value: [UInt8]) -> [UInt8] {
        let header =
            withUnsafeBytes(of: UInt16(4 + value.count)) { Array($0) }
            + withUnsafeBytes(of: UInt16(truncatingIfNeeded: type)) { Array($0) }
        return header + value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
}
