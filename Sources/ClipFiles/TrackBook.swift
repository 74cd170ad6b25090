import Clips
import Evidence
import History
import MediaIO
import PacketIO
import Timing
import TransportStream

/// What files say of tracks, found once for every unit that a file can begin with and then remembered.
///
/// What is said follows from that unit and the few behind it alone, so that a clip's bytes depend on its window only.
public final class TrackBook: Sendable {
    /// A unit: media that bear the same numbers are told apart by when they are presented.
    private struct Key: Hashable {
        var channel: String
        var track: Int
        var start: MediaPosition
        var pictureTime: StreamTime
    }

    private struct State {
        var tracks: [Key: MediaTrack] = [:]
        /// The keys, oldest first.
        var order: [Key] = []
    }

    /// Tracks that are remembered unless told otherwise.
    public static let usualLimit = 1_024

    private let state = Guarded(State())
    private let limit: Int

    /// A book that remembers up to `limit` tracks.
    public init(limit: Int = TrackBook.usualLimit) { self.limit = max(1, limit) }

    /// The track of a channel that begins with `unit`; `find` looks for it when it is not known.
    func track(
        _ channel: String, _ unit: IndexedUnit, find: () throws(MediaFailure) -> MediaTrack
    ) throws(MediaFailure) -> MediaTrack {
        let key = Key(
            channel: channel, track: unit.unit.track, start: unit.unit.start, pictureTime: unit.pictureTime)
        if let known = state.withLock({ $0.tracks[key] }) { return known }
        let found = try find()
        state.withLock { state in
            guard state.tracks.updateValue(found, forKey: key) == nil else { return }
            state.order.append(key)
            if state.order.count > limit { state.tracks[state.order.removeFirst()] = nil }
        }
        return found
    }
}
