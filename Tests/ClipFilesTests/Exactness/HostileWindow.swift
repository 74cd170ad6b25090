import Bytes
import ClipFiles
import Clips
import History
import Testing
import Timing
import TransportStream

/// A window of a history in which anything may be missing: what is cut is in order, or refused in a sentence.
struct HostileWindow {
    let history: HistorySnapshot
    let media: TransportFacts
    let request: ClipRequest

    init(_ history: HistorySnapshot, _ media: TransportFacts, _ start: Int64, _ length: Int64, _ turn: Int) {
        (self.history, self.media) = (history, media)
        let start = StreamTime(nanoseconds: start)
        var request = ClipRequest(window: .absolute(from: start, to: start + StreamDuration(nanoseconds: length)))
        request.content = turn % 5 == 4 ? .received : .repaired
        request.gaps = turn % 3 == 2 ? .stop : .keep
        request.accuracy = turn % 7 == 6 ? .key : .frame
        self.request = request
    }

    /// Cuts all three formats; gives how many of them there were.
    func look() throws -> Int {
        var count = 0
        for format in [ClipFormat.progressive, .fragmented] {
            do throws(MovieFailure) {
                let clip = try MovieClip(
                    request, as: format, of: SourceStream.channel, media: media, from: history)
                count += 1
                do { try check(clip, format) } catch { Issue.record("\(format) of \(request.window): \(error)") }
            } catch {
                #expect([415, 416, 425].contains(error.status), "\(error)")
                #expect(!error.description.isEmpty && error.description.count < 240)
            }
        }
        do throws(ClipFailure) {
            let clip = try TransportClip(request, of: SourceStream.channel, from: history)
            count += 1
            let bytes = clip.body.joined
            #expect(bytes.count % 188 == 0 && !bytes.isEmpty)
            check(clip.facts)
        } catch {
            #expect([416, 425].contains(error.status), "\(error)")
        }
        return count
    }

    private func check(_ facts: ClipFacts) {
        #expect(facts.duration > .zero)
        guard case .absolute(let start?, let end?) = request.window else { return }
        if request.accuracy == .frame {
            #expect(facts.start >= start && facts.start < end)
            // A picture that is the last for long lasts until the next one.
            #expect(facts.start + facts.duration < end + StreamDuration(seconds: 2))
        }
    }

    private func check(_ clip: MovieClip, _ format: ClipFormat) throws {
        check(clip.facts)
        let file = try MovieFile(clip.body.joined)
        #expect(file.tracks.contains { !$0.samples.isEmpty })
        let duration = (clip.facts.duration.nanoseconds * 9 + 50_000) / 100_000
        for track in file.tracks {
            let isRising = zip(track.samples, track.samples.dropFirst()).allSatisfy { $0.dts < $1.dts }
            #expect(isRising, "\(format) of \(request.window): decoding times of \(track.format) do not rise")
            if track.isVideo {
                let areApart = Set(track.samples.map(\.pts)).count == track.samples.count
                #expect(areApart, "\(format) of \(request.window): two pictures at once")
            }
            #expect(track.samples.allSatisfy { $0.size > 0 && $0.duration >= 0 })
            #expect(track.samples.first?.isSync ?? true)
            guard format == .progressive else { continue }
            // Sound may end before the pictures.
            let isWhole = track.isVideo ? abs(track.duration - duration) <= 1 : track.duration <= duration + 1
            #expect(isWhole, "tkhd says \(track.duration) of \(duration)")
            #expect(track.edits.map(\.duration).reduce(0, +) == track.duration)
        }
        if format == .progressive { #expect(abs(file.duration - duration) <= 1) }
    }
}
