import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import TestSupport
import Timing
import VenueSimulator
import VenueWire

/// A venue of two cameras, two data channels and a file channel, written as a capture.
///
/// Picture n of both cameras carries the number n, 25 a second, 500 of them round and round; "Side" is five seconds ahead.
struct TestVenue {
    /// The triplet that published recordings use (public facts F-7).
    static let triplet = ["venueName": "VenueName", "contentOwner": "ContentOwner", "appDeveloper": "AppDeveloper"]
    static let streamer = IPAddress(v4: 0x0a09_0002)
    static let files = [
        NativeFile(uri: "clips/goal 1.bin", bytes: (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
        NativeFile(uri: "line-up.txt", bytes: Array("1 Ada\n2 Bo\n".utf8)),
    ]

    var spec: NativeVenueSpec

    init(period: Int64 = 200, _ change: (inout NativeVenueSpec) -> Void = { _ in }) throws {
        let material = try LoopMaterial(NumberedStream.fixture())
        let cameras = [("Main", "The pitch", 1, 0), ("Side", "Near the bench", 2, 5)].map { name, text, number, ahead in
            NativeChannelSpec(
                name: name, text: text, sessionNumber: UInt32(number), destination: Self.group(number),
                bandwidthKbps: 100, protection: Self.windows,
                content: .video(material, offset: StreamDuration(seconds: Int64(ahead))))
        }
        let messages = [("scores", 3), ("alerts", 4)].map { name, number in
            NativeChannelSpec(
                name: name, sessionNumber: UInt32(number), destination: Self.group(number),
                content: .data(
                    (0..<4).map {
                        NativeMessage(at: StreamDuration(milliseconds: 600 + $0 * 400), Array("\(name) \($0)".utf8))
                    },
                    repeats: 3))
        }
        let replays = NativeChannelSpec(
            name: "replays", sessionNumber: 5, destination: Self.group(5), bandwidthKbps: 400,
            content: .file(Self.files))
        spec = NativeVenueSpec(
            license: VenueAnnouncement.License(
                venueName: "VenueName", contentOwner: "ContentOwner", appDeveloper: "AppDeveloper"),
            title: "Game 12", period: StreamDuration(milliseconds: period), twins: nil,
            streamers: [NativeVenueSpec.Streamer(id: "a1", name: "Press Box", source: Endpoint(Self.streamer, 5_000))],
            channels: cameras + messages + [replays])
        change(&spec)
    }

    /// Windows of four packets, about half a second at this rate, and two repair packets.
    static let windows = AnnouncedProtection(
        scheme: .reedSolomon, matrix: "rizzo", sourceCount: 4, repairCount: 2, symbolLength: 1_331, repairPort: 5_010,
        windowMs: 500)

    static func group(_ number: Int) -> Endpoint { Endpoint(IPAddress(v4: 0xef0a_0a00 + UInt32(number)), 5_000) }

    /// Writes what arrives before `cut`, so that nothing is withdrawn; all, withdrawals included, when the venue has an end.
    ///
    /// Returns how many announcements are in it.
    @discardableResult
    func write(to path: String, cut: StreamDuration? = nil) throws -> Int {
        var announcements = 0
        var venue = NativeVenue(spec)
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: "test") + writer.interface(.ethernet)
        let end = cut.map { spec.start + $0 }
        while let time = venue.nextTime, end.map({ time < $0 }) ?? true {
            venue.next { datagram, payload in
                var frame = ByteWriter(capacity: payload.byteCount + 64)
                UDPFrame.ethernet(
                    source: datagram.source, destination: datagram.destination, payload: payload, into: &frame)
                bytes += writer.frame(frame.bytes, at: datagram.time)
                if datagram.kind == .announcement { announcements += 1 }
            }
        }
        try Data(bytes).write(to: URL(filePath: path))
        return announcements
    }

    /// A recording of 24 s in which nothing is lost or withdrawn; written once.
    static let recording: Result<(path: String, announcements: Int), any Error> = Result {
        let path = NSTemporaryDirectory() + "svm-recording-\(UUID().uuidString).pcapng"
        return (path, try TestVenue().write(to: path, cut: StreamDuration(seconds: 24)))
    }
}
