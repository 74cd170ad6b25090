import Channels
import Clips
import Foundation
import History
import NetworkFormats
import Pipeline
import Protection
import Timing

/// What a capture says of itself in the comments of its section: a sentence for people, and lines of JSON for programs.
///
/// The first comment ends in `{"channel":…,"checked":true,"evidence":1,"failed":1,…}`. Each further one is
/// `{"windows":[{"d":…,"firstSeq":…,"k":…,"lastSeq":…,"opened":…,"outcome":…}]}`: the inner windows, by the sequence numbers on
/// the wire and the time of their first packet (the start of their slot).
struct EvidenceComment {
    /// Windows that are listed one by one; of more, those with loss go first.
    static let windowLimit = 1_000
    /// Windows of one comment: readers keep the first 4 096 bytes of each.
    static let windowsPerComment = 24
    /// Characters of a name that are repeated.
    private static let nameLimit = 128

    private struct Line: Encodable {
        var evidence = 1
        var channel: String
        var name: String
        var group: String
        var port: UInt16
        var scheme: String
        var margin: Int
        var checked: Bool
        var total: Int
        var noLoss: Int
        var recovered: Int
        var failed: Int
    }

    private struct List: Encodable {
        var windows: [Window]
    }

    private struct Window: Encodable {
        var firstSeq: UInt16?
        var lastSeq: UInt16?
        var opened: String
        var k: Int
        var d: Int
        var outcome: String
    }

    /// The comments.
    let texts: [String]

    init(_ plan: EvidencePlan, _ excerpt: ChannelExcerpt, _ channel: ClipChannel, isProven: Bool) {
        let counts = plan.windows
        let destination = excerpt.identity.destination
        let name = String(String.UnicodeScalarView(channel.name.unicodeScalars.prefix(Self.nameLimit)))
        let hasNumbers = excerpt.scheme != .none && excerpt.scheme != .undecided
        let line = Line(
            channel: channel.id, name: name, group: "\(destination.address)", port: destination.port,
            scheme: Self.name(of: excerpt.scheme), margin: plan.margin, checked: isProven, total: counts.total,
            noLoss: counts.noLoss, recovered: counts.recovered, failed: counts.failed)
        let windows = Self.listed(plan.inner).map { window in
            Window(
                firstSeq: hasNumbers ? UInt16(truncatingIfNeeded: window.record.firstNumber) : nil,
                lastSeq: hasNumbers ? UInt16(truncatingIfNeeded: window.record.lastNumber) : nil,
                opened: window.record.opened.rfc3339(digits: 9), k: window.record.k, d: window.record.d,
                outcome: Self.name(of: window.record.outcome))
        }
        let doubt =
            isProven
            ? "an analysis of this file alone finds them in these classes"
            : "too little is kept of what came before, so that an analysis of this file alone may find other classes"
        let sentence = """
            The datagrams behind a clip of channel "\(name)", as they arrived: \(counts.total) windows of it are in a class, \
            \(counts.noLoss) without loss, \(counts.recovered) recovered, \(counts.failed) failed; \(doubt). Windows \
            either side are here so that these can be judged; they are not listed.
            """
        let lists = stride(from: 0, to: windows.count, by: Self.windowsPerComment).map { first in
            Self.json(List(windows: Array(windows[first..<min(windows.count, first + Self.windowsPerComment)])))
        }
        texts = [sentence + "\n" + Self.json(line)] + lists
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static func listed(_ windows: [KeptWindow]) -> [KeptWindow] {
        let classified = windows.filter(\.record.isClassified)
        guard classified.count > windowLimit else { return classified }
        let hurt = classified.filter { $0.record.outcome != .noLoss }
        return Array(hurt.prefix(windowLimit))
    }

    private static func name(of outcome: WindowRecord.Outcome) -> String {
        switch outcome {
        case .noLoss: "noLoss"
        case .recovered: "recovered"
        case .recoveryFailed: "recoveryFailed"
        case .partial: "partial"
        case .open: "open"
        }
    }

    /// The scheme as reports name it.
    private static func name(of scheme: ProtectionCounters.Scheme) -> String {
        switch scheme {
        case .none, .undecided: "none"
        case .parity: "st2022-1"
        case .reedSolomon: "rs8"
        case .carrier: "rs-carrier"
        }
    }
}
