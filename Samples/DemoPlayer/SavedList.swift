import StadiumVisionSDK
import Synchronization

/// The list of channels as it was told last.
final class SavedList: Sendable {
    private let list = Mutex<[SVMChannel]>([])

    var channels: [SVMChannel] {
        get { list.withLock { $0 } }
        set { list.withLock { $0 = newValue } }
    }

    /// The channel that is shown with a number, from 1.
    func channel(_ number: Int) -> SVMChannel? {
        let channels = channels
        return channels.indices.contains(number - 1) ? channels[number - 1] : nil
    }

    func show(on screen: Screen) {
        let channels = channels
        screen.say(channels.isEmpty ? "no video channels" : "video channels:")
        for (index, channel) in channels.enumerated() {
            screen.say("  \(index + 1)  \(channel.name)  \(channel.channelText)")
        }
    }
}

/// The player that is presented over the list.
final class Presented: Sendable {
    private let current = Mutex<(player: MyVideoViewController, channel: SVMChannel)?>(nil)

    var player: MyVideoViewController? { current.withLock { $0?.player } }
    var channel: SVMChannel? { current.withLock { $0?.channel } }

    /// The player, which is made when none is presented.
    func player(for channel: SVMChannel, make: () -> MyVideoViewController) -> MyVideoViewController {
        let player = player ?? make()
        current.withLock { $0 = (player, channel) }
        return player
    }

    /// Closes the player, outside the lock: closing is told.
    func dismiss() {
        let dismissed = current.withLock { current in
            defer { current = nil }
            return current
        }
        dismissed?.player.stop()
    }
}
