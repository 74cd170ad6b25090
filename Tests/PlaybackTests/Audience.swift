import Bytes
import MediaIO
import PacketIO
import Playback
import Timing

/// Writes down what a player renders and tells.
final class Audience: PlayerOutput {
    struct Notes: Sendable {
        var changes: [PlayerChange] = []
        var pictures: [PlayedPicture] = []
        var sounds: [PlayedSound] = []
        /// What was taken of the transport stream, from one jump to the next.
        var streams: [[UInt8]] = []
    }

    let wantsPictures: Bool
    let wantsTransport: Bool
    private let notes = Guarded(Notes())

    init(pictures: Bool = true, transport: Bool = false) {
        wantsPictures = pictures
        wantsTransport = transport
    }

    func show(_ picture: PlayedPicture) { notes.withLock { $0.pictures.append(picture) } }

    func play(_ sound: PlayedSound) { notes.withLock { $0.sounds.append(sound) } }

    func take(_ transport: SliceList, isJump: Bool) {
        let bytes = transport.joined
        notes.withLock { notes in
            if isJump || notes.streams.isEmpty { notes.streams.append([]) }
            notes.streams[notes.streams.count - 1] += bytes
        }
    }

    func hear(_ change: PlayerChange) { notes.withLock { $0.changes.append(change) } }

    /// Everything so far.
    var all: Notes { notes.withLock { $0 } }

    /// The states so far, but for buffering.
    var states: [PlayerState] {
        all.changes.compactMap { if case .state(let state, _) = $0 { state } else { nil } }
    }

    /// Forgets what was written down.
    func clear() { notes.withLock { $0 = Notes() } }

    /// A player on `stage` that this watches.
    func player(on stage: Stage) -> Player {
        Player(stage, output: self, pacing: stage) { [weak self] in self?.hear($0) }
    }
}

extension Player {
    convenience init(_ venue: any PlayedVenue, for audience: Audience) {
        self.init(venue, output: audience) { [weak audience] in audience?.hear($0) }
    }
}
