import PacketIO

@testable import Session

/// What somebody was told.
final class Collected: Sendable {
    private let events = Guarded<[String]>([])

    func add(_ event: SessionEvent) { events.withLock { $0.append(SessionRig.text(of: event)) } }

    var all: [String] { events.withLock { $0 } }
}
