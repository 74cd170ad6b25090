import Channels
import HTTPServing
import History
import NetworkFormats
import Pipeline
import Reports
import Timing
import TransportStream
import VenueWire

extension ReplayService {
    func channels(_ request: Request) -> Answer {
        let view = publisher.view
        return .work {
            let channels = view.channels.map { OrderedJSON(channel: $0, at: view.venue.now.time) }
            let announced = view.announced.map(OrderedJSON.init(announced:))
            let answer: OrderedJSON = ["channels": .array(channels + announced)]
            return .json(200, answer.text)
        }
    }

    func channel(_ request: Request) -> Answer {
        let view = publisher.view
        do throws(ChannelProblem) {
            let channel = try view.channel(request.path[3])
            return .now(.json(200, OrderedJSON(channel: channel, at: view.venue.now.time).text))
        } catch {
            // What is heard goes before what is only announced.
            guard case .unknown(let text) = error, let announced = view.announced(text) else {
                return .now(error.response)
            }
            return .now(.json(200, OrderedJSON(announced: announced).text))
        }
    }
}

extension OrderedJSON {
    /// How a channel's state is called.
    private static func state(_ channel: ChannelView, at now: StreamTime) -> String {
        // Messages and files come now and then, pictures all the time.
        let silence = StreamDuration(seconds: channel.snapshot.objects == nil ? 1 : 30)
        guard let last = channel.snapshot.last?.time, now - last < silence else { return "silent" }
        // Without a transport stream there are no pictures to wait for.
        return channel.snapshot.transport != nil && channel.snapshot.history?.liveEdge == nil ? "starting" : "live"
    }

    /// A channel's properties, what is kept of it and how it is doing.
    init(channel: ChannelView, at now: StreamTime) {
        let (snapshot, report) = (channel.snapshot, channel.report)
        let announced = channel.announcement
        let facts = announced?.announcement.channel
        let license = announced?.announcement.license
        let history = snapshot.history
        let depth = history.flatMap { history in
            history.oldest.flatMap { oldest in history.liveEdge.map { ($0 - oldest).seconds } }
        }
        let codecs = (snapshot.transport?.tracks ?? []).filter(\.isListed).map { OrderedJSON.string($0.codec.rawValue) }
        self = [
            "id": .string(channel.id), "name": .string(channel.name), "kind": .string(report.kind.rawValue),
            "origin": .string(report.origin.rawValue), "licensed": .bool(report.licensed ?? true),
            "channelText": .string(facts.flatMap { $0.text.isEmpty ? nil : $0.text } ?? channel.name),
            "bandwidthKbps": .integer(
                facts.flatMap { $0.bandwidthKbps > 0 ? $0.bandwidthKbps : nil } ?? Int(report.bitrateKbps.rounded())),
            "sessionNum": .integer(facts.map { Int($0.sessionNumber) } ?? 0),
            "venueName": .string(license?.venueName ?? ""), "contentOwner": .string(license?.contentOwner ?? ""),
            "appDeveloper": .string(license?.appDeveloper ?? ""),
            "sessionId": .string(announced?.announcement.sessionID ?? ""),
            "sessionTitle": .string(announced?.announcement.title ?? ""),
            "group": .string(report.group.description), "port": .integer(Int(report.port)),
            "source": report.source.map { .string($0.description) } ?? .null,
            "carriage": .string(report.carriage.rawValue), "state": .string(Self.state(channel, at: now)),
            "linkIndicator": report.link.map { .integer($0.last) } ?? .null,
            "historySeconds": .decimal(depth ?? 0, digits: 3),
            "oldest": history?.oldest.map { .string($0.rfc3339) } ?? .null,
            "liveEdge": history?.liveEdge.map { .string($0.rfc3339) } ?? .null,
            "codecs": .array(codecs), "bitrateKbps": .decimal(report.bitrateKbps, digits: 1),
            "expected": report.rtp.map { .integer($0.expected) },
            "received": report.rtp.map { .integer($0.received) }, "lost": report.rtp.map { .integer($0.lost) },
            "recovered": report.fec.map { .integer($0.recovered) },
            "unrecovered": report.fec.map { .integer($0.unrecovered) },
            "receiverDrops": .integer(snapshot.receiverDrops),
            "clip": snapshot.transport == nil
                ? .null : .string("/api/v1/channels/\(channel.id)/clip.ts?last=20s"),
            "messages": report.kind == .data ? .string("/api/v1/data/\(channel.id)/messages") : nil,
            "files": report.kind == .file ? .string("/api/v1/files/\(channel.id)") : nil,
            "playlist": channel.lists == nil ? .null : .string("/hls/\(channel.id)/live.m3u8"),
        ]
    }
}
