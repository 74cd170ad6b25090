import Bytes
import Evidence
import NetworkFormats
import Testing
import Timing
import TransportStream

@testable import History

@Suite("What a history gives up")
struct EvictionTests {
    /// A channel of 25 pictures a second, each with the media of the 40 ms before it.
    struct Channel {
        var maker: MediaMaker
        var packets = 0
        let packetsPerPicture: Int

        init(_ limits: HistoryLimits, packetsPerPicture: Int) {
            maker = MediaMaker(limits)
            self.packetsPerPicture = packetsPerPicture
        }

        /// The packets of picture `index`, and the picture itself unless it is not to be seen; a point every `group`.
        mutating func play(_ index: Int, group: Int = 25, pts: Int64? = nil, isSeen: Bool = true) {
            let arrival = 100_000 + Int64(index) * 40
            let first = packets
            for _ in 0..<packetsPerPicture {
                maker.take(packets, at: arrival)
                packets += 1
                if packets % 64 == 0 { maker.evict(at: arrival) }
            }
            guard isSeen else { return }
            let unit = UnitMaker.picture(
                pts: pts ?? Int64(index) * 3_600, arrival: arrival, isPoint: index % group == 0,
                packet: UInt64(first))
            maker.history.append(unit, [])
        }

        var memory: Int { maker.store.heldBytes + maker.history.indexBytes }
    }

    @Test("media goes when no chunk needs it, but for a second before the oldest chunk")
    func withChunks() throws {
        var channel = Channel(HistoryLimits(depth: StreamDuration(seconds: 20)), packetsPerPicture: 20)
        for index in 0..<2_500 { channel.play(index) }
        channel.maker.evict(at: 199_960)
        let snapshot = channel.maker.history.snapshot()
        // Pictures up to 100 s; chunks of one second; 20 + 2 * 2 s are kept, the oldest one from picture 1 900 on.
        #expect(snapshot.oldest == StreamTime(milliseconds: 176_000))
        let oldest = snapshot[0].units(of: 0).first?.unit.oldestPacket
        #expect(oldest == MediaID(serial: 1_900 * 20))
        // One second is 500 packets, a block has 256.
        let first = snapshot.media.first.serial
        #expect((1_875 * 20 - 256...1_875 * 20).contains(Int(first)))
        #expect(channel.maker.store.first == PacketID(serial: first))
    }

    @Test("less time is kept where the cap does not suffice, and nothing stops", arguments: [25, 250])
    func byteCap(group: Int) throws {
        // 500 packets of 1 328 bytes a second, 0.66 MB: about 6 s fit into 4 MiB.
        let cap = 4 << 20
        var channel = Channel(
            HistoryLimits(depth: StreamDuration(seconds: 60), byteCap: cap), packetsPerPicture: 20)
        for index in 0..<1_500 {
            channel.play(index, group: group)
            // 64 datagrams may come between two looks at it.
            #expect(channel.memory <= cap + 64 * 1_500 + 32_768)
        }
        let snapshot = channel.maker.history.snapshot()
        let oldest = try #require(snapshot.oldest)
        #expect(snapshot.liveEdge == StreamTime(milliseconds: 160_000))
        let seconds = (StreamTime(milliseconds: 160_000) - oldest).seconds
        #expect((3.0...6.5).contains(seconds))
        #expect(channel.maker.history.isCapped)
        for index in 0..<snapshot.count {
            #expect(snapshot[index].units(of: 0).allSatisfy { snapshot.media.contains($0.unit.oldestPacket) })
        }
    }

    @Test("a cap below one chunk keeps memory bounded all the same")
    func tinyCap() {
        var channel = Channel(
            HistoryLimits(depth: StreamDuration(seconds: 60), byteCap: 100_000), packetsPerPicture: 20)
        for index in 0..<500 { channel.play(index) }
        channel.maker.evict(at: 200_000)
        #expect(channel.memory <= 100_000)
        #expect(channel.maker.history.nextPacket == MediaID(serial: 10_000))
    }

    @Test("the past fades when pictures cease and packets go on, as when a stream is scrambled from now on")
    func scrambled() {
        var channel = Channel(HistoryLimits(depth: StreamDuration(seconds: 5)), packetsPerPicture: 10)
        for index in 0..<250 { channel.play(index) }
        let edge = channel.maker.history.liveEdge
        for index in 250..<2_000 { channel.play(index, isSeen: false) }
        let snapshot = channel.maker.history.snapshot()
        #expect(snapshot.liveEdge == edge)
        // The newest chunk is still being made; the others are older than depth and slack.
        #expect(snapshot.count <= 1)
        #expect(snapshot.media.end == MediaID(serial: 20_000))
    }

    @Test(
        "one wild time stamp does not carry the live edge away",
        arguments: [1 << 32, -1 << 32, 324_000_000] as [Int64])
    func wildStamp(jump: Int64) throws {
        var channel = Channel(HistoryLimits(depth: StreamDuration(seconds: 5)), packetsPerPicture: 2)
        for index in 0..<500 { channel.play(index, pts: Int64(index) * 3_600 + (index == 250 ? jump : 0)) }
        let snapshot = channel.maker.history.snapshot()
        let edge = try #require(snapshot.liveEdge)
        let oldest = try #require(snapshot.oldest)
        #expect(edge == StreamTime(milliseconds: 120_000))
        #expect(edge - oldest >= StreamDuration(seconds: 9))
        #expect(snapshot[snapshot.count - 1].run == 2)
        // Picture 251 begins the third run, 251 * 40 ms after the first one.
        #expect(snapshot[snapshot.count - 1].runStart == StreamTime(milliseconds: 110_040))
    }

    @Test("a unit that was open for longer than the history is deep is not indexed")
    func longUnit() {
        var channel = Channel(HistoryLimits(depth: StreamDuration(seconds: 2)), packetsPerPicture: 10)
        for index in 0..<1_000 { channel.play(index) }
        channel.maker.history.append(UnitMaker.sound(pts: 0, arrival: 140_000, packet: 5), [])
        let snapshot = channel.maker.history.snapshot()
        #expect(snapshot.media.first > MediaID(serial: 5))
        #expect(snapshot.units(of: 1).isEmpty)
    }

    @Test("limits at the ends of their range do not trap")
    func extremes() {
        let limits = [
            HistoryLimits(depth: StreamDuration(nanoseconds: .max), targetDuration: StreamDuration(nanoseconds: .max)),
            HistoryLimits(depth: StreamDuration(nanoseconds: 1), byteCap: 0),
            HistoryLimits(depth: StreamDuration(nanoseconds: 1), byteCap: -1),
        ]
        for limit in limits {
            var channel = Channel(limit, packetsPerPicture: 3)
            for index in 0..<200 { channel.play(index, pts: index % 3 == 0 ? .max : index % 3 == 1 ? .min : 0) }
            channel.maker.evict(at: .max / 1_000_000)
            channel.maker.evict(at: .min / 1_000_000)
            #expect(channel.maker.history.nextPacket == MediaID(serial: 600))
        }
    }
}
