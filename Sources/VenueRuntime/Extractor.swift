import Channels
import NetworkFormats
import ObjectDelivery
import Pipeline
import Protection
import Reports

/// Writes what a capture's channels carry: transport streams, messages and files.
struct Extractor: ChannelSink {
    private let transport: TransportExtractor
    private let objects: ObjectExtractor

    /// Makes the folder if it is not there; the capture at `capturePath` will not be overwritten.
    init(_ extraction: Extraction, from capturePath: String) throws(AnalysisFailure) {
        transport = try TransportExtractor(extraction, from: capturePath)
        objects = ObjectExtractor(extraction)
    }

    func opened(_ channel: ChannelIdentity) {
        transport.opened(channel)
        objects.opened(channel)
    }

    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {
        transport.released(channel, release, bytes)
    }

    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}

    func object(_ channel: Int32, _ event: ObjectEvent, _ bytes: RawSpan, at moment: Moment) {
        objects.object(channel, event, bytes, at: moment)
    }

    /// Writes what is left and gives everything of `channels` its name; the rest is removed.
    func finish(keeping channels: [ChannelReport]) throws(AnalysisFailure) {
        var used: Set<String> = []
        try transport.finish(keeping: channels, among: &used)
        try objects.finish(keeping: channels, among: &used)
    }
}

@available(*, unavailable)
extension Extractor: Sendable {}
