import Foundation
import StadiumVisionSDK

// Observing a data channel: every message is pushed to the observers of its channel.

// implement the "SVMDataObserver" protocol, and observe each data channel as it comes
final class DataChannelViewController: SVMDataObserver, SVMChannelListObserver {
    func onDataChannelListUpdated(_ channelList: [SVMChannel]) {
        for channel in channelList {
            StadiumVisionMobile.sharedInstance().addDataChannelObserver(self, forChannelName: channel.name)
        }
    }

    func onData(_ data: Data, withChannelName channelName: String) {
        // convert the data bytes into a string
        let dataStr = String(decoding: data, as: UTF8.self)
        // display the data bytes and associated channel name
        print("onData callback: channelName = \(channelName), data = \(dataStr)")
    }
}

let svm = StadiumVisionMobile.sharedInstance()
let controller = DataChannelViewController()
svm.addDataChannelListDelegate(controller)
guard svm.start().isOk else { exit(1) }

// some seconds of messages; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)
svm.shutdown()
