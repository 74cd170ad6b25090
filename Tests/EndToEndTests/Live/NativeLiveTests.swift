import Foundation
import NetworkFormats
import PacketIO
import Reports
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator

@Suite("A venue sent live and the same venue written", .enabled(if: Namespace.isPossible))
struct NativeLiveTests {
    /// Both kinds of protection over a network that loses, repeats and withholds; messages and files.
    private static func venue(demo: String) -> String {
        """
        {"license":{"venueName":"V","contentOwner":"C","appDeveloper":"A"},"seed":12,
         "announce":{"group":"239.255.42.1","port":9875,"periodMs":500},
         "channels":[
          {"kind":"video","name":"Main","sessionNum":1,"group":"239.77.9.1","port":5000,"ts":"\(demo)/main-camera.ts",
           "fec":{"scheme":"rs8","k":20,"r":6,"repairPort":5010},
           "impairment":{"loss":0.1,"burst":2,"duplicate":0.02}},
          {"kind":"video","name":"Sideline","sessionNum":2,"group":"239.77.9.2","port":5000,"ts":"\(demo)/sideline.ts",
           "fec":{"scheme":"st2022-1","columns":5,"rows":4},"impairment":{"loss":0.1,"burst":2,"duplicate":0.02}},
          {"kind":"data","name":"scores","sessionNum":3,"group":"239.77.9.3","port":5000,"repeat":2,
           "messages":[{"atMs":500,"text":"0:0"},{"atMs":400,"everyMs":300,"text":"clock"}],"impairment":{"loss":0.2}},
          {"kind":"file","name":"programme","sessionNum":4,"group":"239.77.9.4","port":5000,"folder":"files",
           "bandwidthKbps":400,"fec":{"scheme":"rs8","k":20,"r":4},"impairment":{"loss":0.05}}]}
        """
    }

    /// Its media, repairs, messages and files: who joins only what is announced misses what was sent meanwhile.
    private static let joins = [
        "udp://239.77.9.1:5000", "udp://239.77.9.1:5010", "rtp://239.77.9.2:5000", "udp://239.77.9.3:5000",
        "udp://239.77.9.4:5000",
    ].compactMap(JoinAddress.init)

    /// The venue in `folder`, for six seconds.
    private static func spec(in folder: String) throws -> NativeVenueSpec {
        let demo = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Web/demo")
            .standardized
        try FileManager.default.createDirectory(atPath: folder + "/files", withIntermediateDirectories: true)
        for (index, length) in [20, 4_000, 60_000].enumerated() {
            try Data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 31 + index) })
                .write(to: URL(filePath: folder + "/files/\(index).bin"))
        }
        let file = try VenueFile(parsing: Array(venue(demo: demo.path()).utf8))
        var loading = VenueLoading(file, in: folder)
        // The day's time, for file delivery tables expire; in whole seconds, as people write it.
        let now = SystemClock().read().realtime / 1_000_000_000
        return try loading.spec(
            start: StreamTime(nanoseconds: now * 1_000_000_000), duration: StreamDuration(seconds: 6),
            addresses: StreamerAddresses(written: file).addresses)
    }

    /// The reports of the live session, of what it recorded, of the written capture, and the truth file.
    private struct Outcome: Sendable {
        var live = ""
        var recorded = ""
        var written = ""
        var truth = ""
        var sent = StreamerCounts()
        var received: UInt64 = 0
    }

    private static let outcome: Result<Outcome, any Error> = Result {
        let made = Guarded(Outcome())
        try Namespace.run {
            let outcome = try Analysing.inFolder(Self.run)
            made.withLock { $0 = outcome }
        }
        return made.withLock { $0 }
    }

    private static func run(in folder: String) throws -> Outcome {
        let spec = try spec(in: folder)
        var outcome = Outcome()
        var venue = NativeVenue(spec, keepsLog: true)
        var capture = Data()
        venue.write { capture.append(contentsOf: copy $0) }
        try capture.write(to: URL(filePath: folder + "/written.pcapng"))
        outcome.truth = venue.truth().jsonText
        outcome.written = try Analysing.file(folder + "/written.pcapng").jsonText
        let path = folder + "/live.pcapng"
        let receiver = try LiveVenue(
            options: LiveOptions(
                source: .network(
                    .init(interface: "lo", announcements: spec.announcements, followsSAP: true, joins: joins)),
                recording: .init(path: path)))
        receiver.start()
        // The kernel begins to stamp a moment after the first socket asked for it.
        usleep(50_000)
        let streamer = VenueStreamer(spec)
        try streamer.start()
        _ = streamer.wait(atMost: StreamDuration(seconds: 60))
        streamer.stop()
        // Long enough for what lies in the sockets, and shorter than the silence behind which windows are closed.
        usleep(100_000)
        outcome.received = receiver.stop()?.facts.datagrams ?? 0
        outcome.sent = streamer.counts
        outcome.live = try String(contentsOfFile: path + ".report.json", encoding: .utf8)
        outcome.recorded = try Analysing.file(path).jsonText
        return outcome
    }

    @Test("arrive as their truth file says, number by number: what was lost, repaired, announced, told and offered")
    func agreesWithTruth() throws {
        let outcome = try Self.outcome.get()
        #expect(outcome.sent.refused == 0 && outcome.received == UInt64(outcome.sent.datagrams))
        for (report, label) in [(outcome.written, "written"), (outcome.live, "live"), (outcome.recorded, "recorded")] {
            let agreement = try NativeAgreement(report: report, truth: outcome.truth, label: label)
            for difference in agreement.differences { Issue.record("\(difference)") }
        }
        // The venue is not so tame that there is nothing to agree on.
        let channels = try Self.channels(of: outcome.live)
        #expect(channels.count == 4)
        func sum(_ part: String, _ key: String) -> Int {
            channels.reduce(0) { $0 + (($1[part] as? [String: Any])?[key] as? Int ?? 0) }
        }
        #expect(sum("rtp", "lost") > 5 && sum("fec", "recovered") > 0)
    }

    @Test("give the same report, but for what depends on when datagrams arrived")
    func equals() throws {
        let outcome = try Self.outcome.get()
        #expect(Analysing.comparable(outcome.live) == Analysing.comparable(outcome.recorded))
        let live = try Self.lines(of: outcome.live)
        let written = try Self.lines(of: outcome.written)
        for (live, written) in zip(live, written) where live != written {
            Issue.record("live \(live), written \(written)")
        }
        #expect(live.count == written.count)
        #expect(live.count > 40)
    }

    /// Members whose numbers come from clocks: sizes and counts are compared, instants and rates are not.
    private static let timed = [
        "jitter", "first", "last", "start", "end", "time", "ms", "seconds", "rate", "bps", "kbps", "kb", "delay", "gap",
        "interval", "age", "duration", "arrival", "sourceport", "id",
    ]

    /// The announcements and channels of a report, one line for each number, text and truth value.
    private static func lines(of report: String) throws -> [String] {
        let whole = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any] ?? [:]
        var lines: [String] = []
        for key in ["announcements", "sap"] { add(whole[key], key, to: &lines) }
        for (index, channel) in try channels(of: report).enumerated() {
            for key in ["name", "kind", "group", "port", "source", "carriage", "loss", "fec", "windows", "files"] {
                add(channel[key], "\(index).\(key)", to: &lines)
            }
            let rtp = channel["rtp"] as? [String: Any] ?? [:]
            for key in ["expected", "received", "lost", "duplicates", "ssrc"] {
                add(rtp[key], "\(index).rtp.\(key)", to: &lines)
            }
            add((channel["messages"] as? [String: Any])?["delivered"], "\(index).messages.delivered", to: &lines)
        }
        return lines
    }

    private static func channels(of report: String) throws -> [[String: Any]] {
        let whole = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
        return whole?["channels"] as? [[String: Any]] ?? []
    }

    private static func add(_ value: Any?, _ name: String, to lines: inout [String]) {
        switch value {
        case let members as [String: Any]:
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                guard !timed.contains(where: { key.lowercased().contains($0) }) else { continue }
                add(value, "\(name).\(key)", to: &lines)
            }
        case let list as [Any]:
            for (index, value) in list.enumerated() { add(value, "\(name)[\(index)]", to: &lines) }
        case let value?: lines.append("\(name) \(value)")
        case nil: break
        }
    }
}
