import Bytes
import Channels
import ErasureCode
import History
import NetworkFormats
import Pipeline
import Protection
import Testing
import Timing
import TransportStream
import VenueSimulator
import VenueWire

@Suite("A venue with Simple Reed-Solomon")
struct BlockVenueTests {
    /// Keeps what is released.
    private struct Tape: ChannelSink {
        var bytes: [UInt8] = []
        var kinds: [Release.Kind] = []

        mutating func opened(_ channel: ChannelIdentity) {}
        mutating func released(_ channel: Int32, _ release: Release, _ lent: RawSpan) {
            bytes.append(copying: lent)
            kinds.append(release.kind)
        }
        mutating func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}
    }

    private struct Sent {
        var media: [UInt8]
        var venue: VenueEngine<Tape>
    }

    /// Forty blocks of ten packets with four repair packets on another port; `lost` says which datagrams never arrive.
    private func send(
        points: CodePoints, keepsHistory: Bool, cut: Int? = nil, losing lost: (_ block: Int, _ place: Int) -> Bool
    ) throws -> Sent {
        var parameters = VenueParameters()
        if keepsHistory { parameters.history.depth = StreamDuration(seconds: 30) }
        var venue = VenueEngine(parameters: parameters, output: Tape())
        var source = TransportSource(TransportSpec(bitRate: 1_000_000, frameRate: 25, gopLength: 25))
        var encoder = try BlockEncoder(BlockLayout(points: points, sources: 10, repairs: 4))
        var media: [UInt8] = []
        var ordinal: UInt64 = 0
        let group = IPAddress(v4: 0xef01_0101)
        func header(_ port: UInt16, _ bytes: Int, _ packet: Int) -> DatagramHeader {
            ordinal += 1
            return DatagramHeader(
                time: StreamTime(nanoseconds: 1_700_000_000_000_000_000 + Int64(packet) * 10_000_000), ordinal: ordinal,
                source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000), destination: Endpoint(group, port),
                wireLength: UInt32(bytes), storedLength: UInt32(min(bytes, cut ?? bytes)))
        }
        func ingest(_ datagram: [UInt8], _ port: UInt16, _ packet: Int) {
            let stored = min(datagram.count, cut ?? datagram.count)
            venue.ingest(header(port, datagram.count, packet), datagram.lent.extracting(0..<stored))
        }
        for packet in 0..<400 {
            var payload: [UInt8] = []
            for _ in 0..<7 { _ = source.next(into: &payload) }
            media += payload
            var writer = ByteWriter()
            RTPHeader(
                sequenceNumber: SequenceNumber(UInt16(truncatingIfNeeded: 65_400 + packet)),
                timestamp: UInt32(packet) * 900, synchronizationSource: 7, payloadType: 33
            ).write(to: &writer)
            var datagram = writer.bytes + payload
            let isTaken = encoder.take(&datagram)
            #expect(isTaken)
            if !lost(packet / 10, packet % 10) { ingest(datagram, 5000, packet) }
            var place = 10
            var repairs: [[UInt8]] = []
            encoder.takeRepairs { repairs.append($0.copied()) }
            for repair in repairs {
                if !lost(packet / 10, place) { ingest(repair, 5010, packet) }
                place += 1
            }
        }
        venue.finish()
        return Sent(media: media, venue: venue)
    }

    @Test(
        "gives back the very stream, without the bytes that the code adds", arguments: CodePoints.named, [true, false])
    func whole(_ points: CodePoints, _ keepsHistory: Bool) throws {
        let sent = try send(points: points, keepsHistory: keepsHistory) { block, place in
            block % 3 == 1 && (place * 7 + block) % 11 < 3
        }
        let channel = try #require(sent.venue.snapshot.channels.first)
        let sequence = try #require(channel.sequence)
        #expect(sent.venue.snapshot.channels.count == 1 && sequence.counters.lost > 20)
        #expect(sequence.protection.scheme == .reedSolomon && sequence.protection.points == points.name)
        #expect(sequence.protection.sources == 10 && sequence.protection.repairs == 4)
        #expect(sequence.protection.recovered == sequence.counters.lost && sequence.protection.unrecovered == 0)
        #expect(channel.windows.protectionWindows == 40 && channel.windows.recoveryFailures == 0)
        let isSame = sent.venue.output.bytes == sent.media
        #expect(isSame)
        #expect(channel.transport?.packets == 2_800 && channel.transport?.discontinuities == 0)
        #expect(channel.transport?.strayBytes == 0)
        // 1 316 bytes every 10 ms, those that arrived, over 3.99 s.
        let received = Double(400 - sequence.counters.lost) * 1316 * 8 / 3.99 / 1000
        #expect(abs(channel.bitrateKbps - received) < 0.01)
        #expect((channel.history != nil) == keepsHistory)
    }

    @Test("3.1: loses a window with fewer repair packets than losses, and nothing else")
    func failing() throws {
        let sent = try send(points: .rizzo, keepsHistory: false) { block, place in
            block == 7 && [0, 1, 2, 11, 12].contains(place) || block == 9 && place < 4
        }
        let channel = try #require(sent.venue.snapshot.channels.first)
        #expect(channel.windows.recoveryFailures == 1 && channel.windows.recoverySuccesses == 1)
        #expect(channel.sequence?.protection.recovered == 4 && channel.sequence?.protection.unrecovered == 3)
        #expect(channel.notes.isEmpty)
    }
}
