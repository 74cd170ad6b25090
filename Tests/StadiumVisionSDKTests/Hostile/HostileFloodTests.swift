import Bytes
import CaptureFormats
import Dispatch
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

@testable import StadiumVisionSDK

@Suite("Floods")
struct HostileFloodTests {
    /// Ten times as much under SVM_SOAK, which `make soak` sets.
    private static let scale = ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 1 : 10

    /// An observer that is told its first message and does not go on until it is let.
    private final class Sleeper: SVMDataObserver {
        let gate = DispatchSemaphore(value: 0)
        let told = Lines()

        func onData(_ data: Data, withChannelName channelName: String) {
            if told.all.isEmpty { gate.wait() }
            told.add("\(data.count)")
        }
    }

    @Test("of messages of 64 KiB that the application does not take cost a limited memory, and end with the run")
    func messages() throws {
        let folder = try HostileFolder()
        let count = 250 * Self.scale
        let venue = try TestVenue { spec in
            spec.channels.removeAll { $0.name != "scores" && $0.name != "Main" }
            spec.channels[1].content = .data(
                (0..<count).map {
                    NativeMessage(
                        at: StreamDuration(milliseconds: 600 + Int64($0) * 10), [UInt8](repeating: 0x61, count: 65_536))
                }, repeats: 1)
            spec.channels[1].bandwidthKbps = 1_000_000
        }
        try venue.write(to: folder.path + "/a.pcapng", cut: StreamDuration(milliseconds: 2_000 + Int64(count) * 10))
        let sdk = TestSDK(recording: folder.path + "/a.pcapng")
        let sleeper = Sleeper()
        sdk.svm.addDataChannelObserver(sleeper, forChannelName: "scores")
        let before = HostileFolder.residentMemory
        #expect(sdk.svm.start().isOk)
        #expect(sdk.ends())
        // Everything that waits for the observer, the history of a camera, and what the allocator keeps beside.
        #expect(HostileFolder.residentMemory - before < Delivery.byteLimit + 64 << 20)
        #expect(sdk.svm.getServiceState() == kSVMServiceStateUp)
        sleeper.gate.signal()
        sdk.svm.delivery.finish()
        // Some are lost between two looks, and some may have been given up; each that comes is whole.
        let told = sleeper.told.all
        #expect(!told.isEmpty && told.count <= count && told.allSatisfy { $0 == "65536" })
        sdk.svm.shutdown()
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonSDKNotRunning)
        #expect(sdk.svm.getDataChannelListArray().isEmpty)
    }

    /// Datagrams to the announcements' group behind a capture of three seconds, a tenth of a millisecond apart.
    private static func flood(_ payloads: [[UInt8]], in folder: HostileFolder) throws -> String {
        let path = folder.path + "/flood.pcapng"
        let venue = try TestVenue()
        try venue.write(to: path, cut: StreamDuration(seconds: 3))
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let writer = PCAPNGWriter()
        var time = venue.spec.start + StreamDuration(seconds: 3)
        let source = Endpoint(IPAddress(v4: 0x0a09_0063), 9_875)
        for payload in payloads {
            time = time + StreamDuration(nanoseconds: 100_000)
            var frame = ByteWriter(capacity: payload.count + 64)
            UDPFrame.ethernet(
                source: source, destination: venue.spec.announcements, payload: payload.lent, into: &frame)
            bytes += writer.frame(frame.bytes, at: time)
        }
        return try folder.file("flood.pcapng", bytes)
    }

    private static func announcement(_ number: Int, text: String = "") -> VenueAnnouncement {
        let kinds: [ChannelKind] = [.video, .data, .file]
        let kind = kinds[number % 3]
        return VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: "flood \(number % 500)", name: text), sessionID: "s\(number)",
            title: text, sequence: UInt64(number),
            license: VenueAnnouncement.License(
                venueName: "VenueName", contentOwner: "ContentOwner", appDeveloper: "AppDeveloper"),
            channel: AnnouncedChannel(
                kind: kind, sessionNumber: UInt32(number), name: "Flood \(number)", text: text,
                destination: Endpoint(IPAddress(v4: 0xef20_0000 + UInt32(number)), 5_000),
                encoding: kind == .video ? .rtpTransportStream : kind == .data ? .alc : .flute))
    }

    @Test("of announcements fill the lists to their limit, and what was announced before stays and plays")
    func announcements() throws {
        let folder = try HostileFolder()
        let count = 3_000 * Self.scale
        let origin = IPAddress(v4: 0x0a09_0063)
        let path = try Self.flood((0..<count).map { Self.announcement($0).datagram(from: origin) }, in: folder)
        let sdk = TestSDK(recording: path)
        let before = HostileFolder.residentMemory
        #expect(sdk.svm.start().isOk)
        #expect(sdk.ends { sdk.svm.getServiceState() == kSVMServiceStateUp })
        let lists = [
            sdk.svm.getVideoChannelListArray(), sdk.svm.getDataChannelListArray(), sdk.svm.getFileChannelListArray(),
        ]
        let listed = lists.reduce(0) { $0 + $1.count }
        // Five of the venue itself; the list holds 1 024.
        #expect(listed > 5 && listed <= 1_024, "\(lists.map(\.count))")
        #expect(sdk.video("Main") != nil && sdk.video("Side") != nil)
        #expect(sdk.number("announcementsReceived") >= count)
        #expect(HostileFolder.residentMemory - before < 256 << 20)
        let player = NotingController(sdk)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        player.stop()
        sdk.svm.shutdown()
        #expect(sdk.svm.getVideoChannelListArray().isEmpty)
    }

    @Test("of broken and of huge announcements are counted, and change no list")
    func broken() throws {
        let folder = try HostileFolder()
        let origin = IPAddress(v4: 0x0a09_0063)
        let valid = Self.announcement(1, text: String(repeating: "t", count: 900)).datagram(from: origin)
        let huge = Array("{\"version\":\"1.2\",\"a\":\"".utf8) + [UInt8](repeating: 0x61, count: 60_000)
        let deep = Array(repeating: UInt8(ascii: "["), count: 60_000)
        var generator = SeededGenerator(seed: 11)
        let noise = (0..<60_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let kinds = [Array(valid.prefix(30)), huge, deep, noise, []]
        let count = 100 * Self.scale
        let path = try Self.flood((0..<count).flatMap { _ in kinds }, in: folder)
        let sdk = TestSDK(recording: path)
        let before = HostileFolder.residentMemory
        #expect(sdk.svm.start().isOk)
        #expect(sdk.endsUp())
        #expect(sdk.number("announcementsMalformed") + sdk.number("invalidJsonAnnouncements") >= 4 * count)
        #expect(sdk.number("channelsAdded") == 5)
        #expect(HostileFolder.residentMemory - before < 192 << 20)
        #expect(sdk.log.all.count < 100, "\(sdk.log.all.count) lines in the log")
    }
}
