import TestSupport
import Testing

@testable import DeviceLink

@Suite("Interfaces as the kernel tells them")
struct LinkTableTests {
    // Flags of linux/if.h: UP 1, BROADCAST 2, LOOPBACK 8, RUNNING 64, MULTICAST 4096, LOWER_UP 65536.
    static let connected: UInt32 = 1 | 2 | 64 | 4_096 | 65_536
    static let unplugged: UInt32 = 1 | 2 | 4_096
    static let off: UInt32 = 2 | 4_096
    static let loopback: UInt32 = 1 | 8 | 64 | 65_536
    // Operational states of linux/if.h: unknown 0, not present 1, down 2, lower layer down 3, testing 4, dormant 5, up 6.
    static let up: UInt8 = 6
    static let v4: [UInt8] = [10, 1, 2, 3]
    static let v6: [UInt8] = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    static let linkLocal: [UInt8] = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

    static func table(_ messages: [[UInt8]]) -> LinkTable {
        var table = LinkTable()
        messages.joined().withContiguousStorageOrCopy { bytes in
            NetlinkMessage.forEach(in: bytes) { message in
                if let change = LinkChange(message) { table.take(change) }
            }
        }
        return table
    }

    @Test(
        "3.18, X14: an interface is up with a carrier and an address, and else says what it lacks",
        arguments: LinkCase.all)
    func status(_ example: LinkCase) {
        let table = Self.table(example.messages)
        #expect(table.status(of: "wlan0") == LinkStatus(interface: "wlan0", trouble: example.trouble))
        #expect(table.status(of: nil) == LinkStatus(trouble: example.anyTrouble))
    }

    @Test("the loopback interface is connected when it is asked for by name")
    func loopback() {
        let table = Self.table([
            NetlinkBytes.link(1, "lo", flags: Self.loopback, state: 0),
            NetlinkBytes.address(1, [127, 0, 0, 1], local: [127, 0, 0, 1]),
        ])
        #expect(table.status(of: "lo") == LinkStatus(interface: "lo"))
    }

    @Test("of several interfaces the one nearest to being connected speaks for any")
    func nearest() {
        var messages: [[UInt8]] = []
        var wanted: [LinkStatus.Trouble?] = []
        messages.append(NetlinkBytes.link(2, "a", flags: Self.off, state: 2))
        wanted.append(.disabled)
        messages.append(NetlinkBytes.link(3, "b", flags: Self.unplugged, state: 2))
        wanted.append(.notConnected)
        messages.append(NetlinkBytes.link(4, "c", flags: Self.connected, state: 6))
        wanted.append(.noAddress)
        messages.append(NetlinkBytes.address(4, Self.v4))
        wanted.append(nil)
        for count in 1...messages.count {
            #expect(Self.table(Array(messages.prefix(count))).status(of: nil).trouble == wanted[count - 1])
        }
    }

    @Test("a flood of interfaces and addresses is kept within bounds")
    func bounded() {
        var table = LinkTable()
        for index in 1...Int32(LinkTable.linkLimit + 10) {
            table.take(.link(index: index, name: "i\(index)", flags: Self.connected, state: 6))
        }
        #expect(table.status(of: "i\(LinkTable.linkLimit)").trouble == .noAddress)
        #expect(table.status(of: "i\(LinkTable.linkLimit + 1)").trouble == .missing)
        for number in 0..<UInt8.max {
            for other in 0..<UInt8(3) {
                let address = LinkAddress(family: 2, prefixLength: 8, bytes: [10, 0, other, number])
                table.take(.address(index: 1, address, isUsable: true))
            }
        }
        // Those beyond the limit were not kept: once the others are gone there is none.
        for number in 0..<UInt8.max {
            for other in 0..<UInt8(3) where Int(number) * 3 + Int(other) < LinkTable.addressLimit {
                let address = LinkAddress(family: 2, prefixLength: 8, bytes: [10, 0, other, number])
                table.take(.addressGone(index: 1, address))
            }
        }
        #expect(table.status(of: "i1").trouble == .noAddress)
    }
}

extension Sequence where Element == UInt8 {
    /// Calls `body` with the bytes, which begin at a multiple of four.
    func withContiguousStorageOrCopy(_ body: (UnsafeRawBufferPointer) -> Void) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: Swift.max(Array(self).count, 1), alignment: 16)
        defer { copy.deallocate() }
        let bytes = Array(self)
        copy.copyBytes(from: bytes)
        body(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]))
    }
}
