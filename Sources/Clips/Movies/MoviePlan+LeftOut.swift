import History
import TransportStream

extension MoviePlan {
    /// The codecs of the lead's program that the window has and the file has no track of, each once.
    ///
    /// Sound that is silent in the window is nothing that a file could not carry. Pictures count when there are some in the
    /// window, whatever the map lists now; other streams, which are silent for long, as long as it lists them.
    static func leftOut(_ order: Order, _ history: HistorySnapshot, lead: Int, _ tracks: [Track]) -> [Codec] {
        let media = order.media
        guard media.tracks.indices.contains(lead), let window = try? order.request.window(in: history) else {
            return []
        }
        let program = media.tracks[lead].program
        var codecs: [Codec] = []
        for (number, track) in media.tracks.enumerated()
        where track.program == program && track.codec.kind != .audio && !codecs.contains(track.codec) {
            if tracks.contains(where: { $0.codec == track.codec }) { continue }
            let isThere = track.codec.kind == .video ? history.holds(number, in: window) : track.isListed
            if isThere { codecs.append(track.codec) }
        }
        return codecs
    }
}

extension HistorySnapshot {
    /// Whether a track has units that are presented in `window`.
    fileprivate func holds(_ track: Int, in window: ClipWindow) -> Bool {
        chunks(from: window.start, upTo: window.end).contains { found in
            found.contains { index in
                self[index].units(of: track).contains {
                    $0.pictureTime >= window.start && $0.pictureTime < window.end
                }
            }
        }
    }
}
