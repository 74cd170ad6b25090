import DeviceLink
import Foundation
import PacketIO
import Testing

@Suite("A link that its owner sets")
struct SetLinkTests {
    static let down = LinkStatus(trouble: .notConnected)

    @Test("tells what changes, to everybody who follows, in the order in which they came")
    func tells() {
        let link = SetLink()
        let told = Guarded<[String]>([])
        let first = link.follow { status in told.withLock { $0.append("1 \(status.isUp)") } }
        let second = link.follow { status in told.withLock { $0.append("2 \(status.isUp)") } }
        link.set(LinkStatus())
        link.set(Self.down)
        link.set(Self.down)
        first.cancel()
        link.set(LinkStatus())
        #expect(told.withLock { $0 } == ["1 false", "2 false", "2 true"])
        #expect(link.status.isUp)
        second.cancel()
    }

    @Test("nobody is told once the handle is gone")
    func goes() {
        let link = SetLink()
        let told = Guarded(0)
        var following: (any LinkFollowing)? = link.follow { _ in told.withLock { $0 += 1 } }
        link.set(Self.down)
        #expect(following != nil)
        following = nil
        link.set(LinkStatus())
        #expect(told.withLock { $0 } == 1)
    }

    @Test("cancel waits for whoever is being told on another thread")
    func waits() {
        let link = SetLink()
        let state = Guarded((isInside: false, isOver: false))
        let entered = DispatchSemaphore(value: 0)
        let mayLeave = DispatchSemaphore(value: 0)
        let following = link.follow { _ in
            entered.signal()
            mayLeave.wait()
            state.withLock { $0.isOver = true }
        }
        let setter = Thread { link.set(Self.down) }
        setter.start()
        entered.wait()
        let helper = Thread {
            usleep(20_000)
            mayLeave.signal()
        }
        helper.start()
        following.cancel()
        #expect(state.withLock { $0.isOver })
    }

    @Test("whoever is told may cancel, and what it held goes")
    func cancelsItself() {
        final class Owner: Sendable {
            let following = Guarded<(any LinkFollowing)?>(nil)
        }
        let link = SetLink()
        let told = Guarded(0)
        weak var held: Owner?
        do {
            let owner = Owner()
            held = owner
            let following = link.follow { _ in
                told.withLock { $0 += 1 }
                let own = owner.following.withLock { $0.take() }
                own?.cancel()
            }
            owner.following.withLock { $0 = following }
        }
        link.set(Self.down)
        link.set(LinkStatus())
        #expect(told.withLock { $0 } == 1)
        #expect(held == nil)
    }
}
