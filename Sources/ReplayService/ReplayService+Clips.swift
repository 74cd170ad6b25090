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
            do throws(ClipProblem) { return answer.response(clip.body, try lease(clip.body.count)) } catch {
                return error.response(of: order.channel)
            }
        } catch {
            return ClipProblem(error).response(of: order.channel)
        }
    }

    private func make(_ order: ClipOrder, _ format: ClipFormat, _ reply: LateReply) {
        let plan: MoviePlan
        do throws(ClipFailure) {
            plan = try MoviePlan(
                order.request, as: format, of: ClipChannel(order.channel), media: order.media, from: order.history)
        } catch {
            return reply.send(ClipProblem(error).response(of: order.channel))
        }
        let (channel, request) = (order.channel, order.request)
        let known = ClipAnswer(channel: channel, request: request, format: format, facts: plan.facts, type: "video/mp4")
        if known.isKnown(to: order.query) { return reply.send(known.response(SliceList(), nil)) }
        movie(of: plan, isKept: order.query.header("Range") != nil) { outcome in
            switch outcome {
            case .success(let made):
                let answer = ClipAnswer(
                    channel: channel, request: request, format: format, facts: made.facts, type: made.type)
                reply.send(answer.response(made.body, made.lease))
            case .failure(let problem): reply.send(problem.response(of: channel))
            }
        }
    }
}
