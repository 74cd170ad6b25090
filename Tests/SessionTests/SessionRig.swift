import DeviceLink
import Dispatch
import ObjectDelivery
import PacketIO
import Pipeline
import Playback
import Quality
import Timing
import VenueRuntime
import VenueSettings
import VenueWire

@testable import Session

/// A session on a scripted venue, with a link that the test sets, and everything that it told.
final class SessionRig: Sendable {
    let script: VenueScript
    let link = SetLink()
    let session: VenueSession
    let told = Guarded<[String]>([])
    private let subscription = Guarded<SessionSubscription?>(nil)

    init(
        _ script: VenueScript, configuration: VenueConfiguration = VenueScript.configuration,
        needsLicense: Bool = true, pausesWithLink: Bool = true
    ) throws {
        self.script = script
        session = VenueSession(
            SessionOptions(
                venue: .given(script.venue), configuration: configuration, needsLicense: needsLicense,
                pausesWithLink: pausesWithLink, link: link))
        let told = told
        let listening = session.subscribe { event in told.withLock { $0.append(Self.text(of: event)) } }
        subscription.withLock { $0 = listening }
        try session.start()
    }

    /// Looks at the venue, as the session does by itself every 50 ms, and waits until everything is told.
    func look() {
        if let run = session.run { session.look(run) }
        session.invalidating.sync {}
        session.line.drain()
    }

    /// What was told since this was last asked.
    func takeTold() -> [String] {
        look()
        return told.withLock { told in
            defer { told = [] }
            return told
        }
    }

    static func text(of event: SessionEvent) -> String {
        switch event {
        case .channelList(let kind, let list): "\(kind.rawValue) \(list.map(\.name))"
        case .serviceState(let state): state.isUp ? "up" : "down \(state.reasons.names)"
        case .venueConnection(let isInside): isInside ? "inside" : "outside"
        case .data(let channel, let message):
            "\(channel.name) \(message.number): \(String(decoding: message.bytes, as: UTF8.self))"
        case .file(let channel, let file): "\(channel.name) \(file.record.uri) \(file.record.version)"
        case .player(let number, .state(let state, let channel)): "player \(number) \(state.rawValue) \(channel)"
        case .player(let number, .buffering(let isActive)): "player \(number) buffering \(isActive)"
        case .player(let number, .channelInvalid(let channel)): "player \(number) invalid \(channel)"
        }
    }
}
