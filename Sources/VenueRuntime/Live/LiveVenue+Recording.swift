import Foundation
public import PacketIO
import Reports

extension LiveVenue {
    /// What a recording's report is called: the recording's own name with this behind it (definitions A4).
    static let reportEnding = ".report.json"

    /// Ends the recording at the last instant told, and writes its report beside it; the thread has ended.
    func finishRecording() -> RecordingResult? {
        guard let recording = options.recording else { return nil }
        // The disk may keep it waiting: meanwhile the state can be asked for.
        let (recorder, end) = state.withLock { ($0.recorder, $0.now) }
        guard let recorder else { return nil }
        let facts = end.map { recorder.finish(at: $0) } ?? recorder.facts
        var result = RecordingResult(path: recording.path, facts: facts)
        do {
            try Data(report().jsonText.utf8).write(
                to: URL(filePath: recording.path + Self.reportEnding), options: .atomic)
        } catch {
            result.reportFailure = "cannot write \(recording.path)\(Self.reportEnding): \(error.localizedDescription)"
        }
        return result
    }
}

/// What became of a recording.
public struct RecordingResult: Sendable {
    /// The recording's path.
    public var path: String
    /// How much of it there is.
    public var facts: RecorderFacts
    /// Why its report is not there; nil when it is.
    public var reportFailure: String?

    /// One sentence for whoever asked for the recording.
    public var sentence: String {
        var text = "recorded \(facts.datagrams) datagrams in \(path)"
        if facts.missed > 0 { text += ", \(facts.missed) are missing" }
        if let failure = facts.failure { text += "; \(failure)" }
        if let reportFailure { text += "; \(reportFailure)" }
        return text
    }
}
