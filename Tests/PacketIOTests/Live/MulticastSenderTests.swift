import Foundation
import NetworkFormats
import Testing

@testable import PacketIO

@Suite("Sending to the network")
struct MulticastSenderTests {
    @Test("sends many datagrams with few calls, in order")
    func batch() throws {
        let flows = [group(110, port: 41_110), group(111, port: 41_111)]
        var pump = try Pump(joining: flows)
        let sender = try MulticastSender(port: 41_112)
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        let datagrams = (0..<200).map { OutgoingDatagram($0..<($0 * 5 + 1), to: flows[$0 % 2]) }
        try sender.send(datagrams.span, in: bytes.span.bytes)
        try pump.take(200)
        #expect(pump.taken.payloads == datagrams.map { Array(bytes[$0.range]) })
        #expect(pump.taken.headers.map(\.destination) == datagrams.map(\.destination))
        #expect(Set(pump.taken.headers.map(\.source)) == [Endpoint(IPAddress(v4: 0x7f00_0001), 41_112)])
    }

    @Test("states a time to live for groups")
    func timeToLive() throws {
        let flow = group(112, port: 41_113)
        var pump = try Pump(joining: [flow])
        let sender = try MulticastSender(ttl: 5)
        try sender.send("five", to: flow)
        try pump.take(1)
        #expect(pump.taken.headers.map(\.ttl) == [5])
    }

    @Test("says what cannot be sent")
    func refuses() throws {
        let flow = group(113, port: 41_114)
        let modern = Endpoint(IPAddress(v6: 0xff15_0000_0000_0000, 1), 41_114)
        let sender = try MulticastSender()
        let bytes = [UInt8](repeating: 0, count: 65_508)
        #expect(throws: SenderFailure.wrongLength(65_508)) { try sender.send(bytes.span.bytes, to: flow) }
        #expect(throws: SenderFailure.wrongFamily(source: sender.source.address, destination: modern)) {
            try sender.send("x", to: modern)
        }
        let outside = [OutgoingDatagram(65_500..<65_509, to: flow)]
        #expect(throws: SenderFailure.wrongLength(9)) { try sender.send(outside.span, in: bytes.span.bytes) }
    }

    @Test("says why it cannot be opened")
    func noSender() {
        func failure(_ name: String, _ source: IPAddress?) -> SenderFailure? {
            do throws(SenderFailure) {
                _ = try MulticastSender(interface: name, source: source)
                return nil
            } catch {
                return error
            }
        }
        #expect(failure("none78", nil) == .noSuchInterface("none78"))
        let other = IPAddress(v4: 0xc000_0201)
        #expect(failure("lo", other) == .cannotBind(Endpoint(other, 0), reason: "Cannot assign requested address"))
    }
}
