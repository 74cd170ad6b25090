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

@Suite("Routes of an announced channel")
struct AnnouncedChannelTests {
    let service: ReplayService

    /// A venue that hears a Streamer announce a channel, then its media, then a Streamer that is not allowed.
    init() throws {
        var configuration = VenueConfiguration()
        configuration.license = FieldOfUse(venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C")
        configuration.allowedStreamers = ["10.0.0.0/24"]
        let path = ServedSample.project.appending(path: "Samples/lossy-venue.pcapng").path()
        let venue = try LiveVenue(
            options: LiveOptions(source: .capture(path: path, pace: .fast), configuration: configuration))
        service = ReplayService(venue: venue)
        let announcement = Self.announcement.datagram(from: IPAddress(v4: 0x0a00_0001))
        let venueGroup = Endpoint(IPAddress(v4: 0xefff_2a01), 9_875)
        var time: Int64 = 1_800_000_000_000_000_000
        var ordinal: UInt64 = 0
        func send(_ bytes: [UInt8], to destination: Endpoint, from source: UInt32) {
            ordinal += 1
            time += 1_000_000
            let header = DatagramHeader(
                time: StreamTime(nanoseconds: time), ordinal: ordinal, source: Endpoint(IPAddress(v4: source), 4_000),
                destination: destination, wireLength: UInt32(bytes.count), storedLength: UInt32(bytes.count))
            venue.state.withLock { $0.ingest(header, bytes.lent) }
        }
        send(announcement, to: venueGroup, from: 0x0a00_0001)
        let packet: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0, count: 184)
        for number in 0..<4 as Range<UInt8> {
            let header: [UInt8] = [0x80, 33, 0, number, 0, 0, 0, number, 0, 0, 0, 7]
            send(header + packet + packet, to: Self.announcement.channel.destination, from: 0x0a00_0009)
        }
        send(announcement, to: venueGroup, from: 0xc000_0201)
        send(Array("no announcement".utf8), to: venueGroup, from: 0xc000_0201)
        service.start()
        service.stop()
    }

    static let announcement = VenueAnnouncement(
        streamer: VenueAnnouncement.Streamer(id: "a1", name: "Press Box"), sessionID: "7f3c", title: "Game 12",
        license: VenueAnnouncement.License(
            venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C"),
        channel: AnnouncedChannel(
            kind: .video, sessionNumber: 3, name: "Sideline", text: "Near the bench", bandwidthKbps: 1_500,
            destination: Endpoint(IPAddress(v4: 0xef0a_0a01), 5_000), encoding: .rtpTransportStream))

    @Test("shows the seven properties of a channel as the announcement says them")
    func channel() throws {
        let channel = try service.get("/api/v1/channels/Sideline").object
        // The names of the SDK's properties.
        #expect(channel["name"] as? String == "Sideline")
        #expect(channel["bandwidthKbps"] as? Int == 1_500)
        #expect(channel["sessionNum"] as? Int == 3)
        #expect(channel["channelText"] as? String == "Near the bench")
        #expect(channel["venueName"] as? String == "Stadium-A")
        #expect(channel["contentOwner"] as? String == "Team-B")
        #expect(channel["appDeveloper"] as? String == "Vendor-C")
        #expect(channel["origin"] as? String == "announced")
        #expect(channel["licensed"] as? Bool == true)
        #expect(channel["sessionId"] as? String == "7f3c")
        #expect(channel["sessionTitle"] as? String == "Game 12")
    }

    @Test("lists who announces, and whether they are heard")
    func streamers() throws {
        let streamers = try #require(try service.get("/api/v1/streamers").object["streamers"] as? [[String: Any]])
        #expect(streamers.map { $0["address"] as? String } == ["10.0.0.1", "192.0.2.1"])
        #expect(streamers.map { $0["isAllowed"] as? Bool } == [true, false])
        #expect(streamers.allSatisfy { $0["id"] as? String == "a1" && $0["name"] as? String == "Press Box" })
    }

    @Test("counts announcements by class in the report and for Prometheus")
    func counters() throws {
        let report = try service.get("/api/v1/report").object
        let classes = try #require(report["announcements"] as? [String: Any])
        #expect(classes["announcementsReceived"] as? Int == 3)
        #expect(classes["announcementsMalformed"] as? Int == 1)
        #expect(classes["announcementsNotAllowed"] as? Int == 1)
        #expect(classes["channelsAdded"] as? Int == 1)
        #expect((report["streamers"] as? [Any])?.count == 2)
        let metrics = try service.get("/metrics").text
        #expect(metrics.contains("svm_announcements_total{class=\"accepted\"} 1\n"))
        #expect(metrics.contains("svm_announcements_total{class=\"notAllowed\"} 1\n"))
        #expect(metrics.contains("svm_channels_added_total 1\n"))
        #expect(metrics.contains("svm_listener_igmp_restarts_total 0\n"))
    }
}
