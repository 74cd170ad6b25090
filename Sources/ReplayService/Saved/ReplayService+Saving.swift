import Bytes
import ClipFiles
import Clips
import HTTPServing
import History
import Pipeline
import Reports
import Storage
import Timing
import TransportStream
import VenueRuntime

extension ReplayService {
    /// Where saved clips are.
    static let clipsPath = "/api/v1/clips"

    /// Saves a clip with its evidence and report; they are on the disk when it answers.
    func saveClip(_ request: Request) -> Answer {
        guard let clips else { return .now(Self.noClips) }
        let channel: ChannelView
        let wish: SaveWish
        do {
            channel = try publisher.view.channel(request.path[3])
            wish = try SaveWish(reading: request)
        } catch let refusal as any RefusingError {
            return .now(refusal.response)
        } catch {
            return .now(.error(400, "\(error)"))
        }
        let missing = channel.snapshot.history.flatMap(wish.request.timeUntilComplete)
        if let parking = parking(wish.request, missing, request) { return .park(parking) }
        return .later { [self] reply in
            guard let source = source(of: channel) else { return reply.send(Self.noMedia(channel)) }
            // The window is that of this moment, however long those before it take.
            let isTaken = clips.perform { [self] store in
                reply.send(save(wish, from: source, by: request.remote, in: store))
            }
            if !isTaken { reply.send(ClipDesk.busy) }
        }
    }

    private static func noMedia(_ channel: ChannelView) -> Response {
        .error(404, "channel \"\(channel.name)\" carries no transport stream")
    }

    private func save(_ wish: SaveWish, from source: ClipSource, by remote: String, in store: ClipStore) -> Response {
        do {
            var draft = try self.draft(wish, from: source, savedBy: remote)
            (draft.name, draft.note) = (wish.name, wish.note)
            let clip = try store.save(draft)
            return Self.json(
                Self.shown(clip), 201, headers: [Header("Location", "\(Self.clipsPath)/\(clip.id.text)")])
        } catch let refusal as any RefusingError {
            return refusal.response
        } catch {
            return .error(500, "\(error)")
        }
    }

    /// How long a request waits for a window of which so much is missing; nil when it does not, or has waited.
    func parking(_ clip: ClipRequest, _ missing: StreamDuration?, _ request: Request) -> Parking? {
        guard clip.waits, request.wake == nil, let missing else { return nil }
        let wait = Duration.nanoseconds((missing + Self.waitMargin).nanoseconds)
        return Parking(patience.ticket, atMost: min(wait, Self.longestWait))
    }

    /// The clip that `wish` asks for, with its evidence and report.
    func draft(
        _ wish: SaveWish, from source: ClipSource, _ kind: SavedClip.Kind = .pinned, savedBy: String
    ) throws(Refusal) -> ClipDraft {
        let channel = source.channel
        var begun: ClipDraft?
        for format in wish.format.forms {
            do throws(ClipProblem) {
                let made = try make(wish.request, as: format, from: source)
                var next = begun ?? ClipDraft(kind, of: ClipChannel(channel), facts: made.facts, savedBy: savedBy)
                next.files.append(
                    ClipDraft.File(
                        format.file, made.body, downloadName: made.facts.fileName + "." + format.fileExtension,
                        facts: made.facts.headers))
                next.leases.append(made.lease)
                begun = next
            } catch {
                throw Refusal(error.response(of: channel))
            }
        }
        guard var draft = begun else { throw Refusal(.error(400, "no format is given")) }
        let name = draft.facts.fileName
        if let report = venue.report(ofChannel: channel.id) {
            let text = SliceList(copying: Array(report.jsonText.utf8))
            draft.files.append(ClipDraft.File(.report, text, downloadName: name + ".report.json"))
        }
        if let evidence = try? evidence(of: draft.facts, channel, in: source.history) {
            draft.files.append(
                ClipDraft.File(
                    .evidence, evidence.body, downloadName: name + "_evidence.pcapng",
                    facts: evidence.headers.map { ($0.name, $0.value) }))
        }
        let messages = try self.messages(of: wish.messages, draft.facts)
        if messages.count > 0 {
            draft.files.append(ClipDraft.File(.messages, messages, downloadName: name + ".messages.jsonl"))
        }
        return draft
    }

    /// Messages of data channels that came while the clip's pictures were presented, one a line.
    private func messages(of names: [String], _ facts: ClipFacts) throws(Refusal) -> SliceList {
        var lines = ""
        for name in names {
            let channel: ChannelView
            do throws(ChannelProblem) { channel = try publisher.view.channel(name) } catch {
                throw Refusal(error.response)
            }
            guard let kept = venue.messages(of: channel.index) else {
                throw Refusal(.error(404, "channel \"\(channel.name)\" carries no messages; name one of kind data"))
            }
            for message in kept.between(facts.start, facts.start + facts.duration) {
                let id = MessageID(epoch: Self.epoch(of: channel), number: message.number)
                guard case .object(let members) = OrderedJSON(message: message, id: id.text) else { continue }
                lines += OrderedJSON.object([.init("channel", .string(channel.id))] + members).text + "\n"
            }
        }
        return SliceList(copying: Array(lines.utf8))
    }

    static let noClips = Response.error(409, "this server keeps no clips: start it with --data-dir DIR")
}

extension ClipStoreFailure: RefusingError {
    /// 507 where there is no room.
    var response: Response {
        switch self {
        case .overQuota, .diskFull, .tooMany: .error(507, description)
        case .tooLong: .error(422, description)
        case .unusable, .failed, .misshapen: .error(500, description)
        }
    }
}
