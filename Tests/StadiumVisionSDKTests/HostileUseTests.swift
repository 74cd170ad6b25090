import Dispatch
import Foundation
import PacketIO
import Session
import Testing
import VenueWire

@testable import StadiumVisionSDK

/// A view that does something with the first picture it is given, and tells when that is done.
private final class ActingView: SVMVideoView {
    private let action: @Sendable () -> Void
    private let isFirst = Guarded(true)
    let done = DispatchSemaphore(value: 0)

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    func renderFrame(_ frame: SVMVideoFrame) {
        let isFirst = isFirst.withLock { first in
            defer { first = false }
            return first
        }
        guard isFirst else { return }
        action()
        done.signal()
    }
}

@Suite("Use by many threads and from within callbacks")
struct HostileUseTests {
    /// Far longer than anything takes; who waits for ever is found by it.
    private static let patience = DispatchTimeInterval.seconds(20)

    /// Two threads that each come here go on together.
    private static func meeting() -> @Sendable () -> Void {
        let group = DispatchGroup()
        group.enter()
        group.enter()
        return {
            group.leave()
            _ = group.wait(timeout: .now() + patience)
        }
    }

    @Test("V2, 3.14: a channel that many threads play at once on one player is opened once")
    func plays() throws {
        let sdk = try TestSDK.recorded()
        let main = try #require(sdk.video("Main"))
        for round in 1...5 {
            let player = NotingController(sdk)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in player.playVideoChannel(main) }
            player.stop()
            #expect(sdk.witness.lines.wait { $0.count { $0 == "close Main" } == round })
            #expect(sdk.witness.lines.all.count { $0 == "open Main" } == round)
        }
    }

    @Test("M3: two views that stop each other's players do not wait for each other")
    func eachOther() throws {
        let sdk = try TestSDK.recorded()
        let meet = Self.meeting()
        let players = [NotingController(sdk), NotingController(sdk)]
        let views = [1, 0].map { other in
            ActingView { [player = players[other]] in
                meet()
                player.stop()
            }
        }
        for (player, view) in zip(players, views) {
            player.setRenderVideoView(view)
            #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        }
        for view in views { #expect(view.done.wait(timeout: .now() + Self.patience) == .success) }
        #expect(players.allSatisfy { !$0.isOpen })
    }

    @Test("M3, M9: a view that shuts the SDK down and an observer that stops its player do not wait for each other")
    func viewAndObserver() throws {
        let sdk = try TestSDK.recorded()
        let meet = Self.meeting()
        let player = NotingController(sdk)
        let told = DispatchSemaphore(value: 0)
        let observer = Witness { _ in
            meet()
            player.stop()
            told.signal()
        }
        let view = ActingView { [svm = sdk.svm] in
            // An observer is told of the list at once, on the SDK's own thread.
            svm.addVideoChannelListDelegate(observer)
            meet()
            svm.removeVideoChannelListDelegate(observer)
            svm.shutdown()
        }
        player.setRenderVideoView(view)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        #expect(view.done.wait(timeout: .now() + Self.patience) == .success)
        #expect(told.wait(timeout: .now() + Self.patience) == .success)
        #expect(sdk.svm.getServiceState() == kSVMServiceStateDown)
    }

    @Test("M8: an observer that was added is told, however much waited then")
    func added() {
        let sdk = TestSDK()
        let gate = DispatchSemaphore(value: 0)
        sdk.svm.delivery.add { gate.wait() }
        let witness = Witness()
        sdk.svm.addVideoChannelListDelegate(witness)
        for _ in 0..<(Delivery.limit + 100) { sdk.svm.delivery.add {} }
        gate.signal()
        sdk.svm.delivery.finish()
        sdk.svm.take(.channelList(.video, []), of: 1)
        sdk.svm.delivery.finish()
        #expect(witness.lines.all == ["video []"])
    }
}
