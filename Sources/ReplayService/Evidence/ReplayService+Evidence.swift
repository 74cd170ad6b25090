import Bytes
import ClipFiles
import Clips
import HTTPServing
import History
import NetworkFormats
import Pipeline
import Protection
import Timing
import TransportStream
import VenueRuntime
import VenueSettings

extension ReplayService {
    /// What can still come for a clip's windows when its last packet came so long ago: nothing.
    private static let evidenceSettling = StreamDuration(seconds: 12)

    /// What is asked about: a clip, and the history that it was cut out of.
    struct AskedClip {
        let channel: ChannelView
        let facts: ClipFacts
        let history: HistorySnapshot
        /// The channel's windows that took packets when the history was asked for.
        let open: [KeptWindow]
        /// Whether the same request names the same window for ever.
        let isFixed: Bool

        /// The windows behind it in the order of packets, those in no class and those that still take packets among them.
        var windows: [KeptWindow] {
            let closed = history.windows
            let known = Set(closed.map { Opening($0) })
            let all = closed + open.filter { !known.contains(Opening($0)) }
            return all.filter { window in facts.stretches.contains { $0.reaches(window) } }.sorted {
                ($0.run, $0.record.firstNumber, $0.record.opened) < ($1.run, $1.record.firstNumber, $1.record.opened)
            }
        }

        /// What a window is the same by, closed or not.
        private struct Opening: Hashable {
            var windowRun: Int
            var id: Int64

            init(_ window: KeptWindow) {
                windowRun = window.record.run
                id = window.record.id
            }
        }

        /// The address of what is said about this very clip; nil while its picture times are not final.
        func location(_ name: String) -> [Header] {
            facts.location.map { [Header("Content-Location", "/api/v1/channels/\(channel.id)/\(name)?\($0)")] } ?? []
        }
    }

    /// The datagrams behind a clip.
    func evidence(_ request: Request) -> Answer {
        about(request) { [self] clip in
            do throws(EvidenceFailure) {
                let file = try evidence(of: clip.facts, clip.channel, in: clip.history)
                var response = Self.response(file, clip)
                do throws(ClipProblem) { response.lease = try lease(file.body.count) } catch {
                    return error.response(of: clip.channel)
                }
                return response
            } catch {
                return .error(416, "channel \"\(clip.channel.name)\": \(error)")
            }
        }
    }

    /// The datagrams behind a clip that was cut out of `history`, as a capture.
    func evidence(
        of clip: ClipFacts, _ channel: ChannelView, in history: HistorySnapshot
    ) throws(EvidenceFailure) -> EvidenceFile {
        try EvidenceFile(of: clip.stretches, channel: ClipChannel(channel), in: history, version: Release.version) {
            venue.evidence(of: channel.index, over: $0)
        }
    }

    private static func response(_ file: EvidenceFile, _ clip: AskedClip) -> Response {
        let facts = clip.facts
        var headers = [Header("Content-Type", "application/x-pcapng"), Header("ETag", file.entityTag)]
        headers += facts.headers.filter { $0.name != "X-Clip-Windows" }.map { Header($0.name, $0.value) }
        headers += file.headers
        headers += [
            Header("Content-Disposition", "attachment; filename=\"\(facts.fileName)_evidence.pcapng\"")
        ]
        headers += clip.location("evidence.pcapng")
        let isSettled = file.taken - file.span.upperBound >= evidenceSettling
        let isFixed = clip.isFixed && isSettled && file.isProven
        headers.append(Header("Cache-Control", isFixed ? "public, max-age=31536000, immutable" : "no-store"))
        return Response(status: 200, headers: headers, body: .slices(file.body))
    }

    /// What a clip in some format is; its bytes are not made.
    private static func facts(
        of clip: ClipRequest, as format: ClipFormat, _ channel: ChannelView, _ media: TransportFacts,
        _ history: HistorySnapshot
    ) throws(ClipFailure) -> ClipFacts {
        let channel = ClipChannel(channel)
        guard format == .transport else {
            return try MoviePlan(clip, as: format, of: channel, media: media, from: history).facts
        }
        return try TransportClip(clip, of: channel, media: media, from: history).facts
    }

    /// Answers a request about a clip: finds the channel, waits if asked to, cuts the clip, and hands it to `answer` on a
    /// worker.
    func about(_ request: Request, _ answer: @escaping @Sendable (AskedClip) -> Response) -> Answer {
        let channel: ChannelView
        do throws(ChannelProblem) { channel = try publisher.view.channel(request.path[3]) } catch {
            return .now(error.response)
        }
        let clip: ClipRequest
        do throws(ClipQueryError) { clip = try ClipRequest(query: request.query.map { ($0.name, $0.value) }) } catch {
            return .now(.error(400, "\(error)"))
        }
        let format: ClipFormat
        switch request.value(of: "format") {
        case nil, "ts": format = .transport
        case "mp4": format = .progressive
        case "fmp4": format = .fragmented
        default: return .now(.error(400, "format is one of ts, mp4, fmp4"))
        }
        let missing = channel.snapshot.history.flatMap(clip.timeUntilComplete)
        if let parking = parking(clip, missing, request) { return .park(parking) }
        return .work { [self] in
            // Asked for first: what closes in between stands among those that are closed.
            let open = venue.openWindows(of: channel.index)
            guard let history = venue.history(of: channel.index), let media = channel.snapshot.transport else {
                return .error(404, "channel \"\(channel.name)\" carries no transport stream")
            }
            do throws(ClipFailure) {
                let facts = try Self.facts(of: clip, as: format, channel, media, history)
                let isFixed = facts.isFinal && !facts.isClipped && request.value(of: "start") != nil
                return answer(AskedClip(channel: channel, facts: facts, history: history, open: open, isFixed: isFixed))
            } catch {
                let retry = error.retryAfterSeconds.map { [Header("Retry-After", String($0))] } ?? []
                return .error(error.status, "channel \"\(channel.name)\": \(error)", headers: retry)
            }
        }
    }
}

extension EvidenceFile {
    /// What is said of it in the header fields of an answer.
    var headers: [Header] {
        [
            Header("X-Clip-Windows", windows.text), Header("X-Evidence-Datagrams", String(datagrams)),
            Header("X-Evidence-Margin", String(margin)), Header("X-Evidence-Checked", isProven ? "1" : "0"),
        ]
    }
}
