import Foundation
import Playback
import Session
import Testing

@testable import StadiumVisionSDK

@Suite("The video player")
struct SDKPlayerTests {
    /// The states and callbacks of players that were told.
    private static func states(_ lines: [String]) -> [String] {
        let words = ["open ", "play ", "rewind ", "live ", "stop ", "close ", "invalid"]
        return lines.filter { line in words.contains { line.hasPrefix($0) } }
    }

    private static func opened(_ sdk: TestSDK, _ name: String = "Main") throws -> NotingController {
        let player = NotingController(sdk)
        let status = player.playVideoChannel(try #require(sdk.video(name)))
        guard status.isOk else { throw TestSDK.Failure(text: status.errorString ?? "") }
        _ = sdk.witness.lines.wait { $0.contains("play \(name)") }
        return player
    }

    @Test("3.14, V2, N4-N12: states come in order: open and play, rewind, play, live, stop and close")
    func states() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        #expect(player.isOpen && player.isPlaying)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        #expect(player.rewindForDuration(-15_000).isOk)
        #expect(player.seekRelative(2_000).isOk)
        #expect(player.playLive().isOk)
        #expect(player.stop().isOk)
        #expect(!player.isOpen && !player.isPlaying)
        sdk.svm.delivery.finish()
        #expect(sdk.witness.lines.wait { $0.contains("close Main") })
        #expect(
            Self.states(sdk.witness.lines.all)
                == ["open Main", "play Main", "rewind Main", "play Main", "live Main", "stop Main", "close Main"])
        #expect(!player.seekRelative(-1).isOk)
    }

    @Test("B15, V2: playing a second channel stops and closes the first")
    func second() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        #expect(player.playVideoChannel(try #require(sdk.video("Side"))).isOk)
        #expect(sdk.witness.lines.wait { $0.contains("play Side") })
        #expect(
            Self.states(sdk.witness.lines.all)
                == ["open Main", "play Main", "stop Main", "close Main", "open Side", "play Side"])
    }

    @Test("B18, 3.13, X4, V3, V4: seeks of any size stop at the ends: 0 is live, the most is the oldest picture")
    func clamps() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        // The recording is 24 s long; its first pictures wait for the first whole window and group.
        let depth = player.depthMs
        #expect((20_000...24_500).contains(depth), "\(depth)")
        // Behind live a recording that is over plays on towards its end, so that what is read later is a little less.
        func isAt(_ offset: Int) -> Bool { (offset - 3_000...offset).contains(player.offsetMs) }
        #expect(player.seekRelative(.min).isOk && isAt(depth))
        #expect(player.seekRelative(.max).isOk && player.offsetMs == 0)
        #expect(player.seekAbsolute(.max).isOk && isAt(depth))
        #expect(player.seekAbsolute(0).isOk && player.offsetMs == 0)
        #expect(player.seekAbsolute(10_000).isOk && isAt(10_000))
        #expect(player.seekRelative(-5_000).isOk && isAt(15_000))
        #expect(player.seekRelative(5_000).isOk && isAt(10_000))
        #expect(player.playLive().isOk && player.offsetMs == 0)
    }

    @Test("X2, V5: rewinding goes back whatever the sign, and nowhere by 0", arguments: [-8_000, 8_000, .min, .max, 0])
    func rewinds(_ duration: Int) throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        #expect(player.rewindForDuration(duration).isOk)
        let want = min(duration == .min ? .max : abs(duration), player.depthMs)
        #expect((want - 3_000...want).contains(player.offsetMs), "\(player.offsetMs) of \(want)")
    }

    @Test("X3, M26, M27: the instance's rewindForDuration and playLive move the open player")
    func forwards() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        #expect(sdk.svm.rewindForDuration(-20_000).isOk)
        #expect((15_000...20_000).contains(player.offsetMs))
        #expect(sdk.svm.playLive().isOk && player.offsetMs == 0)
        #expect(sdk.svm.allowPlaybackWhenViewDisappears(true).isOk && player.isBackgroundPlaybackAllowed)
        player.stop()
        #expect(!sdk.svm.playLive().isOk)
    }

    @Test("X3: of several players the instance moves the one that opened its channel last and has it open")
    func forwardsToTheOpenOne() throws {
        let sdk = try TestSDK.recorded()
        let first = try Self.opened(sdk)
        let second = NotingController(sdk)
        #expect(second.playVideoChannel(try #require(sdk.video("Side"))).isOk)
        #expect(sdk.svm.seekAbsolute(10_000).isOk && second.offsetMs > 5_000 && first.offsetMs == 0)
        second.stop()
        #expect(sdk.svm.seekAbsolute(10_000).isOk && first.offsetMs > 5_000)
        do {
            let third = NotingController(sdk)
            #expect(third.playVideoChannel(try #require(sdk.video("Side"))).isOk)
            #expect(sdk.svm.playLive().isOk && first.offsetMs > 0)
        }
        #expect(sdk.svm.playLive().isOk && first.offsetMs == 0)
    }

    @Test("X24, V7: every channel's history is kept from its beginning, also before it was played")
    func history() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        #expect(player.playVideoChannel(try #require(sdk.video("Side"))).isOk)
        #expect(player.seekAbsolute(20_000).isOk)
        #expect((17_000...20_000).contains(player.offsetMs))
        #expect((sdk.svm.getConfig()["history"] as? [String: any Sendable])?["seconds"] as? Int == 30)
    }

    @Test("V1, V11, C3: pictures are rendered from the asked instant on, each the one of its time, and sound with them")
    func renders() throws {
        let sdk = try TestSDK.recorded()
        let player = NotingController(sdk)
        let view = NumberView()
        player.setRenderVideoView(view)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        #expect(view.wait { !$0.isEmpty })
        // A live picture may still come between the look and the seek: what belongs to the seek is told by its time.
        let border = try #require(view.pictures.last).time - 5_000_000_000
        #expect(player.seekAbsolute(10_000).isOk)
        #expect(view.wait { $0.filter { $0.time < border }.count > 10 })
        let pictures = view.pictures.filter { $0.time < border }
        #expect(pictures.allSatisfy { $0.number != nil })
        let numbers = pictures.compactMap(\.number)
        let times = pictures.map(\.time)
        // 25 pictures a second, numbered round and round by 500.
        for index in numbers.indices.dropFirst() {
            let step = (times[times.startIndex + index] - times[times.startIndex + index - 1] + 20_000_000) / 40_000_000
            #expect((numbers[index] - numbers[index - 1] + 500) % 500 == Int(step) % 500)
        }
        #expect(view.sounds > 0)
    }

    @Test("B13: nothing is decoded without a view, and nothing is rendered once playing has stopped")
    func onDemand() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        let view = NumberView()
        player.seekAbsolute(20_000)
        player.setRenderVideoView(view)
        #expect(view.wait { !$0.isEmpty })
        player.stop()
        let count = view.pictures.count
        usleep(100_000)
        #expect(view.pictures.count == count)
    }

    @Test("V11: a view that wants the transport stream gets whole packets of it")
    func transport() throws {
        let sdk = try TestSDK.recorded()
        let player = NotingController(sdk)
        let view = NumberView(transport: true)
        player.setRenderVideoView(view)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        player.seekAbsolute(10_000)
        #expect(view.wait { _ in view.transport.count >= 188 * 20 })
        let bytes = view.transport
        #expect(bytes.count % 188 == 0)
        #expect(stride(from: 0, to: bytes.count, by: 188).allSatisfy { bytes[$0] == 0x47 })
    }

    @Test("B16, D4, V10, 3.6: a channel that is gone is stopped and closed, and then its player is told")
    func invalid() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        let idle = NotingController(sdk)
        #expect(sdk.svm.setConfig(["license": ["contentOwner": "Somebody else"]]).isOk)
        #expect(sdk.witness.lines.wait { $0.contains { $0.hasPrefix("invalid") } })
        #expect(
            Self.states(sdk.witness.lines.all)
                == ["open Main", "play Main", "stop Main", "close Main", "invalid, open false, playing false"])
        #expect(!player.isOpen && !idle.isOpen)
    }

    @Test("M3: a shutdown stops and closes, without saying that the channel is invalid")
    func shutdown() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        sdk.svm.shutdown()
        #expect(Self.states(sdk.witness.lines.all) == ["open Main", "play Main", "stop Main", "close Main"])
        #expect(!player.isOpen && !player.seekRelative(-1).isOk)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { _ in sdk.video("Main") != nil })
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk && player.isOpen)
    }

    @Test(
        "B17, V8, V9, 3.14: without leave playing stops while the view is away, and the session stays; with it, it goes on"
    )
    func background() throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        #expect(!player.isBackgroundPlaybackAllowed && player.isVisible && player.isAppActive)
        player.viewDidDisappear(false)
        #expect(!player.isVisible && player.isOpen && !player.isPlaying)
        player.viewDidAppear(false)
        #expect(sdk.witness.lines.wait { Self.states($0).count == 4 })
        #expect(Self.states(sdk.witness.lines.all) == ["open Main", "play Main", "stop Main", "play Main"])
        player.allowPlaybackWhenViewDisappears(true)
        player.viewDidDisappear(false)
        #expect(!player.isVisible && player.isPlaying && player.isBackgroundPlaybackAllowed)
    }

    @Test("B11, V9: the app's background closes the session unless a player may go on", arguments: [false, true])
    func appBackground(_ isAllowed: Bool) throws {
        let sdk = try TestSDK.recorded()
        let player = try Self.opened(sdk)
        player.allowPlaybackWhenViewDisappears(isAllowed)
        sdk.svm.applicationDidEnterBackground()
        #expect(!player.isAppActive)
        if isAllowed {
            #expect(player.isPlaying && sdk.svm.getServiceState() == kSVMServiceStateUp)
        } else {
            #expect(sdk.witness.lines.wait { $0.contains("close Main") && $0.contains("service 0 1") })
            #expect(!player.isOpen)
        }
        sdk.svm.applicationWillEnterForeground()
        #expect(player.isAppActive)
    }

    @Test("3.15, N1-N3: running short of media is told as an event, once for each edge")
    func buffering() throws {
        let sdk = TestSDK()
        for isActive in [true, false] { sdk.svm.take(.player(1, .buffering(isActive)), of: 1) }
        sdk.svm.delivery.finish()
        #expect(sdk.witness.lines.all == ["buffering", "filled"])
    }

    @Test("V2: what is not in the list of video channels is not played")
    func refuses() throws {
        let sdk = try TestSDK.recorded()
        let player = NotingController(sdk)
        let main = try #require(sdk.video("Main"))
        let data = try #require(sdk.svm.getDataChannelListArray().first)
        #expect(player.playVideoChannel(data).errorString?.contains("data channel") == true)
        sdk.svm.shutdown()
        #expect(player.playVideoChannel(main).errorString?.contains("start") == true)
        #expect(!player.isOpen)
    }

    @Test("C2: a player that nobody holds any more closes its channel")
    func letGo() throws {
        let sdk = try TestSDK.recorded()
        do { _ = try Self.opened(sdk) }
        #expect(sdk.witness.lines.wait { $0.contains("close Main") })
        #expect(!sdk.svm.playLive().isOk)
    }
}
