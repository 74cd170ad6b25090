import Bytes
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("A native venue")
struct NativeVenueTests {
    /// One video channel of windows of 8 and 3 packets, for 3 s from a whole second on.
    private static func spec(_ change: (inout NativeVenueSpec) -> Void = { _ in }) throws -> NativeVenueSpec {
        let protection = AnnouncedProtection(
            scheme: .reedSolomon, matrix: "rizzo", sourceCount: 8, repairCount: 3, symbolLength: 1_331,
            repairPort: 5_010)
        var spec = NativeVenueSpec(
            duration: StreamDuration(seconds: 3),
            license: VenueAnnouncement.License(venueName: "V", contentOwner: "C", appDeveloper: "A"),
            streamers: [
                NativeVenueSpec.Streamer(id: "a1", source: Endpoint(IPAddress(v4: 0x7f00_0001), 5_000))
            ],
            channels: [
                NativeChannelSpec(
                    name: "Sideline", sessionNumber: 4, destination: Endpoint(IPAddress(v4: 0xef0a_0a01), 5_000),
                    protection: protection,
                    content: .video(try LoopMaterial(DemoFile.bytes("sideline.ts")), offset: .zero))
            ])
        change(&spec)
        return spec
    }

    private struct Given {
        var datagram: NativeDatagram
        var bytes: [UInt8]
    }

    private static func play(_ spec: NativeVenueSpec) -> [Given] {
        var venue = NativeVenue(spec)
        var given: [Given] = []
        while venue.nextTime != nil {
            venue.next { datagram, payload in given.append(Given(datagram: datagram, bytes: payload.copied())) }
        }
        return given
    }

    @Test("puts behind each packet its window, its place and the window's length, and sends the repairs to their port")
    func trailers() throws {
        let given = Self.play(try Self.spec())
        let media = given.filter { $0.datagram.kind == .media }
        // 45 packets a second of seven transport packets each: the file has 6516 packets in 24 s.
        #expect((95...130).contains(media.count))
        for (index, packet) in media.enumerated() {
            #expect(packet.bytes.count == 1_334)
            #expect(packet.datagram.destination.port == 5_000)
            #expect(
                packet.bytes.suffix(6) == [0, 0, UInt8(index / 8), UInt8(index % 8), 0, 8],
                "trailer of packet \(index)")
        }
        let repairs = given.filter { $0.datagram.kind == .repair }
        #expect(repairs.count == media.count / 8 * 3)
        for (index, repair) in repairs.enumerated() {
            #expect(repair.bytes.count == 1_337)
            #expect(repair.datagram.destination.port == 5_010)
            #expect(repair.bytes.prefix(6) == [0, 0, UInt8(index / 3), UInt8(8 + index % 3), 0, 8])
        }
    }

    @Test("sends the repairs of a window between the packets of the next one")
    func interleaves() throws {
        let order = Self.play(try Self.spec()).filter { $0.datagram.kind != .announcement }.prefix(22)
        #expect(order.map { $0.datagram.kind == .repair ? "r" : "s" }.joined() == "sssssssssrsrsrssssssrs")
    }

    @Test("announces each channel once a period, gives players a description, and withdraws both in the end")
    func announces() throws {
        let given = Self.play(try Self.spec()).filter { $0.datagram.kind == .announcement }
        let bodies = given.filter {
            $0.datagram.destination.port == 9_875 && $0.datagram.destination.address.low == 0xefff_2a01
        }
        // At 0, then every 0.8 to 1.2 s before 3.2 s, and the deletion.
        #expect((4...5).contains(bodies.count))
        #expect(bodies.map { $0.bytes[0] & 4 } == Array(repeating: 0, count: bodies.count - 1) + [4])
        let twins = given.filter { $0.datagram.destination.address.low == 0xefff_ffff }
        #expect(twins.map { $0.bytes[0] & 4 } == [0, 4])
        #expect(String(decoding: twins[0].bytes, as: UTF8.self).contains("m=video 5000 RTP/AVP 33\r\n"))
        let gaps = zip(bodies, bodies.dropFirst().dropLast()).map { $1.datagram.time - $0.datagram.time }
        #expect(gaps.allSatisfy { (799...1_201).contains(Int($0.milliseconds)) })
        #expect(given.last?.datagram.time.nanoseconds == 1_767_225_603_200_001_000)
    }

    @Test("gives the same bytes for the same specification, and others for another seed or start")
    func repeats() throws {
        let spec = try Self.spec { $0.channels[0].impairment = Impairment(loss: .bernoulli(0.1), duplicates: 0.1) }
        let first = Self.play(spec)
        let second = Self.play(spec)
        #expect(first.map(\.bytes) == second.map(\.bytes))
        #expect(first.map(\.datagram) == second.map(\.datagram))
        var other = spec
        other.seed = 2
        #expect(Self.play(other).map(\.bytes) != first.map(\.bytes))
        #expect(NativeVenue(other).sessionID != NativeVenue(spec).sessionID)
    }

    @Test("loses the same datagrams of every start with the same seed, and others with another")
    func chances() throws {
        var spec = try Self.spec { $0.channels[0].impairment = Impairment(loss: .bernoulli(0.3)) }
        func arrived(_ spec: NativeVenueSpec) -> [Int64] {
            let sources = Self.play(spec).map(\.datagram).filter { $0.kind == .media }
            return sources.map { ($0.time - spec.start).nanoseconds }
        }
        let first = arrived(spec)
        #expect(first.count > 20)
        spec.start = spec.start + StreamDuration(seconds: 1_234)
        #expect(arrived(spec) == first)
        spec.seed = 2
        #expect(arrived(spec) != first)
    }

    @Test("never goes back in time, whatever the network does")
    func isOrdered() throws {
        let materials = [try LoopMaterial(DemoFile.bytes("sideline.ts"))]
        for seed in [0, 1, 2, 3, 21, 153] as [UInt64] {
            let times = Self.play(.random(seed: seed, materials: materials)).map(\.datagram.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
            // Never on a tick, where it would be open whether the tick or the datagram comes first.
            #expect(times.allSatisfy { $0.nanoseconds % 100_000_000 != 0 && $0.nanoseconds % 1_000 == 0 })
        }
    }

    @Test("ends when it is told to, with its deletions")
    func ends() throws {
        var venue = NativeVenue(try Self.spec { $0.duration = nil })
        var count = 0
        var last: NativeDatagram?
        while venue.nextTime != nil, count < 10_000 {
            venue.next { datagram, _ in last = datagram }
            count += 1
            if count == 100 { venue.end(at: venue.nextTime ?? venue.spec.start) }
        }
        #expect((100..<200).contains(count))
        #expect(last?.kind == .announcement)
    }

    @Test("of the demo: the sideline loses about one packet in twenty, and nearly all is repaired")
    func demo() throws {
        var spec = NativeVenueSpec.demo(
            mainCamera: try LoopMaterial(DemoFile.bytes("main-camera.ts")),
            sideline: try LoopMaterial(DemoFile.bytes("sideline.ts")), start: VenueSpec.customaryStart,
            duration: StreamDuration(seconds: 60))
        spec.twins = nil
        #expect(spec.channels.map(\.name).prefix(4) == ["Main Camera", "Sideline", "Goal Line", "High Wide"])
        var venue = NativeVenue(spec, keepsLog: true)
        while venue.nextTime != nil { venue.next { _, _ in } }
        let truth = venue.truth()
        let sideline = try #require(truth.channels.first { $0.name == "Sideline" }?.video)
        let numbers = try #require(sideline.rtp)
        let share = Double(numbers.lost) / Double(numbers.expected)
        #expect((0.03...0.07).contains(share), "\(share)")
        // Bursts: a minute has a window or two with more than twelve losses in thirty-two.
        #expect(sideline.fec.recovered * 10 > numbers.lost * 9)
        #expect(truth.channels.first { $0.name == "Main Camera" }?.video?.rtp?.lost == 0)
        #expect(truth.announcements.added == spec.channels.count)
        #expect(truth.announcements.pruned == spec.channels.count)
    }
}
