import Bytes
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSimulator

@Suite("An embedded venue")
struct EmbeddedVenueTests {
    private static let ports: UInt16 = 42_010

    /// A sender that loses one packet in eight, in bursts; it sends to 239.77.2.`group`.
    private static func spec(_ group: UInt32, port: UInt16 = ports) throws -> SenderSpec {
        let loss = LossModel.gilbertElliott(toBad: 0.05, toGood: 0.3, lossInGood: 0.02, lossInBad: 0.8)
        return SenderSpec(
            name: "Channel \(group)", material: try LoopMaterial(DemoFile.bytes("sideline.ts")),
            destination: Endpoint(IPAddress(v4: 0xef4d_0200 | group), port),
            parity: ParityLayout(columns: 5, rows: 5),
            impairment: Impairment(loss: loss, repairLoss: loss),
            announcing: SenderSpec.Announcing(to: Endpoint(IPAddress(v4: 0xef4d_02ff), port + 10)),
            seed: UInt64(group))
    }

    /// What a feed gives to one port.
    private static func expected(_ spec: SenderSpec, port: UInt16, count: Int) -> [[UInt8]] {
        var feed = LoopedFeed(spec)
        var found: [[UInt8]] = []
        while found.count < count {
            feed.next { header, payload in
                if header.destination.port == port { found.append(payload.copied()) }
            }
        }
        return found
    }

    @Test(
        "sends every channel's datagrams as its feed has them: media, columns, rows and announcements")
    func sends() throws {
        let specs = [try Self.spec(1), try Self.spec(2)]
        let ports: [UInt16] = [Self.ports, Self.ports + 2, Self.ports + 4]
        let listeners = try ports.flatMap { port in
            try specs.map {
                try #require(GroupListener(group: UInt32($0.destination.address.low), port: port))
            }
        }
        let announcements = try #require(GroupListener(group: 0xef4d_02ff, port: Self.ports + 10))
        let venue = EmbeddedVenue(specs)
        try venue.start()
        defer { venue.stop() }
        let counts = [40, 4, 4]
        for (place, port) in ports.enumerated() {
            for (index, spec) in specs.enumerated() {
                let want = Self.expected(spec, port: port, count: counts[place])
                let listener = listeners[place * specs.count + index]
                #expect(
                    (0..<counts[place]).map { _ in listener.next() ?? [] } == want,
                    "channel \(index), port \(port)")
            }
        }
        let told = Set((0..<2).map { _ in announcements.next() ?? [] })
        #expect(told == Set(specs.map(\.announcement)))
        venue.stop()
        #expect(venue.refused == 0)
        #expect(
            venue.counts.count == 2 && venue.counts.allSatisfy { $0.sources >= 40 && $0.lostSources > 0 })
        // Nothing is sent once it has stopped.
        while listeners[0].next(within: 0) != nil {}
        #expect(listeners[0].next(within: 100) == nil)
    }

    @Test("brings a sender back as another one")
    func restarts() throws {
        let spec = try Self.spec(3, port: Self.ports + 20)
        let listener = try #require(GroupListener(group: 0xef4d_0203, port: spec.destination.port))
        let venue = EmbeddedVenue([spec])
        try venue.start()
        defer { venue.stop() }
        let first = try #require(listener.next())
        venue.restart(0, after: StreamDuration(milliseconds: 50))
        venue.restart(7)
        var second = first
        while second[8..<12] == first[8..<12] { second = try #require(listener.next()) }
        // The stream begins anew under another number, with the same first packets.
        #expect(second[12...] == first[12...])
        #expect(second[2..<4] != first[2..<4])
    }

    @Test("starts and stops again and again, and once more than needed")
    func repeats() throws {
        let spec = try Self.spec(4, port: Self.ports + 40)
        let listener = try #require(GroupListener(group: 0xef4d_0204, port: spec.destination.port))
        let venue = EmbeddedVenue([spec])
        venue.stop()
        for _ in 0..<3 {
            try venue.start()
            try venue.start()
            #expect(listener.next() == Self.expected(spec, port: spec.destination.port, count: 1)[0])
            venue.stop()
            venue.stop()
            while listener.next(within: 0) != nil {}
        }
    }

    @Test("says which interface is missing")
    func refuses() throws {
        let venue = EmbeddedVenue([try Self.spec(5)], interface: "nowhere0")
        #expect(throws: (any Error).self) { try venue.start() }
        venue.stop()
    }
}
