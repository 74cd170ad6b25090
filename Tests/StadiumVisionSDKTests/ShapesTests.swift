import Foundation
import StadiumVisionSDK
import Testing

/// What the guide prints in two ways, wrongly, or not at all, and what was made of it.
@Suite("Inconsistencies of the guide")
struct ShapesTests {
    @Test("X1: a player's methods return a status that may be passed over")
    func discardable() {
        let player = SVMVideoViewController(TestSDK().svm)
        player.seekRelative(-1)
        player.seekAbsolute(1)
        let statuses: [SVMStatus] = [player.seekRelative(-1), player.seekAbsolute(1), player.playLive()]
        #expect(statuses.allSatisfy { !$0.isOk && $0.errorString == "no channel is open: play one first" })
    }

    @Test("X3, M27: the instance forwards to the open player, and fails when there is none")
    func forwarding() {
        let svm = TestSDK().svm
        let statuses = [
            svm.rewindForDuration(-20_000), svm.playLive(), svm.seekRelative(1), svm.seekAbsolute(1),
            svm.allowPlaybackWhenViewDisappears(true),
        ]
        #expect(statuses.allSatisfy { !$0.isOk && $0.errorString == "no channel is open: play one first" })
    }

    @Test("X6, X23: each list and each form of observing has its own removal")
    func removals() {
        let svm = TestSDK().svm
        let witness = Witness()
        #expect(svm.addVideoChannelListDelegate(witness).isOk && svm.removeVideoChannelListDelegate(witness).isOk)
        #expect(svm.addDataChannelListDelegate(witness).isOk && svm.removeDataChannelListDelegate(witness).isOk)
        #expect(svm.removeDataChannelObserver(witness, forChannelName: "never added").isOk)
    }

    @Test("X7, M18, M19, M21: lists are lists and the version is a text")
    func results() {
        let svm = TestSDK().svm
        let lists: [[SVMChannel]] = [svm.getVideoChannelListArray(), svm.getDataChannelListArray()]
        let version: String = svm.version()
        #expect(lists == [[], []])
        #expect(version.wholeMatch(of: #/[0-9]+\.[0-9]+\.[0-9]+/#) != nil)
    }

    @Test("X8, C4: a status is a value: equal when it says the same, without a sentence when all is well")
    func status() {
        let svm = TestSDK().svm
        let ok = svm.setLogLevel(SVM_API_LOG_DEBUG)
        #expect(ok.isOk && ok.errorString == nil && ok == svm.setLogLevel(SVM_API_LOG_INFO))
        let failed = svm.start()
        #expect(!failed.isOk && failed.errorString?.isEmpty == false && failed != ok)
    }

    @Test("X9, X10: what the summaries lack is there, and configuration and Streamers are the instance's")
    func lacking() {
        let svm = TestSDK().svm
        #expect(svm.setLogLevel(SVM_API_LOG_INFO).isOk)
        #expect(svm.wifiInfo().ssid == nil)
        #expect(svm.getServiceState() == kSVMServiceStateDown)
        #expect(!svm.isConnectedToVenue())
        #expect(SVMVideoViewController(svm).allowPlaybackWhenViewDisappears(true).isOk)
        #expect(!svm.getConfig().isEmpty && svm.getStreamerArray().isEmpty)
    }

    @Test("X11: names have their right spelling")
    func spelling() {
        #expect("\(StadiumVisionMobile.self)" == "StadiumVisionMobile")
        #expect("\(SVMVideoViewController.self)" == "SVMVideoViewController")
        #expect("\((any SVMVideoView).self)" == "SVMVideoView")
    }

    @Test("X12: names of notifications, types of events, states and keys are apart")
    func kinds() {
        #expect(kSVMVideoEventNotification.rawValue == "kSVMVideoEventNotification")
        #expect(SVMEventType.allCases == [kSVMEventTypeVideoBufferingActive, kSVMEventTypeVideoBufferingInactive])
        let states = [
            kSVMVideoOpenState, kSVMVideoPlayState, kSVMVideoRewindState, kSVMVideoLiveState, kSVMVideoStopState,
            kSVMVideoCloseState,
        ]
        // The words of the server's player states.
        #expect(states == ["open", "play", "rewind", "live", "stop", "close"])
    }

    @Test("X13, N16-N20: there are four reasons, bits in the order of the guide's example, and two states")
    func reasons() {
        let reasons = [
            kSVMServiceDownReasonSDKNotRunning, kSVMServiceDownReasonWiFiDown, kSVMServiceDownReasonNoChannels,
            kSVMServiceDownReasonPoorQuality,
        ]
        #expect(reasons.map(\.rawValue) == [1, 2, 4, 8])
        #expect(kSVMServiceStateDown.rawValue == 0 && kSVMServiceStateUp.rawValue == 1)
    }

    @Test(
        "X20, A7, C8: an event has a type, by which a switch shows and hides an indicator as the guide's example does")
    func event() {
        func indicator(_ event: SVMEvent) -> String {
            switch event.type {
            case kSVMEventTypeVideoBufferingActive: "shown"
            case kSVMEventTypeVideoBufferingInactive: "hidden"
            default: "?"
            }
        }
        #expect(indicator(SVMEvent(type: kSVMEventTypeVideoBufferingActive)) == "shown")
        #expect(indicator(SVMEvent(type: kSVMEventTypeVideoBufferingInactive)) == "hidden")
    }

    @Test("X22: the bare names are those of the forms with a channel and with a name")
    func bareNames() throws {
        let room = try RoomNames()
        for name in [
            "addDataChannelObserver", "removeDataChannelObserver", "addFileChannelObserver",
            "removeFileChannelObserver",
        ] {
            #expect(room.has(name + ":forChannel:") && room.has(name + ":forChannelName:") && !room.has(name + ":"))
        }
    }

    @Test("B19: lists, selection and player are all that an application needs to draw its own screens")
    func roles() throws {
        // What the guide leaves to the application reads public names only: the samples import nothing else.
        let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples").standardized
        let walk = FileManager.default.enumerator(atPath: samples.path())
        var sources = 0
        while let file = walk?.nextObject() as? String {
            guard file.hasSuffix(".swift") else { continue }
            sources += 1
            let text = try String(contentsOfFile: samples.path() + "/" + file, encoding: .utf8)
            let imports = text.matches(of: #/(?m)^import (\w+)/#).map { String($0.1) }
            #expect(Set(imports).isSubset(of: ["Foundation", "StadiumVisionSDK", "Synchronization"]), "\(file)")
            #expect(text.split(separator: "\n").count < 120, "\(file)")
        }
        #expect(sources >= 12)
    }
}
