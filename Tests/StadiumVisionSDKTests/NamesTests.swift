import Foundation
import StadiumVisionSDK
import Testing

/// Every name of the guide, called in the order in which the guide prints it: this file documents, and breaks if a name drifts.
@Suite("Every name in the guide compiles")
struct NamesTests {
    final class Application: SVMChannelListObserver, SVMDataObserver, SVMFileObserver {
        func onVideoChannelListUpdated(_ channelList: [SVMChannel]) {}
        func onDataChannelListUpdated(_ channelList: [SVMChannel]) {}
        func onFileChannelListUpdated(_ channelList: [SVMChannel]) {}
        func onData(_ data: Data, withChannelName channelName: String) {}
        func onFile(_ localFilename: String, withURI uri: String, withChannelName channelName: String) {}
    }

    final class MyVideoView: SVMVideoView {
        func renderFrame(_ frame: SVMVideoFrame) {}
    }

    final class MyVideoViewController: SVMVideoViewController, @unchecked Sendable {
        override func onCurrentChannelInvalid() {}
    }

    @Test("Tables 2-1 to 2-15: start, lists, data observers, configuration")
    func mobile() throws {
        let svm = TestSDK().svm
        let application = Application()
        let status: SVMStatus = svm.start()
        #expect(status.isOk == (status.errorString == nil))
        svm.addVideoChannelListDelegate(application)
        svm.setLogLevel(SVM_API_LOG_DEBUG)
        svm.setLogLevel(SVM_API_LOG_INFO)
        svm.removeVideoChannelListDelegate(application)
        svm.addDataChannelListDelegate(application)
        svm.removeDataChannelListDelegate(application)
        svm.addDataChannelObserver(application, forChannelName: "scores")
        svm.removeDataChannelObserver(application, forChannelName: "scores")
        for channel in svm.getDataChannelListArray() {
            svm.addDataChannelObserver(application, forChannel: channel)
            svm.removeDataChannelObserver(application, forChannel: channel)
        }
        svm.setConfig(["license": ["venueName": "V", "contentOwner": "C", "appDeveloper": "A"]])
        svm.setConfigWithString(#"{"license":{"venueName":"V","contentOwner":"C","appDeveloper":"A"}}"#)
        svm.shutdown()
    }

    @Test("Tables 2-16 to 2-30: background playing, statistics, lists, Wi-Fi, version, Streamers")
    func answers() throws {
        let svm = TestSDK().svm
        svm.allowPlaybackWhenViewDisappears(true)
        let config: [String: any Sendable] = svm.getConfig()
        let stats: [String: any Sendable] = svm.stats()
        let video: [SVMChannel] = svm.getVideoChannelListArray()
        let data: [SVMChannel] = svm.getDataChannelListArray()
        let wifi: SVMWifiInfo = svm.wifiInfo()
        let version: String = svm.version()
        let streamers: [SVMStreamer] = svm.getStreamerArray()
        #expect(!config.isEmpty && stats.count == 25 && video.isEmpty && data.isEmpty && streamers.isEmpty)
        #expect(wifi.session_link_indicator == 0 && wifi.session_uptime == 0 && wifi.announcement_session_id.isEmpty)
        #expect(!version.isEmpty && UUID(uuidString: svm.getDeviceUUID()) != nil)
    }

    @Test("Tables 2-26 to 2-33 and 2-35: the video player")
    func player() throws {
        let svm = TestSDK().svm
        let player = MyVideoViewController(svm)
        player.setRenderVideoView(MyVideoView())
        for channel in svm.getVideoChannelListArray() { player.playVideoChannel(channel) }
        player.seekRelative(-1_000)
        player.seekAbsolute(1_000)
        player.rewindForDuration(-20_000)
        player.playLive()
        let flags = [
            player.isPlaying, player.isOpen, player.isAppActive, player.isVisible, player.isBackgroundPlaybackAllowed,
        ]
        #expect(flags == [false, false, true, true, false])
        player.allowPlaybackWhenViewDisappears(true)
        player.onCurrentChannelInvalid()
        svm.rewindForDuration(-20_000)
        svm.playLive()
    }

    @Test("Tables 2-34 and 3: notifications, states and reasons")
    func notifications() {
        let names: [Notification.Name] = [
            kSVMVideoEventNotification, kSVMVideoPlayerChannelStateChange, kSVMServiceStateChangedNotification,
            kSVMVenueConnectionUpdateNotification,
        ]
        let keys: [String] = [
            kSVMVideoPlayerChannelNameKey, kSVMVideoPlayerChannelStateKey, kSVMServiceStateObjectKey,
            kSVMServiceStateChangeReasonsObjectKey, kSVMVenueConnectionStateObjectKey,
        ]
        let states: [String] = [
            kSVMVideoOpenState, kSVMVideoPlayState, kSVMVideoRewindState, kSVMVideoLiveState, kSVMVideoStopState,
            kSVMVideoCloseState,
        ]
        #expect(Set(names).count == 4 && Set(keys).count == 5 && Set(states).count == 6)
        let event = SVMEvent(type: kSVMEventTypeVideoBufferingActive)
        #expect(event.type != kSVMEventTypeVideoBufferingInactive)
        let reasons: [SVMServiceDownReason] = [
            kSVMServiceDownReasonSDKNotRunning, kSVMServiceDownReasonWiFiDown, kSVMServiceDownReasonNoChannels,
            kSVMServiceDownReasonPoorQuality,
        ]
        #expect(Set(reasons).count == 4)
        let svm = TestSDK().svm
        let state: SVMServiceState = svm.getServiceState()
        #expect(state == kSVMServiceStateDown && state != kSVMServiceStateUp)
        #expect(svm.isConnectedToVenue() == false)
    }

    @Test("Table 4: file channels")
    func files() {
        let svm = TestSDK().svm
        let application = Application()
        svm.addFileChannelListDelegate(application)
        svm.removeFileChannelListDelegate(application)
        svm.addFileChannelObserver(application, forChannelName: "replays")
        svm.removeFileChannelObserver(application, forChannelName: "replays")
        for channel in svm.getFileChannelListArray() {
            svm.addFileChannelObserver(application, forChannel: channel)
            svm.removeFileChannelObserver(application, forChannel: channel)
            #expect(svm.getFileDistributionLocalFilename("a", forChannel: channel) == nil)
        }
        #expect(svm.getFileDistributionTable().isEmpty)
        #expect(svm.getFileDistributionLocalFilename("a", forChannelName: "replays") == nil)
    }

    @Test("Table 2-36: the properties of a channel")
    func channel() {
        let read: [(SVMChannel) -> Any] = [
            \.name, \.bandwidthKbps, \.sessionNum, \.channelText, \.venueName, \.contentOwner, \.appDeveloper,
        ]
        #expect(read.count == 7)
    }

    @Test("C1, M1: there is one instance (Table 2-3)")
    func singleton() {
        #expect(StadiumVisionMobile.sharedInstance() === StadiumVisionMobile.sharedInstance())
    }

    @Test("the application's life cycle")
    func lifeCycle() {
        let svm = TestSDK().svm
        svm.applicationDidEnterBackground()
        svm.applicationWillEnterForeground()
        let player = SVMVideoViewController(svm)
        player.viewDidDisappear(false)
        player.viewDidAppear(false)
        player.stop()
    }
}
