import Channels
import ClipFiles
public import Clips
import History
import NetworkFormats
import PacketIO
import Pipeline
import Reports
public import Timing

/// One clip out of a capture: the bytes that a server which received the same would give (definitions D7).
///
/// The capture is read twice: first wholly, to know its channels by the names they were given, then up to the clip's end,
/// with a history of that channel alone. What is kept lies in memory, ``memoryLimit`` bytes at most.
public struct CaptureClip: Sendable {
    /// How the clip is written.
    public enum Format: Sendable, Equatable {
        /// MP4, to the very picture.
        case movie
        /// A transport stream from a random access point on.
        case transport
    }

    /// Bytes of the channel that are kept; the clip begins later where they do not suffice.
    static let memoryLimit = 2 << 30
    /// So much before the clip is kept: decoding starts at a random access point before it.
    static let lead = StreamDuration(seconds: 120)
    /// So long after its end the clip is cut for the first time, and then again and again, until its sound is whole.
    static let patience = StreamDuration(seconds: 2)

    private let options: AnalysisOptions
    /// The channel's name, id, or "group:port".
    private let channel: String
    /// From so long after the capture's first frame.
    private let from: StreamDuration
    private let duration: StreamDuration
    private let format: Format
    private let content: ClipContent

    /// A clip of `channel`, `duration` long, that begins `from` after the capture's first frame.
    public init(
        of channel: String, in options: AnalysisOptions, from: StreamDuration, duration: StreamDuration,
        format: Format, content: ClipContent = .repaired
    ) {
        var options = options
        options.channels = [channel]
        options.extraction = nil
        self.options = options
        self.channel = channel
        self.from = from
        self.duration = duration
        self.format = format
        self.content = content
    }

    /// Reads the capture and cuts; `progress` is told now and then, on this thread.
    public func cut(progress: (AnalysisProgress) -> Void) throws(CaptureClipFailure) -> CutClip {
        guard options.capturePath != "-" else { throw .notTwice }
        let report: AnalysisReport
        do throws(AnalysisFailure) { report = try CaptureAnalysis(options: options).run(progress: progress) } catch {
            throw .analysis(error)
        }
        guard let found = report.channels.first, let first = report.capture.firstTime else {
            throw .noMedia(channel: channel)
        }
        guard report.channels.count == 1 else {
            throw .ambiguous(channel: channel, ids: report.channels.map(\.id))
        }
        var request = ClipRequest(window: .absolute(from: first + from, to: first + from + duration))
        request.content = content
        var parameters = VenueParameters(options.configuration)
        parameters.history = HistoryLimits(depth: duration + Self.lead, byteCap: Self.memoryLimit)
        parameters.historyOf = Endpoint(found.group, found.port)
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        let cutter = Cutter(request: request, format: format, id: found.id, name: found.name)
        if let clip = try watch(&engine, first + from + duration + Self.patience, progress, cutter) { return clip }
        engine.finish()
        return try cutter.cut(engine)
    }

    /// Reads on until the clip is whole; nil when the capture ends before that.
    private func watch(
        _ engine: inout VenueEngine<NoSink>, _ due: StreamTime, _ progress: (AnalysisProgress) -> Void, _ cutter: Cutter
    ) throws(CaptureClipFailure) -> CutClip? {
        var due = due
        do throws(CaptureFailure) {
            var source = try CaptureSource(
                opening: options.capturePath,
                options: CaptureOptions(filter: options.filter, verifyChecksums: options.verifiesChecksums))
            while try source.drain(into: &engine) != .finished {
                progress(
                    AnalysisProgress(
                        bytesRead: source.bytesRead, bytesTotal: source.totalBytes, frames: source.framesRead))
                guard engine.now.time >= due else { continue }
                due = engine.now.time + Self.patience
                if let clip = try? cutter.cut(engine), clip.facts.isFinal, !clip.facts.isClipped { return clip }
            }
            return nil
        } catch {
            throw .analysis(.capture(error))
        }
    }

    /// Cuts what is asked for out of an engine's history.
    private struct Cutter {
        let request: ClipRequest
        let format: Format
        let id: String
        let name: String

        func cut(_ engine: borrowing VenueEngine<NoSink>) throws(CaptureClipFailure) -> CutClip {
            guard let index = engine.channel(withID: id), let snapshot = engine.snapshot(of: index),
                let media = snapshot.transport, let history = engine.history(of: index)
            else { throw .noMedia(channel: name) }
            let channel = ClipChannel(id: id, name: name, packetLength: snapshot.identity.packetLength ?? 188)
            switch format {
            case .transport:
                do throws(ClipFailure) {
                    let clip = try TransportClip(request, of: channel, media: media, from: history)
                    return CutClip(body: clip.body, facts: clip.facts)
                } catch { throw .clip(.clip(error), channel: name) }
            case .movie:
                do throws(MovieFailure) {
                    let clip = try MovieClip(request, of: channel, media: media, from: history)
                    return CutClip(body: clip.body, facts: clip.facts)
                } catch { throw .clip(error, channel: name) }
            }
        }
    }
}
