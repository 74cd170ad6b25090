import Foundation
import StadiumVisionSDK

/// The list of channels, and the player that is presented over it.
final class DemoApplication: SVMChannelListObserver, SVMDataObserver {
    private let svm = StadiumVisionMobile.sharedInstance()
    private let screen: Screen
    private let saved = SavedList()
    private let presented = Presented()

    init(_ screen: Screen) { self.screen = screen }

    /// Starts the SDK and shows what can be done.
    func begin() -> Bool {
        svm.addVideoChannelListDelegate(self)
        svm.addDataChannelListDelegate(self)
        let status = svm.start()
        guard status.isOk else {
            screen.say("Error occurred: \(status.errorString ?? "")")
            return false
        }
        screen.say(
            "keys: a channel's number; p play, s stop, c close, b back, r rewind, l live, t stats, w wait, q quit")
        return true
    }

    func end() {
        presented.dismiss()
        svm.shutdown()
    }

    /// Does what a key asks for; false for the last one.
    func press(_ key: String) -> Bool {
        switch key {
        case "q": return false
        case "w": Thread.sleep(forTimeInterval: 1)
        case "": saved.show(on: screen)
        case "p": play(presented.channel ?? saved.channels.first)
        case "s": withPlayer { $0.stop() }
        case "c", "b": dismiss()
        case "r": withPlayer { $0.rewindForDuration(-20_000) }
        case "l": withPlayer { $0.playLive() }
        case "t": StatsOverlay(svm.stats(), svm.wifiInfo()).show(on: screen)
        default: play(Int(key).flatMap { saved.channel($0) })
        }
        return true
    }

    /// Presents the player, if it is not there yet, and has it play.
    private func play(_ channel: SVMChannel?) {
        guard let channel else { return screen.say("no such channel") }
        screen.say("Selected Video Channel = \(channel.name)")
        let player = presented.player(for: channel) {
            MyVideoViewController(screen, dismiss: { [presented] in presented.dismiss() })
        }
        report(player.playVideoChannel(channel))
    }

    private func withPlayer(_ body: (MyVideoViewController) -> SVMStatus) {
        guard let player = presented.player else { return screen.say("no player: choose a channel first") }
        report(body(player))
        player.showOverlay()
    }

    private func dismiss() {
        presented.dismiss()
        saved.show(on: screen)
    }

    private func report(_ status: SVMStatus) {
        if !status.isOk { screen.say("Error occurred: \(status.errorString ?? "")") }
    }

    // MARK: What the SDK tells

    func onVideoChannelListUpdated(_ channelList: [SVMChannel]) {
        saved.channels = channelList
        saved.show(on: screen)
    }

    func onDataChannelListUpdated(_ channelList: [SVMChannel]) {
        for channel in channelList { svm.addDataChannelObserver(self, forChannelName: channel.name) }
    }

    func onData(_ data: Data, withChannelName channelName: String) {
        screen.say("data on \(channelName): \(String(decoding: data, as: UTF8.self))")
    }
}
