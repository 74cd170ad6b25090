import Testing

@testable import DeviceLink

/// What the kernel tells, and the trouble of `wlan0` and of any interface.
struct LinkCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var messages: [[UInt8]]
    var trouble: LinkStatus.Trouble?
    var anyTrouble: LinkStatus.Trouble?

    init(_ name: String, _ messages: [[UInt8]], _ trouble: LinkStatus.Trouble?, isAnyUp: Bool = false) {
        testDescription = name
        self.messages = messages
        self.trouble = trouble
        anyTrouble = isAnyUp ? nil : trouble
    }

    static let link = NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected, state: LinkTableTests.up)
    static let address = NetlinkBytes.address(7, LinkTableTests.v4, local: LinkTableTests.v4)

    static let all: [LinkCase] = [
        LinkCase("no interface at all", [], .missing),
        LinkCase(
            "only the loopback interface",
            [
                NetlinkBytes.link(1, "lo", flags: LinkTableTests.loopback, state: 0),
                NetlinkBytes.address(1, [127, 0, 0, 1], local: [127, 0, 0, 1]),
            ], .missing),
        LinkCase(
            "switched off", [NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.off, state: 2), address], .disabled),
        LinkCase(
            "no carrier", [NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.unplugged, state: 2), address],
            .notConnected),
        LinkCase(
            "a carrier, and the state says down",
            [NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected, state: 2), address], .notConnected),
        LinkCase(
            "a carrier without keys: dormant (RFC 2863)",
            [NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected & ~64, state: 5), address], .notConnected),
        LinkCase("no address", [link], .noAddress),
        LinkCase("an IPv4 address", [link, address], nil),
        LinkCase("an IPv6 address", [link, NetlinkBytes.address(7, LinkTableTests.v6)], nil),
        LinkCase(
            "only a link-local IPv6 address", [link, NetlinkBytes.address(7, LinkTableTests.linkLocal)], .noAddress),
        LinkCase(
            "an IPv6 address that is still checked", [link, NetlinkBytes.address(7, LinkTableTests.v6, flags: 0x40)],
            .noAddress),
        LinkCase(
            "one that is checked and used meanwhile", [link, NetlinkBytes.address(7, LinkTableTests.v6, flags: 0x44)],
            nil),
        LinkCase("one that has a double", [link, NetlinkBytes.address(7, LinkTableTests.v6, flags: 0x08)], .noAddress),
        LinkCase(
            "one that was checked and then is good",
            [
                link, NetlinkBytes.address(7, LinkTableTests.v6, flags: 0x40),
                NetlinkBytes.address(7, LinkTableTests.v6, flags: 0x80),
            ], nil),
        LinkCase("a deprecated address", [link, NetlinkBytes.address(7, LinkTableTests.v6, flags: 0x20)], nil),
        LinkCase(
            "the address is another interface's",
            [link, NetlinkBytes.address(8, LinkTableTests.v4, local: LinkTableTests.v4)], .noAddress),
        LinkCase(
            "a tunnel without a state",
            [NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected, state: 0), address], nil),
        LinkCase(
            "no state told, but running",
            [NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected, state: nil), address], nil),
        LinkCase(
            "no state told, and not running",
            [NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected & ~64, state: nil), address], .notConnected),
        LinkCase(
            "a wireless driver's event, which tells no state",
            [link, address, NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected, state: nil)], nil),
        LinkCase(
            "the address is lost",
            [link, address, NetlinkBytes.address(7, LinkTableTests.v4, local: LinkTableTests.v4, isGone: true)],
            .noAddress),
        LinkCase(
            "one address of two is lost",
            [
                link, address, NetlinkBytes.address(7, LinkTableTests.v6),
                NetlinkBytes.address(7, LinkTableTests.v4, local: LinkTableTests.v4, isGone: true),
            ], nil),
        LinkCase(
            "taken away",
            [link, address, NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.off, state: 2, isGone: true)], .missing),
        LinkCase(
            "taken away and made again under another index: addresses go with the old one",
            [
                link, address, NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.off, state: 2, isGone: true),
                NetlinkBytes.link(9, "wlan0", flags: LinkTableTests.connected, state: LinkTableTests.up),
            ], .noAddress),
        LinkCase(
            "renamed to another name",
            [link, address, NetlinkBytes.link(7, "wifi", flags: LinkTableTests.connected, state: LinkTableTests.up)],
            .missing, isAnyUp: true),
        LinkCase(
            "renamed to this name",
            [
                NetlinkBytes.link(7, "other", flags: LinkTableTests.connected, state: LinkTableTests.up), address,
                NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.connected, state: LinkTableTests.up),
            ], nil),
        LinkCase(
            "a port that leaves a bridge (family AF_BRIDGE, 7) is not gone",
            [
                link, address,
                NetlinkBytes.link(
                    7, "wlan0", flags: LinkTableTests.connected, state: LinkTableTests.up, family: 7, isGone: true),
            ], nil),
        LinkCase(
            "another interface is connected",
            [
                NetlinkBytes.link(3, "eth0", flags: LinkTableTests.connected, state: LinkTableTests.up),
                NetlinkBytes.address(3, LinkTableTests.v4, local: LinkTableTests.v4),
                NetlinkBytes.link(7, "wlan0", flags: LinkTableTests.off, state: 2),
            ], .disabled, isAnyUp: true),
        LinkCase(
            "the end of a tunnel: the other end's address is not its own, but it has one",
            [link, NetlinkBytes.address(7, [10, 0, 0, 1], local: [10, 0, 0, 2])], nil),
    ]
}
