import Foundation
import StadiumVisionSDK

// Getting the video channel list: the SDK calls back whenever it changes.

// implement the "SVMChannelListObserver" protocol
final class MyViewController: SVMChannelListObserver {
    // video channel handler (array of 'SVMChannel' objects)
    func onVideoChannelListUpdated(_ channelList: [SVMChannel]) {
        print("video channels: \(channelList.map(\.name).joined(separator: ", "))")
    }
}

// register to receive video channel list updates; the SDK does not keep the observer alive, we do
let svm = StadiumVisionMobile.sharedInstance()
let controller = MyViewController()
svm.addVideoChannelListDelegate(controller)
guard svm.start().isOk else { exit(1) }

// some seconds of updates; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)

// the same list, asked for
print("now: \(svm.getVideoChannelListArray().map(\.name).joined(separator: ", "))")
svm.removeVideoChannelListDelegate(controller)
svm.shutdown()
