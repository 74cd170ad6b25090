import Foundation
import PacketIO
import Quality
import Session
import Testing
import VenueWire

@testable import StadiumVisionSDK

@Suite("Observers")
struct ObserverTests {
    @Test("M8-M17: are held weakly")
    func weakly() throws {
        let sdk = try TestSDK.recorded()
        weak var gone: Witness?
        do {
            let witness = Witness()
            gone = witness
            sdk.svm.addVideoChannelListDelegate(witness)
            sdk.svm.addDataChannelObserver(witness, forChannelName: "scores")
            sdk.svm.addFileChannelObserver(witness, forChannelName: "replays")
            sdk.svm.delivery.finish()
        }
        #expect(gone == nil)
        sdk.svm.shutdown()
    }

    @Test("M9, M11: a removed observer is told nothing more, and what it is being told has ended then")
    func removed() throws {
        let sdk = TestSDK()
        let entered = DispatchSemaphore(value: 0)
        let running = Guarded(false)
        let witness = Witness { _ in
            running.withLock { $0 = true }
            entered.signal()
            usleep(50_000)
            running.withLock { $0 = false }
        }
        sdk.svm.addVideoChannelListDelegate(witness)
        for _ in 0..<10 { sdk.svm.take(.channelList(.video, []), of: 1) }
        entered.wait()
        sdk.svm.removeVideoChannelListDelegate(witness)
        #expect(!running.withLock { $0 })
        let count = witness.lines.all.count
        sdk.svm.delivery.finish()
        #expect(witness.lines.all.count == count && count < 10)
    }

    @Test("M9: an observer that removes itself while it is told is told nothing more")
    func removesItself() {
        let sdk = TestSDK()
        let svm = sdk.svm
        let box = Guarded<Witness?>(nil)
        let witness = Witness { _ in
            if let witness = box.withLock({ $0 }) { svm.removeVideoChannelListDelegate(witness) }
        }
        box.withLock { $0 = witness }
        svm.addVideoChannelListDelegate(witness)
        for _ in 0..<5 { svm.take(.channelList(.video, []), of: 1) }
        svm.delivery.finish()
        #expect(witness.lines.all == ["video []"])
        box.withLock { $0 = nil }
    }

    @Test("M3: nothing is told once shutdown has returned")
    func silent() throws {
        for _ in 0..<5 {
            let sdk = TestSDK(recording: try TestVenue.recording.get().path)
            #expect(sdk.svm.start().isOk)
            sdk.witness.lines.wait { !$0.isEmpty }
            sdk.svm.shutdown()
            let count = sdk.witness.lines.all.count
            usleep(20_000)
            #expect(sdk.witness.lines.all.count == count)
            #expect(sdk.witness.lines.all.last == "service 0 1")
        }
    }

    @Test("M3, M5: who is added after a shutdown is told of no list that was there before it")
    func addedAfterShutdown() throws {
        let sdk = try TestSDK.recorded()
        sdk.svm.shutdown()
        let late = Witness()
        sdk.svm.addVideoChannelListDelegate(late)
        sdk.svm.addDataChannelListDelegate(late)
        sdk.svm.delivery.finish()
        #expect(late.lines.all.isEmpty && sdk.svm.getVideoChannelListArray().isEmpty)
    }

    @Test("M3: shutdown from a callback takes effect for every later one but the last ones")
    func fromCallback() throws {
        let box = Guarded<StadiumVisionMobile?>(nil)
        let witness = Witness { line in
            if line == "video [Main]" { box.withLock { $0 }?.shutdown() }
        }
        let sdk = TestSDK(recording: try TestVenue.recording.get().path, witness: witness)
        box.withLock { $0 = sdk.svm }
        #expect(sdk.svm.start().isOk)
        #expect(witness.lines.wait { $0.last == "service 0 1" })
        #expect(sdk.svm.getServiceState() == kSVMServiceStateDown)
        let lines = witness.lines.all
        let after = lines.firstIndex(of: "video [Main]").map { lines[($0 + 1)...] } ?? []
        #expect(after.allSatisfy { ["service 0 1", "inside 0"].contains($0) }, "\(after)")
        box.withLock { $0 = nil }
    }

    @Test("B10, M2: observers stay through a shutdown and a start")
    func stay() throws {
        let sdk = try TestSDK.recorded()
        sdk.svm.shutdown()
        let before = sdk.witness.lines.all.count
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { $0[before...].contains("video [Main, Side]") })
        #expect(sdk.witness.lines.wait { $0[before...].contains("scores: scores 3") })
    }

    @Test("M2: starting twice starts once, and stopping twice stops once")
    func twice() throws {
        let sdk = try TestSDK.recorded()
        let added = sdk.number("channelsAdded")
        #expect(sdk.svm.start().isOk && sdk.number("channelsAdded") == added)
        #expect(sdk.svm.shutdown().isOk && sdk.svm.shutdown().isOk)
        #expect(sdk.witness.lines.all.count { $0 == "service 0 1" } == 1)
    }

    @Test("are called on one thread, and on none of the SDK's locks")
    func thread() throws {
        let threads = Guarded<Set<UInt>>([])
        let overlaps = Guarded((inside: 0, most: 0))
        let box = Guarded<StadiumVisionMobile?>(nil)
        let witness = Witness { _ in
            overlaps.withLock {
                $0.inside += 1
                $0.most = max($0.most, $0.inside)
            }
            // Every question may be asked from here.
            if let svm = box.withLock({ $0 }) {
                _ = (
                    svm.stats(), svm.getVideoChannelListArray(), svm.getServiceState(), svm.getConfig(), svm.wifiInfo()
                )
                svm.setLogLevel(SVM_API_LOG_DEBUG)
            }
            overlaps.withLock { $0.inside -= 1 }
        }
        let sdk = TestSDK(recording: try TestVenue.recording.get().path, witness: witness)
        box.withLock { $0 = sdk.svm }
        #expect(sdk.svm.start().isOk)
        #expect(witness.lines.wait { $0.contains("video [Main, Side]") && $0.contains("service 1 0") })
        sdk.svm.shutdown()
        #expect(overlaps.withLock { $0.most } == 1)
        _ = threads
        box.withLock { $0 = nil }
    }

    @Test("M22, N23: the log tells little by default and everything when asked, and start sets the default")
    func log() throws {
        let sdk = TestSDK(recording: try TestVenue.recording.get().path)
        sdk.svm.addDataChannelObserver(sdk.witness, forChannelName: "scores")
        sdk.svm.setLogLevel(SVM_API_LOG_DEBUG)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { $0.contains("scores: scores 3") })
        #expect(sdk.log.all.contains { $0.hasPrefix("StadiumVisionMobile INFO: started") })
        #expect(!sdk.log.all.contains { $0.contains("DEBUG: message") })
        sdk.svm.shutdown()
        #expect(sdk.svm.start().isOk)
        sdk.svm.setLogLevel(SVM_API_LOG_DEBUG)
        sdk.svm.take(.channelList(.data, []), of: 2)
        sdk.svm.shutdown()
        #expect(sdk.log.all.contains { $0.hasPrefix("StadiumVisionMobile INFO: stopped") })
        #expect(SVM_API_LOG_INFO < SVM_API_LOG_DEBUG)
    }

    @Test("what an application does not take in time is given up, messages first")
    func backlog() {
        let delivery = Delivery()
        let gate = DispatchSemaphore(value: 0)
        let told = Lines()
        delivery.add { gate.wait() }
        for number in 0..<(Delivery.limit + 100) {
            delivery.add(.message(bytes: 10)) { if number == 0 { told.add("first") } }
        }
        delivery.add { told.add("service") }
        gate.signal()
        delivery.finish()
        #expect(told.all == ["service"])
        #expect(delivery.givenUp > 0)
    }
}

@Suite("Observers at their end")
struct LastMomentTests {
    /// Removes itself when nobody holds it any more.
    private final class Leaving: SVMChannelListObserver {
        private let svm: StadiumVisionMobile
        private let lines: Lines

        init(_ svm: StadiumVisionMobile, _ lines: Lines) {
            self.svm = svm
            self.lines = lines
            svm.addVideoChannelListDelegate(self)
        }

        func onVideoChannelListUpdated(_ channelList: [SVMChannel]) { lines.add("told") }

        deinit {
            svm.removeVideoChannelListDelegate(self)
            lines.add("gone")
        }
    }

    @Test("M9: may remove themselves as they end, on any thread, while others are added and told")
    func leaving() {
        let sdk = TestSDK()
        let lines = Lines()
        let svm = sdk.svm
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<200 {
                _ = Leaving(svm, lines)
                svm.take(.channelList(.video, []), of: 1)
            }
        }
        sdk.svm.delivery.finish()
        #expect(lines.all.count { $0 == "gone" } == 800)
    }

    @Test("M3: two threads may stop the SDK together, and one that renders a third time")
    func stopsTogether() throws {
        let sdk = try TestSDK.recorded()
        let player = NotingController(sdk)
        let svm = sdk.svm
        let view = CallingView {
            svm.setConfig(["history": ["seconds": 31]])
            svm.shutdown()
        }
        player.setRenderVideoView(view)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        _ = view.called.wait(timeout: .now() + 20)
        DispatchQueue.concurrentPerform(iterations: 3) { _ in svm.shutdown() }
        #expect(svm.getServiceState() == kSVMServiceStateDown)
        #expect(sdk.witness.lines.all.count { $0 == "service 0 1" } == 1)
    }

    private final class CallingView: SVMVideoView {
        let called = DispatchSemaphore(value: 0)
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func renderFrame(_ frame: SVMVideoFrame) {
            called.signal()
            body()
        }
    }
}
