import Foundation
import StadiumVisionSDK

// Getting the data channel list: the SDK calls back whenever it changes.

// implement the "SVMChannelListObserver" protocol
final class MyViewController: SVMChannelListObserver {
    // data channel handler (array of 'SVMChannel' objects)
    func onDataChannelListUpdated(_ channelList: [SVMChannel]) {
        print("data channels: \(channelList.map(\.name).joined(separator: ", "))")
    }
}

// register to receive data channel list updates
let svm = StadiumVisionMobile.sharedInstance()
let controller = MyViewController()
svm.addDataChannelListDelegate(controller)
guard svm.start().isOk else { exit(1) }

// some seconds of updates; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)
svm.removeDataChannelListDelegate(controller)
svm.shutdown()
