import TestSupport
import Testing

@testable import DeviceLink

@Suite("Netlink messages")
struct NetlinkMessageTests {
    static func read(_ bytes: [UInt8]) -> [LinkChange] {
        var changes: [LinkChange] = []
        bytes.withContiguousStorageOrCopy { bytes in
            NetlinkMessage.forEach(in: bytes) { message in
                if let change = LinkChange(message) { changes.append(change) }
            }
        }
        return changes
    }

    // Written by hand with the layout of linux/netlink.h in mind: 32 bytes, RTM_NEWLINK, no flags, number 5, port 0; an
    // ifinfomsg of family 0, type 1 (Ethernet), index 2, flags 0x1003, change 0.
    static let bare: [UInt8] = [
        32, 0, 0, 0, 16, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 3, 0x10, 0, 0, 0, 0, 0, 0,
    ]

    @Test("a message is read as the kernel's headers lay it out")
    func layout() {
        #expect(Self.read(Self.bare) == [.link(index: 2, name: nil, flags: 0x1003, state: nil)])
        // With IFLA_IFNAME (3) "e0": four bytes of header, three of text, one of padding.
        var named = Self.bare + [7, 0, 3, 0, 0x65, 0x30, 0, 0]
        named[0] = 40
        #expect(Self.read(named) == [.link(index: 2, name: "e0", flags: 0x1003, state: nil)])
    }

    static let several =
        NetlinkBytes.link(7, "wlan0", flags: 0x11043, state: 6) + NetlinkBytes.address(7, LinkTableTests.v6)
        + NetlinkBytes.address(7, LinkTableTests.v4, local: LinkTableTests.v4)
        + NetlinkBytes.link(7, "wlan0", flags: 2, state: 2, isGone: true)

    @Test("a message that is cut is not there, and those before it are")
    func everyPrefix() {
        let whole = Self.read(Self.several)
        #expect(whole.count == 4)
        for length in 0..<Self.several.count {
            let changes = Self.read(Array(Self.several.prefix(length)))
            #expect(changes == Array(whole.prefix(changes.count)))
            #expect(changes.count < 4)
        }
    }

    @Test("lengths that cannot be end the walk", arguments: [0, 1, 15, 33, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff])
    func impossibleLengths(_ length: UInt32) {
        let bytes = NetlinkBytes.raw(length) + Self.bare.dropFirst(4)
        #expect(Self.read(bytes).isEmpty)
        // An attribute's length is of 16 bits, and counts its own header of four.
        guard let short = UInt16(exactly: length), short != 15 else { return }
        let payload = [UInt8](Self.bare[16...]) + NetlinkBytes.raw(short) + [3, 0, 0x65, 0x30, 0, 0]
        #expect(
            Self.read(NetlinkBytes.message(type: 16, payload))
                == [.link(index: 2, name: nil, flags: 0x1003, state: nil)])
    }

    @Test("damaged messages never trap, and the walk ends")
    func mutations() {
        var generator = SeededGenerator(seed: 18)
        for _ in 0..<5_000 {
            var table = LinkTable()
            for change in Self.read(Mutation.mutated(Self.several, with: &generator)) { table.take(change) }
            _ = table.status(of: "wlan0")
            _ = table.status(of: nil)
        }
    }

    @Test("errors, ends and interruptions are told apart")
    func control() {
        // NLMSG_ERROR 2 with -EPERM and the header of what was asked; NLMSG_DONE 3 with 0; NLM_F_DUMP_INTR 0x10.
        let bytes =
            NetlinkBytes.message(type: 2, NetlinkBytes.raw(Int32(-1)) + [UInt8](repeating: 0, count: 16))
            + NetlinkBytes.message(type: 3, flags: 0x12, NetlinkBytes.raw(Int32(0)))
            + NetlinkBytes.message(type: 2, NetlinkBytes.raw(Int32.min))
        var seen: [String] = []
        bytes.withContiguousStorageOrCopy { bytes in
            NetlinkMessage.forEach(in: bytes) { message in
                seen.append("\(message.error ?? -1) \(message.isDone) \(message.isInterrupted)")
            }
        }
        #expect(seen == ["1 false false", "-1 true true", "\(Int32.max) false false"])
    }

    @Test("the kernel answers for the family of generic messages itself, and for one that is not there")
    func generic() throws {
        var socket = try NetlinkSocket(bus: 16)
        // GENL_ID_CTRL of linux/genetlink.h is NLMSG_MIN_TYPE, 0x10; NETLINK_GENERIC of linux/netlink.h is 16.
        #expect(try WirelessQuestions.family("nlctrl", by: &socket) == 0x10)
        // ENOENT of asm-generic/errno-base.h.
        do throws(NetlinkFailure) {
            _ = try WirelessQuestions.family("svm-none", by: &socket)
            Issue.record("found")
        } catch {
            #expect(error == .system(2))
        }
        // What was asked for before does not stand in the way.
        #expect(try WirelessQuestions.family("nlctrl", by: &socket) == 0x10)
    }
}
