import Foundation
import StadiumVisionSDK

// Seeking within the video buffer (instant replay): the last 30 seconds of the channel are kept.

let svm = StadiumVisionMobile.sharedInstance()
guard svm.start().isOk else { exit(1) }

// play the first channel that comes, within ten seconds
let player = SVMVideoViewController()
for _ in 0..<100 where !player.isOpen {
    Thread.sleep(forTimeInterval: 0.1)
    if let channel = svm.getVideoChannelListArray().first { player.playVideoChannel(channel) }
}
guard player.isOpen else {
    print("no video channel")
    exit(1)
}

// some seconds, so that there is something to go back to; the first argument says how many
Thread.sleep(forTimeInterval: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 25)
print("\(player.depthMs) ms are kept")

// jump backwards 20 seconds in the video buffer, or as far as there is anything; the sign does not matter
player.rewindForDuration(-20_000)
print("rewound: \(player.offsetMs) ms behind live")

// a little towards live, and to one second behind it
player.seekRelative(500)
print("forward: \(player.offsetMs) ms behind live")
player.seekAbsolute(1_000)
print("absolute: \(player.offsetMs) ms behind live")

// play at the "live" video offset
player.playLive()
print("live: \(player.offsetMs) ms behind live")
svm.shutdown()
