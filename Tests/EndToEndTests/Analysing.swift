import Foundation
import Reports
import TestSupport
import VenueRuntime
import VenueSettings

/// Analyses captures the way svmanalyze does.
enum Analysing {
    /// The report on a public capture such as "corpus/peer/siteA.pcap".
    static func corpus(_ name: String, filter: String? = nil) throws -> AnalysisReport {
        try file(Corpus.path(name), filter: filter)
    }

    /// The report on the capture at `path`.
    static func file(_ path: String, filter: String? = nil, extraction: Extraction? = nil) throws -> AnalysisReport {
        let options = AnalysisOptions(capturePath: path, filter: filter, extraction: extraction)
        return try CaptureAnalysis(options: options).run { _ in }
    }

    /// Lends a new folder to `body` and removes it afterwards.
    static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }

    /// The JSON report's lines from `channels` to `verdict`: what two ways of seeing the same datagrams must agree on.
    static func comparable(_ report: AnalysisReport) -> String { comparable(report.jsonText) }

    /// The same lines of a report that was written already.
    static func comparable(_ text: String) -> String {
        guard let start = text.range(of: "\"sap\":") else { return text }
        return String(text[start.lowerBound...])
    }
}
