import Clips
import HTTPServing
import History
import Pipeline
import Timing
import VenueRuntime

extension ReplayService {
    /// How long a request with `wait=1` waits in all (definitions D1).
    static let longestWait = Duration.seconds(30)
    /// What a picture takes from its end to the history, and a little more.
    static let waitMargin = StreamDuration(milliseconds: 300)

    func transportClip(_ request: Request) -> Answer {
        let channel: ChannelView
        do throws(ChannelProblem) { channel = try publisher.view.channel(request.path[3]) } catch {
            return .now(error.response)
        }
        let clip: ClipRequest
        do throws(ClipQueryError) { clip = try ClipRequest(query: request.query.map { ($0.name, $0.value) }) } catch {
            return .now(.error(400, "\(error)"))
        }
        if clip.waits, request.wake == nil, let missing = channel.snapshot.history.flatMap(clip.timeUntilComplete) {
            let wait = Duration.nanoseconds((missing + Self.waitMargin).nanoseconds)
            return .park(Parking(patience.ticket, atMost: min(wait, Self.longestWait)))
        }
        return .work { [self] in cut(clip, channel, query: request) }
    }

    private func cut(_ request: ClipRequest, _ channel: ChannelView, query: Request) -> Response {
        guard let history = venue.history(of: channel.index), channel.snapshot.transport != nil else {
            return .error(404, "channel \"\(channel.name)\" carries no transport stream")
        }
        do throws(ClipFailure) {
            return Self.response(try TransportClip(request, of: ClipChannel(channel), from: history), channel, query)
        } catch {
            let retry = error.retryAfterSeconds.map { [Header("Retry-After", String($0))] } ?? []
            return .error(error.status, "channel \"\(channel.name)\": \(error)", headers: retry)
        }
    }

    private static func response(_ clip: TransportClip, _ channel: ChannelView, _ request: Request) -> Response {
        let facts = clip.facts
        var headers = [Header("Content-Type", "video/mp2t"), Header("ETag", facts.entityTag)]
        headers += facts.headers.map { Header($0.name, $0.value) }
        headers.append(Header("Content-Disposition", "attachment; filename=\"\(facts.fileName).ts\""))
        if let location = facts.location {
            headers.append(
                Header("Content-Location", "/api/v1/channels/\(channel.id)/clip.ts?\(location)"))
        }
        // Only a window of absolute times that is whole gives the same bytes for ever.
        let isFixed = facts.isFinal && !facts.isClipped && request.value(of: "start") != nil
        headers.append(Header("Cache-Control", isFixed ? "public, max-age=31536000, immutable" : "no-store"))
        return Response(status: 200, headers: headers, body: .slices(clip.body))
    }
}
