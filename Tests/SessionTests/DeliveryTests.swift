import DeviceLink
import Dispatch
import Foundation
import NetworkFormats
import PacketIO
import Playback
import Quality
import Synchronization
import Testing
import VenueWire

@testable import Session

@Suite("What a session tells")
struct DeliveryTests {
    @Test("a subscription that is cancelled waits for the call that is on its way, and nothing comes after")
    func cancelWaits() throws {
        let rig = try SessionRig(VenueScript())
        rig.look()
        let entered = DispatchSemaphore(value: 0)
        let mayLeave = DispatchSemaphore(value: 0)
        let calls = Guarded(0)
        let isInside = Guarded(false)
        let subscription = rig.session.subscribe { _ in
            calls.withLock { $0 += 1 }
            isInside.withLock { $0 = true }
            entered.signal()
            mayLeave.wait()
            isInside.withLock { $0 = false }
        }
        rig.script.announce(VenueScript.video(), at: 0)
        if let run = rig.session.run { rig.session.look(run) }
        entered.wait()
        let isCancelled = DispatchSemaphore(value: 0)
        let wasInside = Guarded(true)
        DispatchQueue.global().async {
            subscription.cancel()
            let inside = isInside.withLock { $0 }
            wasInside.withLock { $0 = inside }
            isCancelled.signal()
        }
        // It cannot come back while the call is on its way.
        #expect(isCancelled.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
        for _ in 0..<10 { mayLeave.signal() }
        isCancelled.wait()
        #expect(!wasInside.withLock { $0 })
        let count = calls.withLock { $0 }
        rig.script.announce(VenueScript.video(2, name: "Bench"), at: 1)
        rig.look()
        #expect(calls.withLock { $0 } == count)
    }

    @Test("a subscription that is cancelled from what it is told, or is let go, is told nothing more")
    func cancelWithin() throws {
        let rig = try SessionRig(VenueScript())
        rig.look()
        let calls = Guarded(0)
        let box = Guarded<SessionSubscription?>(nil)
        let subscription = rig.session.subscribe { _ in
            calls.withLock { $0 += 1 }
            box.withLock { $0 }?.cancel()
        }
        box.withLock { $0 = subscription }
        var second: SessionSubscription? = rig.session.subscribe { _ in calls.withLock { $0 += 100 } }
        #expect(second != nil)
        second = nil
        rig.script.announce(VenueScript.video(), at: 0)
        rig.look()
        #expect(calls.withLock { $0 } == 1)
        box.withLock { $0 = nil }
    }

    @Test("everything may be called from what is told, shutdown too; the others are told the end")
    func reentrant() throws {
        let rig = try SessionRig(VenueScript())
        _ = rig.takeTold()
        let session = rig.session
        let answers = Guarded<[String]>([])
        let subscription = session.subscribe { [weak session] event in
            guard let session, case .channelList(.video, let list) = event, let channel = list.first else { return }
            let (number, player) = session.makePlayer(output: QualityOfServiceTests.Silent())
            player.play(session.playedChannel(channel))
            _ = (session.statistics, session.streamers, session.wireless, session.files(of: channel))
            try? session.set(session.configuration)
            let inner = session.subscribe(current: true) { _ in }
            inner.cancel()
            session.enterBackground()
            session.enterForeground()
            answers.withLock { $0.append("\(session.channels(.video).map(\.name)) \(session.isRunning)") }
            session.removePlayer(number)
            session.shutdown()
            answers.withLock { $0.append("\(session.isRunning)") }
        }
        rig.script.announce(VenueScript.video(), at: 0)
        rig.look()
        #expect(answers.withLock { $0.last } == "false")
        // It takes effect for what was on its way as well; the end alone is told.
        #expect(rig.takeTold().last == "down [\"sdkNotRunning\"]")
        subscription.cancel()
    }

    @Test("3.14: a shutdown stops and closes players, then tells that the device is outside and the service down")
    func end() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        rig.look()
        let (_, player) = rig.session.makePlayer(output: QualityOfServiceTests.Silent())
        player.play(rig.session.playedChannel(try #require(rig.session.channels(.video).first)))
        _ = rig.takeTold()
        rig.session.shutdown()
        let told = rig.takeTold()
        #expect(Self.states(of: 1, told) == ["player 1 stop Sideline", "player 1 close Sideline"])
        #expect(told.suffix(2) == ["outside", "down [\"sdkNotRunning\"]"])
        #expect(!player.facts.isOpen)
    }

    /// What a player told, but for media that run short.
    static func states(of number: Int, _ told: [String]) -> [String] {
        told.filter { $0.hasPrefix("player \(number) ") && !$0.contains("buffering") }
    }

    @Test("B16, 3.6: a channel that leaves the list stops and closes its player, and then tells that it is invalid")
    func invalid() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        rig.script.announce(VenueScript.video(2, name: "Bench"), at: 0)
        rig.look()
        let listed = rig.session.channels(.video)
        let (_, first) = rig.session.makePlayer(output: QualityOfServiceTests.Silent())
        let (_, second) = rig.session.makePlayer(output: QualityOfServiceTests.Silent())
        first.play(rig.session.playedChannel(listed[0]))
        second.play(rig.session.playedChannel(listed[1]))
        _ = rig.takeTold()
        rig.script.announce(VenueScript.video(), at: 1_000, isDeletion: true)
        let states = rig.takeTold()
        #expect(states.filter { !$0.contains("buffering") }.first == "video [\"Bench\"]")
        #expect(
            Self.states(of: 1, states) == [
                "player 1 stop Sideline", "player 1 close Sideline", "player 1 invalid Sideline",
            ])
        #expect(second.facts.isOpen)
        // The whole list goes with the link (3.18).
        rig.link.set(LinkStatus(trouble: .disabled))
        let all = rig.takeTold()
        #expect(all.filter { !$0.hasPrefix("player") } == ["video []", "down [\"wifiDown\"]", "outside"])
        #expect(
            Self.states(of: 2, all) == [
                "player 2 stop Bench", "player 2 close Bench", "player 2 invalid Bench",
            ])
    }

    @Test("nothing is told under a lock: another thread gets every answer while something is told")
    func noLock() throws {
        let rig = try SessionRig(VenueScript())
        let session = rig.session
        let done = Guarded(false)
        let subscription = session.subscribe { event in
            guard case .channelList(_, let list) = event, let channel = list.first else { return }
            let answered = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                _ = (session.channels(.video), session.serviceState, session.statistics, session.streamers)
                _ = session.playedChannel(channel)
                if let run = session.run { session.look(run) }
                session.subscribe(current: true) { _ in }.cancel()
                answered.signal()
            }
            let isAnswered = answered.wait(timeout: .now() + .seconds(20)) == .success
            done.withLock { $0 = isAnswered }
        }
        rig.script.announce(VenueScript.video(), at: 0)
        rig.look()
        #expect(done.withLock { $0 })
        subscription.cancel()
    }

    @Test("nothing is told once shutdown has returned, whatever the venue still sends")
    func silence() throws {
        for _ in 0..<8 {
            let rig = try SessionRig(VenueScript())
            let isOver = Atomic(false)
            let sender = DispatchGroup()
            let script = rig.script
            DispatchQueue.global().async(group: sender) {
                for number in 0..<40 as Range<UInt32> { script.announce(VenueScript.video(number), at: Int64(number)) }
                isOver.store(true, ordering: .relaxed)
            }
            let (_, player) = rig.session.makePlayer(output: QualityOfServiceTests.Silent())
            player.play(PlayedChannel(id: "none", name: "none"))
            rig.session.shutdown()
            let count = rig.told.withLock { $0.count }
            #expect(rig.told.withLock { $0.last } == "down [\"sdkNotRunning\"]")
            sender.wait()
            player.play(PlayedChannel(id: "other", name: "other"))
            player.close()
            rig.session.line.drain()
            #expect(rig.told.withLock { $0.count } == count)
        }
    }

    @Test("threads that start, stop, listen and ask at once come to an end")
    func crowd() throws {
        let rig = try SessionRig(VenueScript())
        let session = rig.session
        let script = rig.script
        let ordinal = Guarded<Int64>(0)
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for round in 0..<30 {
                switch (thread + round) % 6 {
                case 0: try? session.start()
                case 1: session.shutdown()
                case 2: session.subscribe(current: true) { _ in _ = session.serviceState }.cancel()
                case 3: _ = (session.statistics, session.channels(.video), session.link)
                case 4:
                    ordinal.withLock { time in
                        time += 1
                        script.announce(VenueScript.video(UInt32(round)), at: time)
                    }
                default:
                    let (number, player) = session.makePlayer(output: QualityOfServiceTests.Silent())
                    player.play(PlayedChannel(id: "none", name: "none"))
                    if round % 2 == 0 { session.enterBackground() } else { session.enterForeground() }
                    session.removePlayer(number)
                }
            }
        }
        session.shutdown()
        #expect(!session.isRunning && session.serviceState.reasons == .sdkNotRunning)
    }
}
