import StadiumVisionSDK

/// The demo's player: the base class, with an overlay of buttons.
final class MyVideoViewController: SVMVideoViewController, @unchecked Sendable {
    private let screen: Screen
    private let videoView: MyVideoView
    private let dismiss: @Sendable () -> Void

    init(_ screen: Screen, dismiss: @escaping @Sendable () -> Void) {
        self.screen = screen
        self.dismiss = dismiss
        videoView = MyVideoView(screen)
        super.init()
        setRenderVideoView(videoView)
    }

    /// What a single tap shows: the buttons, and where the play-head is.
    func showOverlay() {
        let place = offsetMs < 500 ? "LIVE" : "\(offsetMs / 1_000) s behind live"
        let state = isPlaying ? "playing" : isOpen ? "stopped" : "closed"
        screen.say(
            "[b] Back  [\(offsetMs < 500 ? "r] Rewind" : "l] Live")  [p] Play  [s] Stop  [c] Close   \(state), \(place)"
        )
    }

    override func onCurrentChannelInvalid() {
        screen.say("Current channel is no longer valid: dismissing video view controller")
        dismiss()
    }
}
