import Bytes
import Foundation
import HTTPServing
import NetworkFormats
import PacketIO
import Testing
import Timing
import VenueSettings
import VenueWire

@testable import ReplayService
@testable import VenueRuntime

@Suite("Routes of channels that are announced and not heard")
struct UnheardChannelTests {
    /// A venue and what it heard.
    final class Rig {
        let venue: LiveVenue
        private var time: Int64 = 1_800_000_000_000_000_000
        private var ordinal: UInt64 = 0

        init() throws {
            var configuration = VenueConfiguration()
            configuration.allowedStreamers = ["10.0.0.0/24"]
            let path = ServedSample.project.appending(path: "Samples/lossy-venue.pcapng").path()
            venue = try LiveVenue(
                options: LiveOptions(source: .capture(path: path, pace: .fast), configuration: configuration))
        }

        func announce(_ channel: AnnouncedChannel, from source: UInt32 = 0x0a00_0001) {
            let announcement = VenueAnnouncement(
                streamer: VenueAnnouncement.Streamer(id: "a1", name: "Press Box"), sessionID: "7f3c", title: "Game 12",
                license: VenueAnnouncement.License(venueName: "V", contentOwner: "C", appDeveloper: "A"),
                channel: channel)
            send(
                announcement.datagram(from: IPAddress(v4: source)), to: Endpoint(IPAddress(v4: 0xefff_2a01), 9_875),
                from: source)
        }

        func hear(_ channel: AnnouncedChannel) {
            let packet: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0, count: 184)
            for number in 0..<4 as Range<UInt8> {
                let header: [UInt8] = [0x80, 33, 0, number, 0, 0, 0, number, 0, 0, 0, 7]
                send(header + packet + packet, to: channel.destination, from: 0x0a00_0009)
            }
        }

        private func send(_ bytes: [UInt8], to destination: Endpoint, from source: UInt32) {
            ordinal += 1
            time += 1_000_000
            let header = DatagramHeader(
                time: StreamTime(nanoseconds: time), ordinal: ordinal, source: Endpoint(IPAddress(v4: source), 4_000),
                destination: destination, wireLength: UInt32(bytes.count), storedLength: UInt32(bytes.count))
            venue.state.withLock { $0.ingest(header, bytes.lent) }
        }

        /// The routes, as they answer now.
        func served() -> ReplayService {
            let service = ReplayService(venue: venue)
            service.start()
            service.stop()
            return service
        }
    }

    static func video(_ number: UInt32, _ name: String, _ address: UInt32) -> AnnouncedChannel {
        AnnouncedChannel(
            kind: .video, sessionNumber: number, name: name, text: "Near the bench", bandwidthKbps: 1_500,
            destination: Endpoint(IPAddress(v4: address), 5_000), encoding: .rtpTransportStream)
    }

    static let sideline = video(3, "Sideline", 0xef0a_0a01)
    static let wide = video(4, "Wide", 0xef0a_0a02)
    static let scores = AnnouncedChannel(
        kind: .data, sessionNumber: 7, name: "scores", text: "", bandwidthKbps: 0,
        destination: Endpoint(IPAddress(v4: 0xef0a_0a03), 5_000), encoding: .alc)

    @Test("B9: a channel is listed as soon as it is announced, and offers nothing before something of it comes")
    func listed() throws {
        let rig = try Rig()
        for channel in [Self.sideline, Self.wide, Self.scores] { rig.announce(channel) }
        // Another Streamer, whose channels are not ours.
        rig.announce(Self.video(9, "Foreign", 0xef0a_0a09), from: 0xc000_0201)
        rig.hear(Self.sideline)
        let service = rig.served()
        let channels = try #require(try service.get("/api/v1/channels").object["channels"] as? [[String: Any]])
        #expect(channels.map { $0["name"] as? String } == ["Sideline", "Wide", "scores"])
        #expect(channels.map { $0["state"] as? String } == ["starting", "announced", "announced"])
        let wide = channels[1]
        // `printf 'video|239.10.10.2|5000' | sha256sum`, and of 'data|239.10.10.3|5000|7', twelve digits (definitions C4).
        #expect(channels[1...].map { $0["id"] as? String } == ["a225dfe5d860", "c8b57dd54f02"])
        #expect(wide["kind"] as? String == "video")
        #expect(wide["origin"] as? String == "announced")
        #expect(wide["carriage"] as? String == "rtp-mp2t")
        #expect(wide["channelText"] as? String == "Near the bench")
        #expect(wide["bandwidthKbps"] as? Int == 1_500)
        #expect(wide["sessionNum"] as? Int == 4)
        #expect(wide["venueName"] as? String == "V")
        for key in ["clip", "playlist", "liveEdge", "oldest", "linkIndicator"] {
            #expect(wide[key] is NSNull, "\(key)")
        }
        #expect(wide["historySeconds"] as? Double == 0)
        #expect(channels[2]["channelText"] as? String == "scores")
        // Every channel has the same keys, but for the counters of what came.
        let counters: Set<String> = ["expected", "received", "lost", "recovered", "unrecovered"]
        #expect(Set(wide.keys) == Set(channels[0].keys).subtracting(counters))
        let metrics = try service.get("/metrics").text
        #expect(metrics.contains("svm_channels 1\n"))
        #expect(metrics.contains("svm_channels_unheard 2\n"))
    }

    @Test("it answers by its id and its name, and keeps the id when something of it comes")
    func heard() throws {
        let rig = try Rig()
        rig.announce(Self.wide)
        let before = try rig.served().get("/api/v1/channels/Wide")
        #expect(before.status == 200)
        let id = try #require(before.object["id"] as? String)
        #expect(before.object["state"] as? String == "announced")
        #expect(try rig.served().get("/api/v1/channels/\(id)").object["name"] as? String == "Wide")
        rig.hear(Self.wide)
        let after = try rig.served().get("/api/v1/channels/\(id)")
        #expect(after.object["name"] as? String == "Wide")
        #expect(after.object["state"] as? String == "starting")
        let channels = try rig.served().get("/api/v1/channels").object["channels"] as? [Any]
        #expect(channels?.count == 1)
    }

    @Test("what is heard goes before what is only announced under the same name, and two such names are none")
    func names() throws {
        let rig = try Rig()
        rig.announce(Self.sideline)
        rig.hear(Self.sideline)
        rig.announce(Self.video(5, "Sideline", 0xef0a_0a05))
        rig.announce(Self.video(6, "Twin", 0xef0a_0a06))
        rig.announce(Self.video(7, "Twin", 0xef0a_0a07))
        // Another Streamer announces a flow that is announced already: it is one channel.
        rig.announce(Self.video(6, "Copy", 0xef0a_0a06), from: 0x0a00_0002)
        let service = rig.served()
        #expect(try service.get("/api/v1/channels/Sideline").object["state"] as? String == "starting")
        #expect(try service.get("/api/v1/channels/Twin").status == 404)
        let channels = try service.get("/api/v1/channels").object["channels"] as? [[String: Any]]
        #expect(channels?.map { $0["name"] as? String } == ["Sideline", "Sideline", "Twin", "Twin"])
    }
}
