import History
import TransportStream

/// The pictures of a clip as samples of an MP4 track.
struct PictureSamples {
    /// In decoding order.
    private(set) var samples: [MoviePlan.Sample] = []

    /// The longest that a picture is decoded before it is presented, in 1/90000 s: 10 s; beyond it a time stamp is damaged.
    private static let longestDelay: Int64 = 900_000

    init(_ cut: ClipParts, _ history: HistorySnapshot, _ content: ClipContent) {
        for (part, base) in zip(cut.parts, cut.bases) {
            let row = part.row
            for place in row.samplePlaces(from: part.entryPlace, to: part.lastPlace) {
                let placed = row.units[place]
                if content == .received, place != part.entryPlace, !history.isReceived(placed) { continue }
                let dts = base &+ placed.unit.dts &- part.firstPTS
                let pts = min(base &+ placed.unit.pts &- part.firstPTS, dts &+ Self.longestDelay)
                samples.append(
                    MoviePlan.Sample(
                        placed, pts: pts, dts: dts, isSync: samples.isEmpty || row.isSync(at: place)))
            }
        }
        SampleTimes.settle(&samples)
        let end = cut.duration
        for index in samples.indices {
            let next = index + 1 < samples.count ? samples[index + 1].dts : max(end, samples[index].dts + 1)
            samples[index].duration = next - samples[index].dts
        }
    }
}

extension LeadRow {
    /// Whether a player may seek to a picture: H.264 IDRs, HEVC IRAPs (definitions D3), MPEG video without leading pictures.
    ///
    /// Players that seek to another point give its leading pictures to decoders, and some stop at them.
    func isSync(at place: Int) -> Bool {
        switch units[place].unit.randomAccess {
        case nil, .recoveryPoint: return false
        case .sequenceStart:
            for next in units[(place + 1)...] {
                if next.unit.randomAccess != nil { return true }
                if next.unit.flags.contains(.skippedLeading) { return false }
            }
            return true
        default: return true
        }
    }
}
