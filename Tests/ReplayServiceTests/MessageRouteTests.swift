import Bytes
import CaptureFormats
import Channels
import Foundation
import HTTPServing
import NetworkFormats
import PacketIO
import Pipeline
import Testing
import Timing
import VenueRuntime
import VenueSimulator
import VenueWire

@testable import ReplayService

/// A capture of an announced data channel, run again without pause and served: one message a second, twenty in all.
final class ServedMessages {
    static let address = "/api/v1/data/scores/messages"

    let folder: String
    let venue: LiveVenue
    let service: ReplayService

    init() throws {
        folder = NSTemporaryDirectory() + "svm-served-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data(Self.capture()).write(to: URL(filePath: folder + "/venue.pcapng"))
        venue = try LiveVenue(options: LiveOptions(source: .capture(path: folder + "/venue.pcapng", pace: .fast)))
        service = ReplayService(venue: venue)
        venue.start()
        for _ in 0..<500 where !venue.health.isFinished { usleep(10_000) }
        service.start()
        service.stop()
    }

    /// Twenty-two announcements, one a second, and between them the messages, each three times.
    private static func capture() -> [UInt8] {
        let start = VenueSpec.customaryStart
        let group = Endpoint(IPAddress(v4: 0xef0a_0a03), 5_000)
        let streamer = Endpoint(IPAddress(v4: 0x0a01_010a), 5_000)
        let announcement = VenueAnnouncement(
            streamer: .init(id: "s"), sessionID: "1",
            license: .init(venueName: "a", contentOwner: "b", appDeveloper: "c"),
            channel: AnnouncedChannel(
                kind: .data, sessionNumber: 3, name: "scores", destination: group, encoding: .alc))
        var sender = MessageSender(MessageSender.Settings(transportSession: 3, start: start))
        for number in 0..<20 as Range<Int64> {
            _ = sender.send(
                Array("goal \(number)".utf8), at: start + StreamDuration(milliseconds: 1_500 + number * 1_000))
        }
        let venue = Endpoint(IPAddress(v4: 0xefff_2a01), 9_875)
        var sent = (0...22 as ClosedRange<Int64>).map {
            (start + StreamDuration(seconds: $0), venue, announcement.datagram(from: streamer.address))
        }
        while let datagram = sender.next() { sent.append((datagram.time, group, datagram.payload)) }
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: "test") + writer.interface(.ethernet)
        for (time, destination, payload) in sent.sorted(by: { $0.0 < $1.0 }) {
            var frame = ByteWriter()
            UDPFrame.ethernet(source: streamer, destination: destination, payload: payload.lent, into: &frame)
            bytes += writer.frame(frame.bytes, at: time)
        }
        return bytes
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func texts(_ query: String) throws -> [String] {
        let messages = try service.get(Self.address + query).object["messages"] as? [[String: Any]]
        return messages?.compactMap { $0["text"] as? String } ?? []
    }
}

@Suite("Routes of messages")
struct MessageRouteTests {
    // The session ends 22 s after its start at 2026-01-01T00:00:00Z; message n was sent at n + 1.5 s.
    @Test("give the messages of a window, in every form that windows have")
    func windows() throws {
        let served = try ServedMessages()
        let all = (0..<20).map { "goal \($0)" }
        #expect(try served.texts("?last=24h") == all)
        let last = try served.texts("?last=5s")
        #expect(last == Array(all.suffix(last.count)) && (3...5).contains(last.count))
        #expect(
            try served.texts("?start=2026-01-01T00:00:05Z&duration=3s") == ["goal 4", "goal 5", "goal 6"])
        #expect(try served.texts("?start=1767225605&end=1767225605.4").isEmpty)
        #expect(try served.texts("?timerange=%5B1767225605:0_1767225607:0)") == ["goal 4", "goal 5"])
        let ago = try served.texts("?from=-8&to=-4")
        #expect(ago.count == 4 && all.contains(ago[0]))
        let answer = try served.service.get(ServedMessages.address + "?last=24h")
        #expect(answer.header("Cache-Control") == "no-store")
        let first = try #require((answer.object["messages"] as? [[String: Any]])?.first)
        #expect(first["base64"] as? String == "Z29hbCAw")
        #expect((first["id"] as? String)?.hasSuffix(".1") == true)
        #expect((first["time"] as? String)?.hasPrefix("2026-01-01T00:00:01.") == true)
    }

    @Test(
        "refuse what is no window, and with clamp=0 what is not there",
        arguments: [
            ("?last=banana", 400), ("?last=5s&start=1", 400), ("?start=1767225605", 400),
            ("?clamp=0&start=2026-01-01T01:00:00Z&duration=5s", 425),
        ])
    func refusals(_ query: String, _ status: Int) throws {
        let served = try ServedMessages()
        #expect(try served.service.get(ServedMessages.address + query).status == status)
    }

    @Test("go on behind the id that a reader has, and tell everything to one of another run")
    func resumption() throws {
        let served = try ServedMessages()
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: served.service)
        defer { server.stop(grace: .zero) }
        let kept = try served.service.get(ServedMessages.address + "?last=24h")
        let ids = try #require(kept.object["messages"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        let reader = EventReader(
            port: server.port, ServedMessages.address, fields: "Last-Event-ID: \(ids[17])\r\n")
        let text = reader.read { $0.contains("id: \(ids[19])\n") }
        #expect(text.contains("text/event-stream"))
        #expect(text.contains("id: \(ids[18])\n") && !text.contains("id: \(ids[17])\n"))
        let stranger = EventReader(port: server.port, ServedMessages.address, fields: "Last-Event-ID: 5.17\r\n")
        #expect(stranger.read { $0.contains("id: \(ids[19])\n") }.contains("id: \(ids[0])\n"))
        let window = EventReader(
            port: server.port, ServedMessages.address + "?start=2026-01-01T00:00:19Z&end=2026-01-01T00:00:20Z&follow=1")
        let rest = window.read { $0.contains("id: \(ids[19])\n") }
        #expect(rest.contains("goal 18") && !rest.contains("goal 16\""))
        served.service.feed.stop()
    }
}
