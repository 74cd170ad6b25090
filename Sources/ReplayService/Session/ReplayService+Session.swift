import DeviceLink
import HTTPServing
import Quality
import Reports
import Session

/// What the SDK answers on a device, over HTTP.
extension ReplayService {
    /// The 25 statistics: those of the player that was opened last, or of one channel since its first packet.
    func statistics(_ request: Request) -> Answer {
        guard let text = request.value(of: "channel") else {
            return .work { [session] in .json(200, OrderedJSON(statistics: session.statistics).text) }
        }
        do throws(ChannelProblem) {
            let channel = try publisher.view.channel(text)
            return .work { [session] in
                let statistics = session.statistics(ofChannel: channel.index) ?? SessionStatistics()
                return .json(200, OrderedJSON(statistics: statistics).text)
            }
        } catch {
            return .now(error.response)
        }
    }

    func serviceState(_ request: Request) -> Answer {
        .work { [session] in .json(200, OrderedJSON(serviceState: session.serviceState).text) }
    }

    func venueConnection(_ request: Request) -> Answer {
        .work { [session] in .json(200, OrderedJSON(isConnectedToVenue: session.isConnectedToVenue).text) }
    }

    func wireless(_ request: Request) -> Answer {
        .work { [session] in
            let isUp = session.link.isUp
            return .json(
                200, OrderedJSON(wireless: session.wireless, isUp: isUp, statistics: session.statistics).text)
        }
    }

    /// Every event of the session, as it happens.
    func events(_ request: Request) -> Answer {
        var types = Set(EventName.allCases)
        if let text = request.value(of: "types"), !text.isEmpty {
            do throws(UnknownEvent) { types = try EventName.set(of: text) } catch {
                return .now(.error(400, "\(error)"))
            }
        }
        let headers = [
            Header("Content-Type", "text/event-stream; charset=utf-8"), Header("Cache-Control", "no-store"),
            // Proxies that gather answers would keep events back.
            Header("X-Accel-Buffering", "no"),
        ]
        if request.isHead { return .now(Response(status: 200, headers: headers)) }
        let known = (request.header("Last-Event-ID") ?? request.value(of: "lastEventId")).flatMap(MessageID.init)
        return .work { [self, types] in
            guard let stream = events.listen(after: known, types: types, standing: { sessionEvents.standing }) else {
                return .error(
                    503, "\(EventFeed.limit) readers listen already: ask again in a while",
                    headers: [Header("Retry-After", "5")])
            }
            return Response(status: 200, headers: headers, body: .stream(stream))
        }
    }
}
