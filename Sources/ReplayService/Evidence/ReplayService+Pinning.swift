import Clips
import HTTPServing
import Pipeline
import Quality
import Reports
import Storage
import Timing

extension ReplayService {
    /// What the server saves by itself is saved by this.
    private static let pinnedBy = "automatic evidence"

    /// Saves what the watch asks for, with its evidence, report and the data messages of that time; tells what went wrong.
    func pin(_ wish: AutomaticEvidence.Wish) -> String? {
        let view = publisher.view
        guard let clips, let channel = view.channels.first(where: { $0.index == wish.channel }),
            let source = source(of: channel)
        else { return nil }
        var save = SaveWish(ClipRequest(window: .absolute(from: wish.start, to: wish.end)), format: .mp4)
        save.messages = view.channels.filter { $0.snapshot.objects != nil && $0.report.kind == .data }
            .prefix(SaveWish.messageChannelLimit).map(\.id)
        let isTaken = clips.perform { [self, save] store in
            if let trouble = pin(wish, save, from: source, in: store) { options.log.say(trouble) }
        }
        return isTaken ? nil : "evidence of \"\(channel.name)\" was left out: too many clips wait to be saved"
    }

    /// Saves a clip as MP4, or as transport stream where MP4 cannot carry it; tells what went wrong.
    private func pin(
        _ wish: AutomaticEvidence.Wish, _ save: SaveWish, from source: ClipSource, in store: ClipStore
    ) -> String? {
        var save = save
        var trouble = ""
        for format in [SaveWish.Format.mp4, .ts] {
            save.format = format
            do {
                var draft = try draft(save, from: source, .automatic, savedBy: Self.pinnedBy)
                draft.reason = wish.sentence
                let clip = try store.save(draft)
                tell(clip, wish)
                return nil
            } catch let refusal as any RefusingError {
                trouble = "status \(refusal.response.status)"
            } catch {
                trouble = "\(error)"
            }
        }
        return "no evidence of \"\(source.channel.name)\" is kept although \(wish.sentence): \(trouble)"
    }

    /// Tells everybody who listens, and the log, once.
    private func tell(_ clip: SavedClip, _ wish: AutomaticEvidence.Wish) {
        let data: OrderedJSON = [
            "kind": .string("evidence"), "clip": .string(clip.id.text), "channel": .string(clip.channelName),
            "channelId": .string(clip.channelID), "start": .string(clip.start.rfc3339(digits: 3)),
            "durationMs": .integer(Int(clip.duration.milliseconds)), "reason": .string(wish.sentence),
            "url": .string("\(Self.clipsPath)/\(clip.id.text)"),
        ]
        events.append(.mark, data: data.text)
        options.log.say("kept evidence of \"\(clip.channelName)\" as clip \(clip.id.text): \(wish.sentence)")
    }
}

extension AutomaticEvidence.Wish {
    /// Why it is wanted, for people.
    var sentence: String {
        let time = trigger.rfc3339(digits: 3)
        return switch reason {
        case .failedWindow:
            count == 1 ? "a protection window failed at \(time)" : "\(count) protection windows failed from \(time) on"
        case .serviceDown(let reasons):
            "the service went down at \(time) (\(reasons.names.joined(separator: ", ")))"
        }
    }
}
