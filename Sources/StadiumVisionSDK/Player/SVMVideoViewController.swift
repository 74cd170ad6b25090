import PacketIO
import Playback
import Session
import VenueWire

/// A video player: plays a channel, seeks in its history, and returns to live (Table 2-26).
///
/// Applications extend it.
///
/// It renders to the `SVMVideoView` that is set. On a system without view controllers the application calls `viewDidAppear` and
/// `viewDidDisappear` itself; a new player counts as visible. A controller that nobody holds any more closes its channel.
///
/// `@unchecked Sendable`: an open class cannot be checked; all properties here are constants of types that are. What a subclass
/// adds is told about on the SDK's serial thread and must be safe there.
open class SVMVideoViewController: @unchecked Sendable {
    let sdk: StadiumVisionMobile
    let seat: PlayerSeat

    /// A player of the SDK's one instance.
    public init() {
        sdk = StadiumVisionMobile.sharedInstance()
        seat = PlayerSeat()
    }

    /// A player of another instance, for tests.
    package init(_ sdk: StadiumVisionMobile) {
        self.sdk = sdk
        seat = PlayerSeat()
    }

    deinit { seat.leave() }

    /// Sets where pictures, sound and, if wanted, the transport stream go; nil for nowhere (Table 2-27).
    open func setRenderVideoView(_ aVideoView: (any SVMVideoView)?) { seat.output.set(aVideoView) }

    /// Plays a channel from its live position; another one that plays is stopped and closed before (Table 2-28).
    ///
    /// Nothing happens when it plays already. Fails for a channel that is not in the list of video channels now.
    @discardableResult
    open func playVideoChannel(_ channel: SVMChannel) -> SVMStatus {
        SVMStatus {
            let session = try sdk.runningSession()
            let key = try channel.key(.video)
            guard let listed = session.channels(.video).first(where: { $0.key == key }) else {
                throw SessionFailure.unknownChannel(channel.name)
            }
            let player = seat.take(in: session) { sdk.note(self, as: $0) }
            sdk.noteActive(self)
            sdk.logBook.say(.debug, "play \(channel.name)")
            player.play(session.playedChannel(listed))
        }
    }

    /// Stops playing and closes the channel's session; nothing when none is open. (The demo's buttons "stop" and "close".)
    @discardableResult
    open func stop() -> SVMStatus { SVMStatus { seat.player?.close() } }

    /// Called when the channel that was playing is no longer valid; it has been stopped and closed.
    ///
    /// Subclasses override it (the guide, "Video Player Channel Inactive Callback").
    open func onCurrentChannelInvalid() {}

    /// The view is visible: what its disappearing stopped plays again.
    open func viewDidAppear(_ animated: Bool) { seat.setVisible(true) }

    /// The view is not visible any more: playing stops unless it may go on; the channel's session stays open.
    open func viewDidDisappear(_ animated: Bool) { seat.setVisible(false) }
}
