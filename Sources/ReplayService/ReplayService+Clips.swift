import Bytes
import ClipFiles
import Clips
import HTTPServing
import History
import Pipeline
import Timing
import TransportStream
import VenueRuntime

extension ReplayService {
    /// How long a request with `wait=1` waits in all (definitions D1).
    static let longestWait = Duration.seconds(30)
    /// What a picture takes from its end to the history, and a little more.
    static let waitMargin = StreamDuration(milliseconds: 300)
    /// A file of more bytes is made beside the workers, one at a time.
    private static let slowSize = 48 << 20

    func transportClip(_ request: Request) -> Answer { clip(request, .transport) }

    func movieClip(_ request: Request) -> Answer {
        switch request.value(of: "fragmented") {
        case nil, "0": clip(request, .progressive)
        case "1": clip(request, .fragmented)
        default: .now(.error(400, "fragmented cannot be read; expected 0 or 1"))
        }
    }

    private func clip(_ request: Request, _ format: ClipFormat) -> Answer {
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
        return .later { [self] reply in
            guard let media = channel.snapshot.transport, let history = venue.history(of: channel.index) else {
                return reply.send(.error(404, "channel \"\(channel.name)\" carries no transport stream"))
            }
            let order = ClipOrder(request: clip, channel: channel, media: media, history: history, query: request)
            if format == .transport { reply.send(cut(order)) } else { make(order, format, reply) }
        }
    }

    /// What a clip is made of.
    private struct ClipOrder: Sendable {
        var request: ClipRequest
        var channel: ChannelView
        var media: TransportFacts
        var history: HistorySnapshot
        var query: Request
    }

    private func cut(_ order: ClipOrder) -> Response {
        do throws(ClipFailure) {
            let clip = try TransportClip(
                order.request, of: ClipChannel(order.channel), media: order.media, from: order.history)
            let answer = ClipAnswer(
                channel: order.channel, request: order.request, format: .transport, facts: clip.facts,
                type: "video/mp2t")
            guard let lease = clipBudget.lease(clip.body.count) else { return refusal(clip.body.count, order.channel) }
            return answer.response(clip.body, lease)
        } catch {
            return Self.refusal(error.status, "\(error)", error.retryAfterSeconds, order.channel)
        }
    }

    /// Plans at once; a long file is made beside the workers, so that short ones do not wait for it.
    private func make(_ order: ClipOrder, _ format: ClipFormat, _ reply: LateReply) {
        let plan: MoviePlan
        do throws(ClipFailure) {
            plan = try MoviePlan(
                order.request, as: format, of: ClipChannel(order.channel), media: order.media, from: order.history)
        } catch {
            return reply.send(Self.refusal(error.status, "\(error)", error.retryAfterSeconds, order.channel))
        }
        let known = ClipAnswer(
            channel: order.channel, request: order.request, format: format, facts: plan.facts, type: "video/mp4")
        if known.isKnown(to: order.query) { return reply.send(known.response(SliceList(), nil)) }
        // While a file is made its media lie there twice.
        let size = plan.byteCount
        guard let lease = clipBudget.lease(2 * size) else { return reply.send(refusal(2 * size, order.channel)) }
        if size <= Self.slowSize { return reply.send(write(plan, order, lease)) }
        let isTaken = slowLane.add { [self] in reply.send(write(plan, order, lease)) }
        if !isTaken { reply.send(refusal(0, order.channel)) }
    }

    private func write(_ plan: MoviePlan, _ order: ClipOrder, _ lease: ClipBudget.Lease) -> Response {
        do throws(MovieFailure) {
            let clip = try movies.clip(of: plan)
            lease.shrink(to: clip.body.count)
            return ClipAnswer(
                channel: order.channel, request: order.request, format: plan.format, facts: clip.facts, type: clip.type
            ).response(clip.body, lease)
        } catch {
            return Self.refusal(error.status, "\(error)", error.retryAfterSeconds, order.channel)
        }
    }

    private static func refusal(_ status: Int, _ sentence: String, _ seconds: Int?, _ channel: ChannelView) -> Response
    {
        let retry = seconds.map { [Header("Retry-After", String($0))] } ?? []
        return .error(status, "channel \"\(channel.name)\": \(sentence)", headers: retry)
    }

    /// A clip that needs `bytes` has no room now, or never has.
    private func refusal(_ bytes: Int, _ channel: ChannelView) -> Response {
        let limit = "\(clipBudget.limit >> 20) MiB"
        if bytes > clipBudget.limit {
            return Self.refusal(
                416,
                "the clip would need \(bytes >> 20) MiB and all clips together have \(limit); ask for a shorter window",
                nil,
                channel)
        }
        return Self.refusal(429, "clips of \(limit) are being sent already; try again in a second", 1, channel)
    }
}
