import Foundation
import StadiumVisionSDK

// Playing a video channel: choose one of the list, make a video view controller, play.

// extend the "SVMVideoViewController" base class
final class MyVideoViewController: SVMVideoViewController, @unchecked Sendable {
    override func onCurrentChannelInvalid() {
        print("Current channel is no longer valid: dismissing video view controller")
    }
}

// where pictures are rendered: this view only says when the first one is due
final class MyVideoView: SVMVideoView {
    let first = DispatchSemaphore(value: 0)

    func renderFrame(_ frame: SVMVideoFrame) {
        if frame.width > 0 { first.signal() }
    }
}

let svm = StadiumVisionMobile.sharedInstance()
guard svm.start().isOk else { exit(1) }

// wait for a channel, ten seconds at most
var channels = svm.getVideoChannelListArray()
for _ in 0..<100 where channels.isEmpty {
    Thread.sleep(forTimeInterval: 0.1)
    channels = svm.getVideoChannelListArray()
}

// get the user-selected video channel object
guard let selectedChannel = channels.first else {
    print("no video channel")
    exit(1)
}
print("Selected Video Channel = \(selectedChannel.name)")

// subscribe to receive video channel state change notifications
let stateToken = NotificationCenter.default.addObserver(
    forName: kSVMVideoPlayerChannelStateChange, object: nil, queue: nil
) { notify in
    // get the video channel state dictionary from the notification
    let stateDict = notify.userInfo ?? [:]
    let videoChannelName = stateDict[kSVMVideoPlayerChannelNameKey] as? String ?? ""
    let videoChannelState = stateDict[kSVMVideoPlayerChannelStateKey] as? String ?? ""
    // determine the video channel state
    if videoChannelState == kSVMVideoPlayState {
        print("### VIDEO PLAYER: PLAYING \(videoChannelName)")
    } else if videoChannelState == kSVMVideoStopState {
        print("### VIDEO PLAYER: STOPPED \(videoChannelName)")
    }
}

// create the video view controller, and play the selected video channel
let myVC = MyVideoViewController()
let view = MyVideoView()
myVC.setRenderVideoView(view)
guard myVC.playVideoChannel(selectedChannel).isOk else { exit(1) }
print(view.first.wait(timeout: .now() + 10) == .success ? "a picture is shown" : "no picture came")

// some seconds of it; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10)
svm.shutdown()
NotificationCenter.default.removeObserver(stateToken)
