import Foundation
import StadiumVisionSDK

// Presenting the video channel list: everything that an application shows of a channel is in its properties.

final class Presenter: SVMChannelListObserver {
    func onVideoChannelListUpdated(_ channelList: [SVMChannel]) {
        print("\(channelList.count) video channels")
        for channel in channelList {
            print("  \(channel.sessionNum). \(channel.name) (\(channel.bandwidthKbps) kbit/s): \(channel.channelText)")
            print("     \(channel.venueName), \(channel.contentOwner), \(channel.appDeveloper)")
        }
    }
}

let svm = StadiumVisionMobile.sharedInstance()
let presenter = Presenter()
svm.addVideoChannelListDelegate(presenter)
guard svm.start().isOk else { exit(1) }

// some seconds of updates; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)
svm.shutdown()
