import CaptureFormats
import NetworkFormats
import PacketIO
import Pipeline
public import Reports
import Timing
import VenueSettings

/// Reads one capture to its end and reports on it.
public struct CaptureAnalysis: Sendable {
    private let options: AnalysisOptions

    /// An analysis with `options`; nothing is opened yet.
    public init(options: AnalysisOptions) { self.options = options }

    /// Reads the capture and gives the finished report; `progress` is told now and then, on this thread.
    public func run(progress: (AnalysisProgress) -> Void) throws(AnalysisFailure) -> AnalysisReport {
        guard let extraction = options.extraction else { return try analyse(into: NoSink(), progress).report }
        let analysis = try analyse(into: try Extractor(extraction, from: options.capturePath), progress)
        try analysis.output.finish(keeping: analysis.report.channels)
        return analysis.report
    }

    private func analyse<Output: ChannelSink>(
        into output: Output, _ progress: (AnalysisProgress) -> Void
    ) throws(AnalysisFailure) -> (report: AnalysisReport, output: Output) {
        var engine = VenueEngine(parameters: VenueParameters(options.configuration), output: output)
        let facts = try drain(into: &engine, progress)
        engine.finish()
        do throws(UnknownChannel) {
            let report = try AnalysisReport(venue: engine.snapshot, capture: facts, channels: options.channels)
            return (report, engine.output)
        } catch {
            throw .noSuchChannel(name: error.name, known: error.known)
        }
    }

    private func drain(
        into engine: inout some DatagramSink, _ progress: (AnalysisProgress) -> Void
    ) throws(AnalysisFailure) -> CaptureFacts {
        do throws(CaptureFailure) {
            var source = try CaptureSource(
                opening: options.capturePath,
                options: CaptureOptions(filter: options.filter, verifyChecksums: options.verifiesChecksums))
            while try source.drain(into: &engine) != .finished {
                progress(
                    AnalysisProgress(
                        bytesRead: source.bytesRead, bytesTotal: source.totalBytes, frames: source.framesRead))
            }
            return source.facts
        } catch {
            throw .capture(error)
        }
    }
}
