import Dispatch
import PacketIO
import Playback
import Quality
import Testing

@testable import Session

@Suite("The line of a session's events")
struct EventLineTests {
    @Test("3.14, M3: a player that was closed just before the end is told to have stopped and closed")
    func closedBeforeTheEnd() {
        let line = EventLine()
        let (isTelling, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let told = Guarded<[String]>([])
        let subscription = line.add { event in
            switch event {
            case .player(_, .state(let state, _)): told.withLock { $0.append(state.rawValue) }
            case .serviceState(let state): told.withLock { $0.append(state.isUp ? "up" : "down") }
            default: told.withLock { $0.append("other") }
            }
            isTelling.signal()
            goesOn.wait()
        } first: { _ in
            []
        }
        line.open(1)
        for state in [PlayerState.open, .play, .stop, .close] { line.tell(.player(1, .state(state, channel: "A"))) }
        isTelling.wait()
        line.beginEnd()
        line.close()
        for _ in 0..<5 { goesOn.signal() }
        line.drain()
        // What waited but stop and close is dropped.
        #expect(told.withLock { $0 } == ["open", "stop", "close", "down"])
        subscription.cancel()
    }
}
