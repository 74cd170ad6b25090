import Bytes
import PacketIO
import Playback

/// Hands what a player renders to the view that is set.
final class ViewOutput: PlayerOutput {
    private let view = Guarded<(any SVMVideoView)?>(nil)

    /// Renders to `wanted` from now on.
    func set(_ wanted: (any SVMVideoView)?) {
        // The old view goes outside the lock: its end may call back.
        let old = view.withLock { view in
            let old = view
            view = wanted
            return old
        }
        _ = old
    }

    private var current: (any SVMVideoView)? { view.withLock { $0 } }

    var wantsPictures: Bool { current?.wantsFrames ?? false }

    var wantsTransport: Bool { current?.wantsTransportStream ?? false }

    func show(_ picture: PlayedPicture) { current?.renderFrame(SVMVideoFrame(picture)) }

    func play(_ sound: PlayedSound) { current?.renderSound(SVMSound(sound)) }

    func take(_ transport: SliceList, isJump: Bool) {
        guard let current else { return }
        current.takeTransportStream(transport.joined, isJump: isJump)
    }
}
