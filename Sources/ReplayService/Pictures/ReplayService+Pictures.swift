import ClipFiles
import Clips
import HTTPServing
import History
import Pipeline
import Timing
import VenueRuntime

/// A file of pictures that is asked for: what it is called in the pool, who makes it, and what is said with it.
struct PictureOrder: Sendable {
    /// Its entity tag; files of one tag are the same.
    var tag: String
    var make: PicturePool.Maker
    /// The header fields beside the tag.
    var headers: @Sendable (PictureFile) -> [Header]
}

extension ReplayService {
    /// The picture presented at an instant.
    func still(_ request: Request) -> Answer {
        do throws(Refusal) {
            let channel = try pictureChannel(request)
            let still: StillRequest
            do throws(ClipQueryError) { still = try StillRequest(query: request.pairs) } catch {
                throw Refusal(.error(400, "\(error)"))
            }
            let missing = still.waits ? channel.snapshot.history.flatMap(still.timeUntilComplete) : nil
            if let parking = parking(until: missing, request) { return .park(parking) }
            return deliver(request, channel) { [limits = pictures.limits] source throws(PictureFailure) in
                try Self.order(still, source, channel, limits)
            }
        } catch {
            return .now(error.response)
        }
    }

    private static func order(
        _ request: StillRequest, _ source: PictureSource, _ channel: ChannelView, _ limits: PictureLimits
    ) throws(PictureFailure) -> PictureOrder {
        let plan: PicturePlan
        do throws(ClipFailure) { plan = try PicturePlan(at: request.instant, in: source.history) } catch {
            throw .clip(error)
        }
        _ = try source.codec(of: plan)
        var isFixed = false
        if case .absolute = request.instant { isFixed = plan.isFinal }
        return PictureOrder(
            tag: plan.entityTag(channel: channel.id, width: request.width ?? 0),
            make: { deadline throws(PictureFailure) in
                try PictureFile.still(plan, request, of: source, limits: limits, until: deadline)
            },
            headers: { [isFixed] file in
                var headers = [
                    Header("Content-Type", "image/jpeg"), cacheControl(isFixed),
                    Header("X-Picture-Time", file.time.rfc3339(digits: 9)),
                    Header("X-Picture-Lost-Packets", String(plan.lostPackets)),
                    Header("X-Picture-Recovered-Packets", String(plan.recoveredPackets)),
                ]
                if file.isDamaged { headers.append(Header("X-Picture-Damaged", "1")) }
                if plan.isFinal {
                    let width = request.width.map { "&width=\($0)" } ?? ""
                    headers.append(
                        Header(
                            "Content-Location",
                            "/api/v1/channels/\(channel.id)/thumb.jpg?at=\(plan.time.epochSeconds)\(width)"))
                }
                return headers
            })
    }

    static func cacheControl(_ isFixed: Bool) -> Header {
        Header("Cache-Control", isFixed ? "public, max-age=31536000, immutable" : "no-store")
    }

    /// The channel of a request for pictures.
    func pictureChannel(_ request: Request) throws(Refusal) -> ChannelView {
        do throws(ChannelProblem) { return try publisher.view.channel(request.path[3]) } catch {
            throw Refusal(error.response)
        }
    }

    /// How a request waits that may wait for what comes in `missing`; nil when it need not, or has waited.
    func parking(until missing: StreamDuration?, _ request: Request) -> Parking? {
        guard let missing, request.wake == nil else { return nil }
        let wait = Duration.nanoseconds((missing + Self.waitMargin).nanoseconds)
        return Parking(patience.ticket, atMost: min(wait, Self.longestWait))
    }

    /// Has a worker plan a file, and answers once it is there; the worker waits for nothing.
    func deliver(
        _ request: Request, _ channel: ChannelView,
        _ order: @escaping @Sendable (PictureSource) throws(PictureFailure) -> PictureOrder
    ) -> Answer {
        .later { [venue, pictures] reply in
            do throws(PictureFailure) {
                guard let facts = channel.snapshot.transport, let history = venue.history(of: channel.index) else {
                    throw .noVideo
                }
                let order = try order(PictureSource(history, facts: facts, of: ClipChannel(channel)))
                pictures.take(order.tag, isThere: { reply.isAwaited }, make: order.make) { result in
                    switch result {
                    case .success(let file):
                        let headers = order.headers(file) + [Header("ETag", order.tag)]
                        reply.send(Response(status: 200, headers: headers, body: .slices(file.body)))
                    case .failure(let failure): reply.send(Self.refusal(failure, channel))
                    }
                }
            } catch {
                reply.send(Self.refusal(error, channel))
            }
        }
    }

    private static func refusal(_ failure: PictureFailure, _ channel: ChannelView) -> Response {
        let retry = failure.retryAfterSeconds.map { [Header("Retry-After", String($0))] } ?? []
        return .error(failure.status, "channel \"\(channel.name)\": \(failure)", headers: retry)
    }
}

extension Request {
    /// The items of the query as pairs.
    var pairs: [(String, String)] { query.map { ($0.name, $0.value) } }
}
