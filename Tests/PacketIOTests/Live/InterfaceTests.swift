import Foundation
import NetworkFormats
import TestSupport
import Testing

@testable import PacketIO

@Suite("An interface that goes and comes", .enabled(if: Namespace.isPossible))
struct InterfaceTests {
    static let flow = group(100, port: 41_100)
    static let secondFlow = Endpoint(IPAddress(v6: 0xff15_0000_0000_0000, 0x4d_0004), 41_101)
    static let linkFlow = Endpoint(IPAddress(v6: 0xff12_0000_0000_0000, 0x4d_0005), 41_102)

    static func raise(_ name: String, index: Int? = nil) throws {
        let number = index.map { " index \($0)" } ?? ""
        try Namespace.ip("link add \(name)\(number) type veth peer name peer\(name)")
        try Namespace.ip("link set \(name) up")
        try Namespace.ip("link set peer\(name) up")
        try Namespace.ip("addr add 10.77.0.1/24 dev \(name)")
        try Namespace.ip("-6 addr add fd77::1/64 dev \(name) nodad")
    }

    /// Sends `text` to all three flows through `name`, whose groups this host is a member of itself.
    static func send(_ text: String, through name: String) throws {
        let old = try MulticastSender(interface: name, source: IPAddress("10.77.0.1"))
        try old.send(text, to: flow)
        let modern = try MulticastSender(interface: name, source: IPAddress("fd77::1"))
        try modern.send(text, to: secondFlow)
        try modern.send(text, to: linkFlow)
    }

    @Test("joins everything again when an interface comes back with another index, and loses nothing that it had")
    func otherIndex() throws {
        try Namespace.run {
            try Self.raise("v0")
            var pump = try Pump(
                ReceiverOptions(interface: "v0"), joining: [Self.flow, Self.secondFlow, Self.linkFlow])
            try Self.send("before", through: "v0")
            // Not read yet when the interface goes.
            try Namespace.ip("link del v0")
            pump.receiver.lookSoon()
            try pump.turn(2)
            #expect(pump.taken.texts == ["before", "before", "before"])
            #expect(pump.receiver.takeEvents() == [.interfaceGone("v0")])
            #expect(!pump.receiver.facts.isInterfaceUp && pump.receiver.facts.sockets == 3)
            try Self.raise("v0", index: 77)
            pump.receiver.lookSoon()
            try pump.turn()
            #expect(pump.receiver.takeEvents() == [.interfaceBack("v0", index: 77), .rejoined(count: 3)])
            try Self.send("after", through: "v0")
            try pump.take(6)
            #expect(pump.taken.texts.suffix(3) == ["after", "after", "after"])
            #expect(
                Set(pump.taken.headers.suffix(3).map(\.destination)) == [Self.flow, Self.secondFlow, Self.linkFlow])
            let facts = pump.receiver.facts
            #expect(facts.datagrams == 6 && facts.rejoins == 3 && facts.socketErrors == 0 && facts.isInterfaceUp)
            #expect(pump.taken.ordinals == [1, 2, 3, 4, 5, 6] && !pump.taken.fell)
        }
    }

    @Test("goes on when an interface was down, and says so")
    func downAndUp() throws {
        try Namespace.run {
            try Self.raise("v1")
            var pump = try Pump(ReceiverOptions(interface: "v1"), joining: [Self.flow, Self.linkFlow])
            try Namespace.ip("link set v1 down")
            pump.receiver.lookSoon()
            try pump.turn()
            #expect(pump.receiver.takeEvents() == [.interfaceDown("v1")])
            // What is joined meanwhile is received when it is up.
            try pump.receiver.join(Subscription(group: group(101, port: 41_103)))
            try Namespace.ip("link set v1 up")
            pump.receiver.lookSoon()
            try pump.turn()
            #expect(pump.receiver.takeEvents() == [.interfaceUp("v1"), .rejoined(count: 3)])
            let sender = try MulticastSender(interface: "v1", source: IPAddress("10.77.0.1"))
            try sender.send("up", to: Self.flow)
            try sender.send("new", to: group(101, port: 41_103))
            try pump.take(2)
            #expect(pump.taken.texts == ["up", "new"])
        }
    }

    @Test("without a name takes the interface that the system routes groups through, or asks for one")
    func noName() throws {
        try Namespace.run {
            var pump = try Pump(ReceiverOptions())
            let thrown: ReceiverFailure?
            do throws(ReceiverFailure) {
                try pump.receiver.join(Subscription(group: Self.flow))
                thrown = nil
            } catch {
                thrown = error
            }
            #expect(thrown == .noRoute(group: Self.flow.address))
            try Namespace.ip("route add 224.0.0.0/4 dev lo")
            try pump.receiver.join(Subscription(group: Self.flow))
            #expect(pump.receiver.facts.interface == "lo")
            let sender = try MulticastSender()
            try sender.send("found", to: Self.flow)
            try pump.take(1)
            #expect(pump.taken.texts == ["found"])
        }
    }

    @Test("receives groups of IPv6, from anyone or one source", arguments: ["ff11::4d:1", "ff01::4d:2", "ff15::4d:3"])
    func modern(text: String) throws {
        try Namespace.run {
            let flow = Endpoint(try #require(IPAddress(text)), 41_061)
            let host = IPAddress(v6: 0, 1)
            for sources in [[], [host]] {
                var pump = try Pump()
                try pump.receiver.join(Subscription(group: flow, sources: sources))
                let sender = try MulticastSender(source: host, ttl: 7)
                try sender.send("six", to: flow)
                try pump.take(1)
                #expect(pump.taken.texts == ["six"])
                #expect(pump.taken.headers.map(\.destination) == [flow] && pump.taken.headers.map(\.ttl) == [7])
                #expect(pump.taken.headers.map(\.source) == [sender.source])
            }
        }
    }
}

extension MulticastReceiver {
    /// Looks at the interface at the next wake-up.
    fileprivate mutating func lookSoon() { nextLook = .min }
}
