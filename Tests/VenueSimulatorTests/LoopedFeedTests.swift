import Bytes
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("A looped feed")
struct LoopedFeedTests {
    private struct Sent: Equatable {
        var header: SentDatagram
        var bytes: [UInt8]

        func number(at offset: Int = 2) -> UInt16 { UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1]) }
        var sender: [UInt8] { Array(bytes[8..<12]) }
    }

    private static let group = IPAddress(v4: 0xef4d_0202)

    private func spec(_ change: (inout SenderSpec) -> Void = { _ in }) throws -> SenderSpec {
        var spec = SenderSpec(
            name: "Goal line", material: try LoopMaterial(DemoFile.bytes("sideline.ts")),
            source: Endpoint(IPAddress(v4: 0x7f00_0001), 42_100), destination: Endpoint(Self.group, 42_000),
            parity: ParityLayout(columns: 5, rows: 5), seed: 11)
        change(&spec)
        return spec
    }

    private func take(_ count: Int, of feed: inout LoopedFeed) -> [Sent] {
        var sent: [Sent] = []
        for _ in 0..<count {
            feed.next { header, payload in sent.append(Sent(header: header, bytes: payload.copied())) }
        }
        return sent
    }

    @Test("gives media, protection and announcements in order of time, the same whenever it is made")
    func order() throws {
        var feed = LoopedFeed(try spec())
        var twin = LoopedFeed(try spec())
        let sent = take(3_000, of: &feed)
        #expect(sent == take(3_000, of: &twin))
        #expect(zip(sent, sent.dropFirst()).allSatisfy { $0.header.offset <= $1.header.offset })
        let media = sent.filter { $0.header.kind == .media }
        #expect(
            media.allSatisfy { $0.header.destination == Endpoint(Self.group, 42_000) && $0.header.sourcePort == 42_100 }
        )
        #expect(media.allSatisfy { $0.bytes.count == 12 + 7 * 188 && $0.bytes[0] == 0x80 && $0.bytes[1] == 33 })
        #expect(zip(media, media.dropFirst()).allSatisfy { $0.number() &+ 1 == $1.number() })
        #expect(Set(media.map(\.sender)).count == 1)
        let repairs = sent.filter { $0.header.kind == .repair }
        #expect(Set(repairs.map(\.header.destination.port)) == [42_002, 42_004])
        #expect(feed.counts.lostSources == 0 && feed.counts.lostRepairs == 0)
    }

    @Test("stamps media with the time of sending on a 90 kHz clock")
    func stamps() throws {
        var feed = LoopedFeed(try spec { $0.parity = nil })
        let media = take(600, of: &feed).filter { $0.header.kind == .media }
        let stamps: [UInt32] = media.map { $0.bytes.lent.bigEndian(at: 4) }
        for (sent, stamp) in zip(media, stamps) {
            // Instants are whole microseconds, so the stamp agrees within one unit of 11 us.
            let units = sent.header.offset.nanoseconds * 9 / 100_000
            #expect(abs(Int64(stamp &- stamps[0]) - units) <= 1)
        }
    }

    @Test("announces the channel at the start and then every five seconds")
    func announcements() throws {
        var feed = LoopedFeed(try spec())
        let sent = take(1_200, of: &feed)
        let announcements = sent.filter { $0.header.kind == .announcement }
        #expect(sent.first?.header.kind == .announcement)
        let seconds = announcements.map(\.header.offset.seconds)
        #expect(announcements.count >= 3 && seconds == (0..<seconds.count).map { Double($0) * 5 })
        for announcement in announcements {
            #expect(announcement.header.destination == Endpoint(IPAddress(v4: 0xefff_ffff), 9_875))
            var reader = ByteReader(announcement.bytes.lent)
            let message = try SAPPacket(parsing: &reader)
            #expect(!message.isDeletion && message.messageHash != 0 && message.isSessionDescription)
            let session = try SessionDescription(payload: message.payload)
            #expect(session.name == "Goal line")
            let media = try #require(session.media.first)
            #expect(session.endpoints(of: media) == [Endpoint(Self.group, 42_000)])
            #expect(media.isRTP && media.formats == ["33"])
        }
    }

    @Test("protects every packet: each single loss of three blocks is the rest's XOR")
    func protection() throws {
        var feed = LoopedFeed(try spec())
        let sent = take(170, of: &feed)
        var media: [UInt16: [UInt8]] = [:]
        for datagram in sent where datagram.header.kind == .media { media[datagram.number()] = datagram.bytes }
        var columns: [UInt16: Int] = [:]
        var rows: [UInt16: Int] = [:]
        for repair in sent where repair.header.kind == .repair {
            let header = try ParityHeader(parsing: repair.bytes.lent)
            #expect(header.isRow == (repair.header.destination.port == 42_004))
            let members = (0..<header.count).map { header.snBase.rawValue &+ UInt16($0 * header.offset) }
            #expect(members.count == 5)
            for missing in members {
                let others = members.filter { $0 != missing }.compactMap { media[$0] }
                #expect(others.count == 4)
                var body = Array(repair.bytes[28...])
                for other in others { for place in body.indices { body[place] ^= other[12 + place] } }
                let lost = try #require(media[missing])
                #expect(body == Array(lost[12...]))
                if header.isRow { rows[missing, default: 0] += 1 } else { columns[missing, default: 0] += 1 }
            }
        }
        #expect(rows.count >= 75 && columns.count >= 75)
        #expect(rows.values.allSatisfy { $0 == 1 } && columns.values.allSatisfy { $0 == 1 })
    }

    @Test("loses media and protection alike, as often as the model says")
    func loss() throws {
        let bursts = LossModel.gilbertElliott(toBad: 0.01, toGood: 0.25, lossInGood: 0, lossInBad: 0.8)
        var feed = LoopedFeed(try spec { $0.impairment = Impairment(loss: bursts, repairLoss: bursts) })
        let media = take(30_000, of: &feed).filter { $0.header.kind == .media }
        let numbers = media.map { $0.number() }
        var missing = 0
        for (number, next) in zip(numbers, numbers.dropFirst()) { missing += Int(next &- number &- 1) }
        #expect(abs(missing - feed.counts.lostSources) <= 30)
        // 0.01 / (0.01 + 0.25) of the time is bad, and 0.8 of that is lost: 3.1 % of media, and of repairs.
        #expect((0.026...0.036).contains(Double(feed.counts.lostSources) / Double(feed.counts.sources)))
        #expect((0.024...0.038).contains(Double(feed.counts.lostRepairs) / Double(feed.counts.repairs)))
    }

    @Test("comes back from a restart as another sender")
    func restart() throws {
        var feed = LoopedFeed(try spec())
        let before = take(300, of: &feed).filter { $0.header.kind == .media }
        feed.restart(at: StreamDuration(seconds: 60))
        let all = take(300, of: &feed)
        let after = all.filter { $0.header.kind == .media }
        #expect(all[0].header.kind == .announcement)
        #expect(all.allSatisfy { $0.header.offset >= StreamDuration(seconds: 60) })
        #expect(after[0].sender != before[0].sender && after[0].number() != before[0].number())
        #expect(after[0].bytes[12...] == before[0].bytes[12...])
        let base = after[0].number()
        for repair in all where repair.header.kind == .repair {
            #expect(Int16(bitPattern: repair.number(at: 12) &- base) >= 0)
        }
        #expect(feed.counts.restarts == 1)
    }

    @Test("keeps the order of time where packets take detours and arrive twice")
    func detours() throws {
        let impairment = Impairment(
            duplicates: 0.1, detours: 0.1, detour: StreamDuration(milliseconds: 200),
            jitter: StreamDuration(milliseconds: 3))
        var feed = LoopedFeed(try spec { $0.impairment = impairment })
        let sent = take(4_000, of: &feed)
        #expect(zip(sent, sent.dropFirst()).allSatisfy { $0.header.offset <= $1.header.offset })
        let numbers = sent.filter { $0.header.kind == .media }.map { $0.number() }
        #expect(numbers != numbers.sorted() && Set(numbers).count < numbers.count)
    }
}
