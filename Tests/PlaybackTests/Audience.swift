import Bytes
import MediaIO
import PacketIO
import Playback
import TestSupport
import Timing

/// Writes down what a player renders and tells.
final class Audience: PlayerOutput {
    struct Shown: Sendable {
        var time: StreamTime
        var pts: Int64
        var number: Int?
        var at: StreamTime?
    }

    struct Notes: Sendable {
        var changes: [PlayerChange] = []
        /// Pictures, the numbers that they carry, and when they were shown.
        var pictures: [Shown] = []
        /// Sound and when it was played.
        var sounds: [(sound: PlayedSound, at: StreamTime?)] = []
        /// What was taken of the transport stream, from one jump to the next.
        var streams: [[UInt8]] = []
    }

    let wantsPictures: Bool
    let wantsTransport: Bool
    /// Whether samples are kept.
    private let keepsSamples: Bool
    private let clock: @Sendable () -> StreamTime?
    private let notes = Guarded(Notes())

    init(
        pictures: Bool = true, transport: Bool = false, keepsSamples: Bool = true,
        clock: @escaping @Sendable () -> StreamTime? = { nil }
    ) {
        self.keepsSamples = keepsSamples
        self.clock = clock
        wantsPictures = pictures
        wantsTransport = transport
    }

    func show(_ picture: PlayedPicture) {
        let luma = picture.picture.planes[0]
        let number = luma.withBytes {
            PictureNumber.read($0, width: luma.width, height: luma.height, stride: luma.stride)
        }
        let shown = Shown(time: picture.time, pts: picture.picture.pts, number: number, at: clock())
        notes.withLock { $0.pictures.append(shown) }
    }

    func play(_ sound: PlayedSound) {
        let at = clock()
        var sound = sound
        if !keepsSamples { sound.sound.samples = [] }
        let kept = sound
        notes.withLock { $0.sounds.append((kept, at)) }
    }

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
