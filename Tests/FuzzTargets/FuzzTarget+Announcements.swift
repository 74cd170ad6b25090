import Bytes
import NetworkFormats
import VenueWire

extension FuzzTarget {
    /// The body of an announcement of the venue.
    static func announcement(_ input: RawSpan, _ complaints: inout Complaints) {
        guard let announcement = try? VenueAnnouncement(parsing: input) else { return }
        let channel = announcement.channel
        complaints.expect(
            channel.name.unicodeScalars.count <= 2 * AnnouncedChannel.nameLimit, "a name of \(channel.name.count)")
        complaints.expect(
            (1...VenueAnnouncement.periodLimitMs).contains(announcement.periodMs), "\(announcement.periodMs) ms")
        complaints.expect(channel.destination.port > 0 && channel.encoding.kind == channel.kind, "\(channel)")
        let body = announcement.jsonBody()
        do {
            let again = try VenueAnnouncement(parsing: body.lent)
            // Text that is cut within a cluster may be cut elsewhere when it was composed.
            complaints.expect(
                again.channel.destination == channel.destination && again.sequence == announcement.sequence
                    && again.channel.protection == channel.protection && again.periodMs == announcement.periodMs,
                "written as \(again)")
        } catch {
            complaints.expect(body.count > VenueAnnouncement.bodyLimit, "what was written cannot be read: \(error)")
        }
        let datagram = announcement.datagram(from: IPAddress(v4: 0x0a00_0001))
        var reader = ByteReader(datagram.lent)
        complaints.expect((try? SAPPacket(parsing: &reader))?.isVenueAnnouncement == true, "no announcement")
        _ = announcement.standardDatagram(from: IPAddress(v4: 0x0a00_0001))
    }

    static var announcementSeeds: [FuzzSeed] {
        let example = VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: "a1", name: "Press Box"), sessionID: "7f3c", title: "Game 12",
            sequence: 4_711,
            license: VenueAnnouncement.License(
                venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C"),
            channel: AnnouncedChannel(
                kind: .video, sessionNumber: 3, name: "Sideline", text: "t", bandwidthKbps: 1_500,
                destination: Endpoint(IPAddress(v4: 0xef0a_0a01), 5_000), source: IPAddress(v4: 0x0a09_0002),
                encoding: .rtpTransportStream,
                protection: AnnouncedProtection(
                    scheme: .reedSolomon, matrix: "rizzo", sourceCount: 64, repairCount: 16, symbolLength: 1_331,
                    repairPort: 5_010, windowMs: 500)))
        var data = example
        data.channel = AnnouncedChannel(
            kind: .data, sessionNumber: 7, name: "scores", destination: Endpoint(IPAddress(v6: 0xff15 << 48, 9), 5_000),
            encoding: .alc)
        var file = data
        file.channel.kind = .file
        file.channel.encoding = .flute
        let texts = [
            ("escapes", #"{"version":"1.0","a":"\uD83C\uDFDF\n\"\\\/","streamer":{"id":"\u0041"}}"#),
            ("numbers", #"{"version":"1.0","a":[-0.5e+3,0,1E9,-1],"b":true,"c":null,"d":{}}"#),
            ("deep", String(repeating: #"{"a":["#, count: 16)), ("bare", "{}"), ("version", #"{"version":"2.0"}"#),
            ("half-pair", #"{"a":"\ud800"}"#),
        ]
        return [
            FuzzSeed("video", example.jsonBody()), FuzzSeed("data", data.jsonBody()), FuzzSeed("file", file.jsonBody()),
        ] + texts.map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }
}
