import DeviceLink
import Foundation
import NetworkFormats
import PacketIO
import Quality
import Testing
import VenueSettings
import VenueSimulator
import VenueWire

@testable import Session
@testable import VenueRuntime

@Suite("The life of a session", .serialized)
struct LifeCycleTests {
    /// Fifty cycles, and ten thousand under SVM_SOAK.
    static let cycles = ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 50 : 10_000

    static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// Bytes of resident memory.
    static var memory: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4_096
    }

    @Test("a session that makes its venue finds it in a capture, keeps its files, and removes them in the end")
    func own() throws {
        let spec = try StatisticsTests.demo()
        let written = try WrittenVenue(spec, until: 4_000)
        var configuration = StatisticsTests.configuration(of: spec)
        configuration.sourceCapture = written.path
        let folder = NSTemporaryDirectory() + "svm-own-\(UUID())"
        let session = VenueSession(
            SessionOptions(venue: .own(pace: .fast, files: folder), configuration: configuration))
        let told = Collected()
        let subscription = session.subscribe { told.add($0) }
        try session.start()
        for _ in 0..<1_000 where told.all.filter({ $0.hasPrefix("programme") }).count < 3 { usleep(10_000) }
        #expect(session.channels(.video).map(\.name) == ["Main Camera", "Sideline", "Goal Line", "High Wide"])
        #expect(session.channels(.data).map(\.name) == ["scores", "alerts"])
        #expect(told.all.filter { $0.hasPrefix("programme") }.count == 3)
        let channel = try #require(session.channels(.file).first)
        for file in session.files(of: channel) {
            #expect(FileManager.default.fileExists(atPath: folder + "/" + (file.localFilename ?? "?")))
        }
        session.shutdown()
        #expect(!FileManager.default.fileExists(atPath: folder))
        subscription.cancel()
    }

    @Test("a venue that cannot be made is no session, and says why; the next start may succeed")
    func failure() throws {
        var configuration = VenueScript.configuration
        configuration.sourceCapture = "/nonexistent/venue.pcapng"
        let folder = NSTemporaryDirectory() + "svm-own-\(UUID())"
        let session = VenueSession(
            SessionOptions(venue: .own(pace: .fast, files: folder), configuration: configuration))
        #expect {
            try session.start()
        } throws: { error in
            "\(error)".contains("/nonexistent/venue.pcapng")
        }
        #expect(!session.isRunning && !FileManager.default.fileExists(atPath: folder))
        configuration.sourceCapture =
            URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Samples/lossy-venue.pcapng").standardized.path()
        try session.set(configuration)
        try session.start()
        #expect(session.isRunning)
        session.shutdown()
    }

    @Test("starting and stopping over and over leaks neither memory nor descriptors")
    func cycles() throws {
        var configuration = VenueScript.configuration
        configuration.wifi.interface = "lo"
        let session = VenueSession(SessionOptions(venue: .own(), configuration: configuration))
        func cycle(_ count: Int) throws {
            for _ in 0..<count {
                try session.start()
                session.shutdown()
            }
        }
        try cycle(10)
        let (descriptors, memory) = (Self.descriptors, Self.memory)
        try cycle(Self.cycles)
        #expect(Self.descriptors <= descriptors + 4)
        #expect(Self.memory < memory + 24 << 20)
    }

    /// A link that goes down between the first question and the following, and is told of no more.
    private final class FallingLink: LinkSource {
        private let link = SetLink()

        var status: LinkStatus { link.status }

        func follow(_ told: @escaping @Sendable (LinkStatus) -> Void) -> any LinkFollowing {
            link.set(LinkStatus(trouble: .missing))
            return link.follow(told)
        }
    }

    @Test("a link that went down just before it was followed is down")
    func falling() throws {
        let script = try VenueScript()
        let session = VenueSession(
            SessionOptions(
                venue: .given(script.venue), configuration: VenueScript.configuration, link: FallingLink()))
        try session.start()
        #expect(!session.link.isUp && script.venue.isPaused)
        session.shutdown()
    }

    @Test("a run that was ended before it began looks at nothing")
    func endedFirst() throws {
        let subject = StatisticsUploader.Subject(
            deviceID: "", version: "", statistics: { SessionStatistics() }, wireless: { WirelessFacts() })
        let link = SetLink()
        let run = SessionRun(
            1, try VenueScript().venue, isMade: false, link: link.status, StatisticsUploader(nil, of: subject))
        let looks = Guarded(0)
        run.end()
        run.begin(link) { looks.withLock { $0 += 1 } }
        link.set(LinkStatus(trouble: .missing))
        run.venue.tellTurn()
        #expect(looks.withLock { $0 } == 0)
    }

    @Test("a session that is let go while it runs stops its venue")
    func dropped() throws {
        let before = Self.descriptors
        var configuration = VenueScript.configuration
        configuration.wifi.interface = "lo"
        for _ in 0..<3 {
            var session: VenueSession? = VenueSession(SessionOptions(venue: .own(), configuration: configuration))
            try session?.start()
            session = nil
        }
        for _ in 0..<300 where Self.descriptors > before + 2 { usleep(10_000) }
        #expect(Self.descriptors <= before + 2)
    }
}
