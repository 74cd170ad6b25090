import Channels
import Clips
import HTTPServing
import NetworkFormats
import Pipeline
import Reports
import Timing
import VenueRuntime
import VenueWire

extension ReplayService {
    private static let windowArguments: Set<String> = ["last", "start", "end", "duration", "from", "to", "timerange"]

    /// The messages of a data channel: those of a window as JSON, or (without a window, with `follow=1`, or for readers of
    /// event streams) as events that go on.
    func messages(_ request: Request) -> Answer {
        let view = publisher.view
        let channel: ChannelView
        do throws(ChannelProblem) { channel = try view.channel(request.path[3]) } catch { return .now(error.response) }
        guard channel.snapshot.identity.kind == .data, let kept = venue.messages(of: channel.index) else {
            return .now(.error(404, "channel \"\(channel.name)\" carries no messages; ask for a channel of kind data"))
        }
        let hasWindow = request.query.contains { Self.windowArguments.contains($0.name) }
        let follows =
            !hasWindow || request.value(of: "follow") == "1"
            || request.header("Accept")?.contains("text/event-stream") == true
        var clip: ClipRequest?
        if hasWindow {
            do throws(ClipQueryError) { clip = try ClipRequest(query: request.query.map { ($0.name, $0.value) }) } catch
            {
                return .now(.error(400, "\(error)"))
            }
        }
        let now = view.venue.now.time
        if follows { return follow(request, channel, kept, from: clip?.span(at: now).start, now) }
        guard let clip else { return .now(.error(400, "no window is given")) }
        return list(request, clip, channel, kept, now)
    }

    private func list(
        _ request: Request, _ clip: ClipRequest, _ channel: ChannelView, _ kept: KeptMessages, _ now: StreamTime
    ) -> Answer {
        let (start, end) = clip.span(at: now)
        if end > now, clip.waits, request.wake == nil {
            let wait = Duration.nanoseconds((end - now).nanoseconds)
            return .park(Parking(patience.ticket, atMost: min(wait, Self.longestWait)))
        }
        if !clip.clamps, end > now {
            let seconds = min(86_400, max(1, Int((end - now).seconds.rounded(.up))))
            return .now(
                .error(
                    425, "the window ends in \(seconds) s; ask again then, or with wait=1",
                    headers: [Header("Retry-After", "\(seconds)")]))
        }
        if !clip.clamps, let gone = kept.lastGone, start <= gone {
            return .now(.error(416, "the window begins before the oldest message that is kept: ask for a later one"))
        }
        let epoch = Self.epoch(of: channel)
        return .work {
            // What was handed on in the last instant belongs to a window up to now.
            let last = end >= now ? StreamTime(nanoseconds: .max) : end
            let found = kept.between(start, last)
            let list = found.map {
                OrderedJSON(message: $0, id: MessageID(epoch: epoch, number: $0.number).text)
            }
            let answer: OrderedJSON = [
                "channel": .string(channel.id), "start": .string(start.rfc3339),
                "end": .string(min(end, max(now, start)).rfc3339), "messages": .array(list),
            ]
            return .json(200, answer.text)
        }
    }

    private func follow(
        _ request: Request, _ channel: ChannelView, _ kept: KeptMessages, from start: StreamTime?, _ now: StreamTime
    ) -> Answer {
        let headers = [
            Header("Content-Type", "text/event-stream; charset=utf-8"), Header("Cache-Control", "no-store"),
            // Proxies that gather answers would keep events back.
            Header("X-Accel-Buffering", "no"),
        ]
        if request.isHead { return .now(Response(status: 200, headers: headers)) }
        let epoch = Self.epoch(of: channel)
        var last = kept.lastNumber
        if let start { last = kept.between(start, StreamTime(nanoseconds: .max)).first.map { $0.number - 1 } ?? last }
        if let known = (request.header("Last-Event-ID") ?? request.value(of: "lastEventId")).flatMap(MessageID.init) {
            // Another run of the server numbered its messages anew: everything that is kept is news.
            last = known.epoch == epoch ? min(known.number, kept.lastNumber) : 0
        }
        guard let stream = feed.listen(to: channel.index, epoch: epoch, after: last, kept) else {
            return .now(
                .error(
                    503, "\(MessageFeed.limit) readers listen already: ask again in a while, or with last=20s",
                    headers: [Header("Retry-After", "5")]))
        }
        return .now(Response(status: 200, headers: headers, body: .stream(stream)))
    }

    static func epoch(of channel: ChannelView) -> Int64 {
        channel.snapshot.identity.firstSeen.time.nanoseconds / 1_000_000
    }
}

extension ClipRequest {
    /// The window as instants when stream time is `now`, which is the live edge of messages.
    fileprivate func span(at now: StreamTime) -> (start: StreamTime, end: StreamTime) {
        switch window {
        case .last(let length): (now - length, now)
        case .beforeLiveEdge(let from, let to): (now - from, now - to)
        case .absolute(let from, let to):
            (from ?? StreamTime(nanoseconds: 0), to ?? max(now, from ?? now))
        }
    }
}
