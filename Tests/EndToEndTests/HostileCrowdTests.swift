import Bytes
import Channels
import FuzzTargets
import NetworkFormats
import Pipeline
import TestSupport
import Testing
import Timing
import TransportStream
import VenueWire

@Suite("Hostile crowds")
struct HostileCrowdTests {
    @Test("of channels are followed up to a limit, and the rest is counted")
    func channels() {
        var feeder = VenueFeeder()
        for round in 0..<3 as Range<UInt16> {
            for group in 0..<1_500 as Range<UInt32> {
                feeder.send(SeedBytes.rtp(round, [1]), to: group)
                feeder.send(SeedBytes.report(), to: group, port: 5_001)
            }
            feeder.wait(milliseconds: 400)
        }
        let venue = feeder.engine.snapshot
        #expect(venue.channels.count == FlowClassifier.channelLimit)
        #expect(venue.others[.tableFull] > 0)
        #expect(feeder.finish() == [])
    }

    /// Their control packets belong to whoever of the thousand sends them.
    @Test("of senders may share one group")
    func senders() {
        var feeder = VenueFeeder()
        for sender in 0..<1_100 as Range<UInt32> { feeder.send(SeedBytes.transport(1), from: sender) }
        for sender in 0..<1_100 as Range<UInt32> {
            feeder.send(SeedBytes.rtp(1, [1]), port: 6_000, from: sender)
            feeder.send(SeedBytes.rtp(2, [1]), port: 6_000, from: sender)
        }
        for sender in 0..<4_000 as Range<UInt32> {
            feeder.send(SeedBytes.report(), port: 6_000, from: sender)
            feeder.send(SeedBytes.parity(1, base: 0), port: 5_002, from: sender)
        }
        #expect(feeder.finish() == [])
    }

    @Test("of sources may fight for one flow")
    func synchronizationSources() {
        var random = SeededGenerator(seed: 3550)
        var feeder = VenueFeeder()
        for number in 0..<12_000 {
            let ssrc = number % 3 == 0 ? UInt32(truncatingIfNeeded: random.next()) : UInt32(number / 40 % 50)
            feeder.send(SeedBytes.rtp(UInt16(truncatingIfNeeded: number), ssrc: ssrc, [1, 2]))
            if number % 10 == 0 { feeder.wait(milliseconds: 7) }
        }
        #expect(feeder.engine.snapshot.channels.count <= FlowClassifier.memberLimit)
        #expect(feeder.finish() == [])
    }

    /// Compressed, each message is of a few hundred bytes; unpacked it names thousands of senders for each endpoint.
    @Test("of announced senders, groups and ports are cut down")
    func announcements() {
        var feeder = VenueFeeder()
        let sources = String(repeating: " 10.0.0.1", count: 60)
        let filters = String(repeating: "a=source-filter: incl IN IP4 *\(sources)\r\n", count: 100)
        for number in 0..<8 {
            let session =
                "v=0\r\no=- \(number) 1 IN IP4 10.0.0.1\r\ns=N\r\nc=IN IP4 239.0.0.0/255/65535\r\nt=0 0\r\n" + filters
                + "m=video 1024/65535 RTP/AVP 33\r\n"
            feeder.send(SeedBytes.sap(Array(session.utf8), hash: UInt16(number)), to: 9, port: SAPPacket.port)
        }
        let directory = feeder.engine.snapshot.directory
        #expect(directory.sessions.count == 8)
        for session in directory.sessions {
            #expect(session.media.count == AnnouncedSession.endpointLimit)
            #expect(session.media.allSatisfy { $0.sources.count == AnnouncedSession.sourceLimit })
        }
        #expect(feeder.finish() == [])
    }

    @Test("of sessions are kept up to a limit")
    func sessions() {
        var feeder = VenueFeeder()
        for number in 0..<2_000 {
            feeder.send(
                SeedBytes.sap(SeedBytes.session(number), hash: UInt16(number)), to: 9, port: SAPPacket.port)
        }
        let directory = feeder.engine.snapshot.directory
        #expect(directory.sessions.count == SAPDirectory.sessionLimit)
        #expect(directory.counters.sessions == 2_000)
        #expect(feeder.finish() == [])
    }

    @Test("of sources in one membership message are cut down")
    func members() {
        let sources = (0..<2_000).flatMap { [10, 0, UInt8($0 >> 8), UInt8($0 & 255)] as [UInt8] }
        let packet = FrameBytes.ipv4(
            [0x22, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0x07, 0xd0, 239, 1, 1, 1] + sources, protocol: 2)
        var feeder = VenueFeeder()
        feeder.take(packet)
        let log = feeder.engine.snapshot.memberships
        #expect(log.entries.map(\.report.sources.count) == [MembershipReport.sourceLimit])
    }

    /// Tables that name all programs and change with every packet; each section's checksum is right.
    @Test("of programs and streams are followed up to a limit")
    func programs() {
        var packetizer = TransportPacketizer()
        var feeder = VenueFeeder()
        for round in 0..<400 {
            var writer = ByteWriter()
            let programs = (0..<42).map { place in
                ProgramAssociation.Program(
                    number: UInt16(1 + (round * 42 + place) % 65_535), pid: UInt16(32 + (round * 7 + place) % 8_000))
            }
            packetizer.write(
                section: ProgramAssociation(version: UInt8(round & 31), programs: programs).section, pid: 0,
                to: &writer)
            let streams = (0..<30).map { place in
                ProgramMap.Stream(streamType: 0x1b, pid: UInt16(32 + (round * 31 + place * 5) % 8_000))
            }
            let map = ProgramMap(
                programNumber: programs[0].number, version: UInt8(round & 31), clockPID: streams[0].pid,
                streams: streams)
            packetizer.write(section: map.section, pid: programs[0].pid, to: &writer)
            for stream in streams.prefix(3) {
                packetizer.write(clock: .init(UInt64(round) * 27_000), pid: stream.pid, to: &writer)
            }
            feeder.send(writer.bytes)
            feeder.wait(milliseconds: 1)
        }
        let facts = feeder.engine.snapshot.channels[0].transport
        #expect(facts?.pids.count ?? .max <= TransportAnalyzer.pidLimit)
        #expect(facts?.tracks.count ?? .max <= TransportAnalyzer.trackLimit)
        #expect(facts?.clocks.count ?? .max <= TransportAnalyzer.clockLimit)
        #expect(feeder.finish() == [])
    }
}
