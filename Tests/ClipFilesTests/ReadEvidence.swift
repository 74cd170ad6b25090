import Bytes
import CaptureFormats
import Channels
import Foundation
import NetworkFormats
import PacketIO
import Pipeline
import Protection
import Timing

/// Evidence read back from a file by the analysis' own way: source, engine, nothing else.
struct ReadEvidence {
    /// Remembers every window that closes, and every datagram.
    private struct Log: ChannelSink {
        var destinations: [Endpoint] = []
        var records: [(channel: Int32, record: WindowRecord)] = []
        mutating func opened(_ channel: ChannelIdentity) { destinations.append(channel.destination) }
        mutating func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {}
        mutating func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {
            records.append((channel, record))
        }
    }

    /// Hands on to the engine, and keeps the datagrams.
    private struct Reader: DatagramSink {
        var engine = VenueEngine(parameters: VenueParameters(), output: Log())
        var tape = Tape()
        mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
            tape.ingest(header, payload)
            engine.ingest(header, payload)
        }
        mutating func advance(to time: StreamTime) { engine.advance(to: time) }
    }

    let tape: Tape
    let facts: CaptureFacts
    /// The windows of what goes to one destination.
    let windows: [Endpoint: [WindowRecord]]

    init(_ bytes: [UInt8]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "evidence-\(UUID().uuidString).pcapng")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try self.init(path: file.path())
    }

    init(path: String) throws {
        var source = try CaptureSource(opening: path)
        var reader = Reader()
        while try source.drain(into: &reader) != .finished {}
        reader.engine.finish()
        tape = reader.tape
        facts = source.facts
        let log = reader.engine.output
        windows = Dictionary(grouping: log.records) { log.destinations[Int($0.channel)] }.mapValues { $0.map(\.record) }
    }

    /// What the section's first comment says for programs.
    var line: [String: Any] {
        Self.object(facts.comments.first?.text.split(separator: "\n").last.map(String.init) ?? "{}")
    }

    /// The windows that the section's other comments list.
    var listed: [[String: Any]] {
        facts.comments.dropFirst().prefix { $0.frame == 0 }.flatMap { comment in
            Self.object(comment.text)["windows"] as? [[String: Any]] ?? []
        }
    }

    private static func object(_ text: String) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }
}
