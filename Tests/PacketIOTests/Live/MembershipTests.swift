import Foundation
import NetworkFormats
import Testing

@testable import PacketIO

@Suite("Joining and leaving")
struct MembershipTests {
    /// Sockets of this process that are bound to an IPv4 address and `port`, from `/proc` (proc(5)).
    ///
    /// Other tests open and close descriptors meanwhile, and other processes may run the same tests.
    static func sockets(at port: UInt16) throws -> Int {
        let folder = "/proc/self/fd/"
        let open = try FileManager.default.contentsOfDirectory(atPath: folder)
        let targets = Set(open.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0) })
        let ending = ":" + String(port, radix: 16, uppercase: true)
        return try String(contentsOfFile: "/proc/net/udp", encoding: .utf8).split(separator: "\n").dropFirst().count {
            let words = $0.split(separator: " ")
            return words[1].hasSuffix(ending) && targets.contains("socket:[\(words[9])]")
        }
    }

    @Test("joins a group from certain sources only, and changes them")
    func sources() throws {
        let flow = group(60, port: 41_060)
        let hosts = try [2, 3].map { try #require(IPAddress("127.0.0.\($0)")) }
        var pump = try Pump()
        try pump.receiver.join(Subscription(group: flow, sources: [hosts[0]]))
        let senders = [try Sender(hosts[0]), try Sender(hosts[1])]
        for sender in senders { try sender.send("a", to: flow) }
        try pump.take(1)
        try pump.turn(2)
        #expect(pump.taken.headers.map(\.source.address) == [hosts[0]])
        try pump.receiver.join(Subscription(group: flow, sources: [hosts[1]]))
        for sender in senders { try sender.send("b", to: flow) }
        try pump.take(2)
        #expect(pump.taken.headers.map(\.source.address) == hosts)
        try pump.receiver.join(Subscription(group: flow))
        for sender in senders { try sender.send("c", to: flow) }
        try pump.take(4)
        #expect(pump.taken.texts == ["a", "b", "c", "c"])
        #expect(pump.receiver.subscriptions == [Subscription(group: flow)])
    }

    /// A sender that can stand in an array.
    final class Sender {
        private let sender: MulticastSender
        init(_ host: IPAddress) throws { sender = try MulticastSender(source: host) }
        func send(_ text: String, to flow: Endpoint) throws { try sender.send(text, to: flow) }
    }

    // Cases run side by side: two sockets on one port would take each other's datagrams.
    @Test(
        "an address of the host is only listened at",
        arguments: [("127.0.0.1", 41_062), ("0.0.0.0", 41_068), ("::1", 41_069)])
    func unicast(text: String, port: UInt16) throws {
        let bound = Endpoint(try #require(IPAddress(text)), port)
        let host = bound.address.isIPv6 ? bound.address : IPAddress(v4: 0x7f00_0001)
        var pump = try Pump(joining: [bound])
        let sender = try MulticastSender(source: host)
        try sender.send("host", to: Endpoint(host, port))
        try pump.take(1)
        #expect(pump.taken.texts == ["host"])
        #expect(pump.taken.headers.map(\.destination) == [Endpoint(host, port)])
        #expect(pump.taken.headers.map(\.ttl) == [64])
    }

    @Test("what is joined later takes the places of what was left, the first ones first")
    func places() throws {
        let flows = (0..<7).map { group(80 + $0, port: 41_071) }
        var receiver = try MulticastReceiver(options: ReceiverOptions(interface: "lo"))
        for flow in flows[..<5] { try receiver.join(Subscription(group: flow)) }
        let left = [receiver.leave(flows[3]), receiver.leave(flows[1]), receiver.leave(flows[1])]
        #expect(left == [true, true, false])
        // Joined already: nothing changes.
        try receiver.join(Subscription(group: flows[4]))
        for flow in flows[5...] { try receiver.join(Subscription(group: flow)) }
        #expect(receiver.subscriptions.map(\.group) == [0, 5, 2, 6, 4].map { flows[$0] })
        receiver.leaveAll()
        try receiver.join(Subscription(group: flows[1]))
        #expect(receiver.subscriptions.map(\.group) == [flows[1]] && receiver.facts.sockets == 1)
    }

    @Test("leaving closes the socket, and what was read is still given")
    func leaving() throws {
        let flows = (0..<3).map { group(70 + $0, port: 41_063) }
        var pump = try Pump()
        for flow in flows { try pump.receiver.join(Subscription(group: flow)) }
        #expect(try Self.sockets(at: 41_063) == 3)
        let sender = try MulticastSender()
        try sender.send("read", to: flows[1])
        try pump.receiver.receive()
        let answers = [pump.receiver.leave(flows[1]), pump.receiver.leave(flows[1])]
        #expect(answers == [true, false])
        try sender.send("unread", to: flows[1])
        try sender.send("other", to: flows[2])
        try pump.take(2)
        #expect(pump.taken.texts == ["read", "other"])
        #expect(pump.receiver.subscriptions.map(\.group) == [flows[0], flows[2]])
        #expect(pump.receiver.facts.datagrams == 2 && pump.receiver.facts.sockets == 2)
        pump.receiver.leaveAll()
        #expect(try Self.sockets(at: 41_063) == 0)
        #expect(pump.receiver.subscriptions.isEmpty && pump.receiver.facts.datagrams == 2)
    }

    @Test("a membership is restarted without losing its socket")
    func restart() throws {
        let flow = group(80, port: 41_064)
        var pump = try Pump(joining: [flow])
        let sender = try MulticastSender()
        pump.receiver.restart(flow.address)
        #expect(pump.receiver.socketFacts.map(\.isJoined) == [false])
        try sender.send("away", to: flow)
        try pump.turn(15)
        #expect(pump.taken.headers.isEmpty)
        #expect(pump.receiver.socketFacts.map(\.isJoined) == [true] && pump.receiver.facts.rejoins == 1)
        try sender.send("back", to: flow)
        try pump.take(1)
        #expect(pump.taken.texts == ["back"])
    }

    @Test("a group that nothing is heard of is joined anew after 5, 10, 20, 40 and then every 60 s")
    func watch() {
        let second: Int64 = 1_000_000_000
        var watch = SilenceWatch(at: 7 * second)
        let due = (7...300).filter { watch.isDue(at: Int64($0) * second) }
        // 7 + 5, + 10, + 20, + 40, + 60 …
        #expect(due == [12, 22, 42, 82, 142, 202, 262])
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let subscription: Subscription
        let failure: ReceiverFailure
        var testDescription: String { name }
    }

    static let host = IPAddress(v4: 0x7f00_0001)
    static let flow = group(90, port: 41_065)
    static let crowd = Subscription(group: flow, sources: (1...11).map { IPAddress(v4: 0x0a00_0000 + $0) })
    static let elsewhere = Endpoint(IPAddress(v4: 0xc000_0201), 41_065)
    static let refusals = [
        Refusal(
            name: "a source of another family", subscription: Subscription(group: flow, sources: [IPAddress(v6: 0, 1)]),
            failure: .wrongSource(IPAddress(v6: 0, 1), of: flow)),
        Refusal(
            name: "a group as source", subscription: Subscription(group: flow, sources: [flow.address]),
            failure: .wrongSource(flow.address, of: flow)),
        Refusal(
            name: "a source of a host", subscription: Subscription(group: Endpoint(host, 41_065), sources: [host]),
            failure: .sourceOfUnicast(Endpoint(host, 41_065))),
        Refusal(name: "eleven sources", subscription: crowd, failure: .tooManySources(crowd, limit: 10)),
        Refusal(
            name: "another host's address", subscription: Subscription(group: elsewhere),
            failure: .cannotBind(elsewhere, reason: "Cannot assign requested address")),
    ]

    @Test("says why a flow cannot be received, and keeps no socket", .serialized, arguments: refusals)
    func refuses(_ example: Refusal) throws {
        var receiver = try MulticastReceiver(options: ReceiverOptions(interface: "lo"))
        let port = example.subscription.group.port
        let before = try Self.sockets(at: port)
        let thrown: ReceiverFailure?
        do throws(ReceiverFailure) {
            try receiver.join(example.subscription)
            thrown = nil
        } catch {
            thrown = error
        }
        #expect(thrown == example.failure)
        #expect(try Self.sockets(at: port) == before)
        #expect(receiver.subscriptions.isEmpty)
    }

    @Test("says which interface there is none of")
    func noInterface() {
        let thrown: ReceiverFailure?
        do throws(ReceiverFailure) {
            _ = try MulticastReceiver(options: ReceiverOptions(interface: "none77"))
            thrown = nil
        } catch {
            thrown = error
        }
        #expect(thrown == .noSuchInterface("none77"))
        #expect(thrown?.description == "there is no network interface none77: name one that `ip link` lists")
    }

    @Test("without privileges the buffer is what the system allows, and one sentence says what to do")
    func smallBuffer() throws {
        let text = try String(contentsOfFile: "/proc/sys/net/core/rmem_max", encoding: .utf8)
        let allowed = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        let wanted = allowed + 4_096
        var options = ReceiverOptions(interface: "lo", bufferSize: wanted)
        options.mayForceBuffer = false
        let pump = try Pump(options, joining: [group(91, port: 41_066)])
        let facts = pump.receiver.facts
        #expect(facts.smallestBuffer == allowed && facts.lacksBuffer)
        #expect(facts.bufferAdvice?.contains("sysctl -w net.core.rmem_max=\(wanted)") == true)
    }
}
