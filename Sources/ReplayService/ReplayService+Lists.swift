import Bytes
import Clips
import HTTPServing
import History
import MediaIO
import Pipeline
import VenueRuntime

extension ReplayService {
    func playlist(_ request: Request, _ kind: any KeyPath<ChannelLists, SharedContent> & Sendable) -> Answer {
        do throws(ChannelProblem) {
            let channel = try publisher.view.channel(request.path[1])
            guard let lists = channel.lists else { return .now(Self.notYet(channel)) }
            return .now(Response(lists[keyPath: kind]))
        } catch {
            return .now(error.response)
        }
    }

    /// A playlist begins after three random access points, or eight seconds.
    private static func notYet(_ channel: ChannelView) -> Response {
        guard channel.snapshot.transport != nil else {
            return .error(404, "channel \"\(channel.name)\" carries no transport stream")
        }
        return .error(
            503, "channel \"\(channel.name)\" has just begun: its first playlist comes within eight seconds",
            headers: [Header("Retry-After", "1")])
    }

    func segment(_ request: Request) -> Answer {
        let (epoch, name) = (request.path[2], request.path[3])
        let channel: ChannelView
        do throws(ChannelProblem) { channel = try publisher.view.channel(request.path[1]) } catch {
            return .now(error.response)
        }
        let key = SegmentCache.Key(channel: channel.id, epoch: epoch, name: name)
        if let known = segments.content(key) { return .now(Response(known)) }
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let number = Int64(parts[0]), String(number) == parts[0],
            let kind = SegmentKind(rawValue: String(parts[1]))
        else { return .now(.error(404, "\(name) is no segment's name")) }
        return .work { [self] in make(kind, number, of: channel, key) }
    }

    /// What a segment's name ends with.
    private enum SegmentKind: String {
        case transport = "ts"
        case fragment = "m4s"
        case initialization = "init.mp4"
    }

    private func make(_ kind: SegmentKind, _ number: Int64, of channel: ChannelView, _ key: SegmentCache.Key)
        -> Response
    {
        let gone = Response.error(404, "segment \(key.epoch)/\(key.name) is not kept, or is not there yet")
        guard let segmenter = channel.lists?.segmenter, let epoch = Int64(key.epoch), String(epoch) == key.epoch,
            let history = venue.history(of: channel.index), let facts = channel.snapshot.transport
        else { return gone }
        let segment =
            kind == .initialization
            ? segmenter.segment(epoch: epoch, initialization: Int(clamping: number))
            : segmenter.segment(epoch: epoch, sequence: number)
        guard let segment else { return gone }
        let body: SliceList?
        do throws(MediaFailure) {
            switch kind {
            case .transport: body = segmenter.body(of: segment, in: history)
            case .fragment: body = try fragments.fragment(of: segment, segmenter, history, facts)
            case .initialization: body = try fragments.initialization(of: segment, segmenter, history, facts)
            }
        } catch {
            return .error(500, "channel \"\(channel.name)\": \(error)")
        }
        guard let body else { return gone }
        // A name never stands for two contents: caches may keep it for ever.
        let content = SharedContent(
            body, type: kind == .transport ? "video/mp2t" : "video/mp4",
            entityTag: "\"\(channel.id)-\(key.epoch)-\(key.name)\"",
            cacheControl: "public, max-age=31536000, immutable")
        return Response(segments.keep(content, under: key))
    }
}
