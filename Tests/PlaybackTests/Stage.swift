import Bytes
import Foundation
import Glibc
import History
import NetworkFormats
import PacketIO
import Pipeline
import Timing
import TransportStream
import VenueSimulator

@testable import Playback

/// A venue and a steady clock that a test moves: senders' datagrams go through the real pipeline when they are due.
final class Stage: PlayedVenue, PlayerPacing {
    static let start: Int64 = 1_767_225_600_000_000_000

    private struct State {
        var engine: VenueEngine<NoSink>
        var feeds: [LoopedFeed]
        var ordinal: UInt64 = 0
        /// What the test's clock shows, in nanoseconds from the start.
        var moved: Int64 = 0
        /// What the machine's clock showed at the start, when that is the clock.
        var origin: Int64?
        /// The steady clock, in nanoseconds from the start.
        var clock: Int64 {
            get { origin.map { SystemPacing().now() - $0 } ?? moved }
            set { moved = newValue }
        }
        /// How far the venue is.
        var fed: Int64 = 0
        /// When nothing comes any more.
        var end = Int64.max
        /// What is known of the channels' streams, and when to look again.
        var transports: [TransportFacts?] = []
        var look: Int64 = 0
        /// What the clock showed when each thread looked last.
        var seen: [pthread_t: Int64] = [:]
        /// Threads that wait: until when, and what the clock showed when they looked last.
        var waiting: [pthread_t: (until: Int64, seen: Int64, bell: PlayerBell)] = [:]
    }

    private let state: Guarded<State>

    init(_ specs: [SenderSpec], historySeconds: Int64 = 30) {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: historySeconds))
        state = Guarded(
            State(
                engine: VenueEngine(parameters: parameters, output: NoSink()), feeds: specs.map { LoopedFeed($0) }))
    }

    /// A stage on which a transport stream is sent for ever.
    convenience init(_ bytes: [UInt8], impairment: Impairment = Impairment(), historySeconds: Int64 = 30) throws {
        self.init([try Self.sender(bytes, impairment: impairment)], historySeconds: historySeconds)
    }

    /// Goes on by the machine's clock from now on, as if so much time had passed.
    func goOn(at milliseconds: Int64) {
        state.withLock { $0.origin = SystemPacing().now() - milliseconds * 1_000_000 }
    }

    static func sender(
        _ bytes: [UInt8], number: UInt16 = 0, port: UInt16? = nil, impairment: Impairment = Impairment(),
        firstClock: MediaTimestamp? = nil, start: StreamDuration = .zero
    ) throws -> SenderSpec {
        SenderSpec(
            name: "camera \(number)", material: try LoopMaterial(bytes), firstClock: firstClock,
            destination: Endpoint(IPAddress(v4: 0xef01_0001), port ?? 5_000 + 10 * number), impairment: impairment,
            announcing: nil, start: start, seed: 7 + UInt64(number))
    }

    static func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/clips")
        return [UInt8](try Data(contentsOf: folder.appending(path: name).standardized))
    }

    static let channel = PlayedChannel(id: "0", name: "camera 0")

    // MARK: The venue

    func history(of channel: PlayedChannel) -> PlayedHistory? {
        state.withLock { state in
            Self.feed(&state)
            if state.clock >= state.look || state.transports.contains(where: { $0?.tracks.isEmpty ?? true }) {
                // The numbers of everything cost more than a history does.
                state.look = state.clock + 500_000_000
                state.transports = state.engine.snapshot.channels.map(\.transport)
            }
            guard let index = Int(channel.id), state.transports.indices.contains(index),
                let history = state.engine.history(of: Int32(index)), history.media.count > 0
            else { return nil }
            return PlayedHistory(history: history, transport: state.transports[index], packetLength: 188)
        }
    }

    var clock: (now: StreamTime, isRunning: Bool)? {
        state.withLock { state in
            Self.feed(&state)
            guard state.ordinal > 0 else { return nil }
            let now = min(state.clock, state.end)
            return (StreamTime(nanoseconds: Self.start + now), state.clock < state.end)
        }
    }

    private static func feed(_ state: inout State) {
        let now = min(state.clock, state.end)
        while true {
            var next: (feed: Int, time: Int64)?
            for index in state.feeds.indices {
                let time = state.feeds[index].nextOffset().nanoseconds
                if time <= now, time < next?.time ?? .max { next = (index, time) }
            }
            guard let next else { break }
            let spec = state.feeds[next.feed].spec
            state.feeds[next.feed].next { sent, payload in
                state.ordinal += 1
                state.engine.ingest(
                    DatagramHeader(
                        time: StreamTime(nanoseconds: start + max(sent.offset.nanoseconds, state.fed)),
                        ordinal: state.ordinal, source: Endpoint(spec.source.address, sent.sourcePort),
                        destination: sent.destination, wireLength: UInt32(payload.byteCount),
                        storedLength: UInt32(payload.byteCount)), payload)
            }
            state.fed = max(state.fed, next.time)
        }
        if now > state.fed, state.ordinal > 0 {
            state.fed = now
            state.engine.advance(to: StreamTime(nanoseconds: start + now))
        }
    }

    /// Lets a sender be silent from now on, and come back with other numbers and its stream from the start.
    func restart(_ sender: Int = 0, after milliseconds: Int64) {
        state.withLock { state in
            Self.feed(&state)
            state.feeds[sender].restart(at: StreamDuration(nanoseconds: state.clock + milliseconds * 1_000_000))
        }
    }

    /// Lets a sender be silent for ever.
    func silence(_ sender: Int) {
        state.withLock { state in
            Self.feed(&state)
            state.feeds[sender].restart(at: StreamDuration(nanoseconds: .max / 2))
        }
    }

    /// Lets the venue end now, as a capture does.
    func finish() {
        state.withLock { state in
            Self.feed(&state)
            state.end = state.clock
            state.engine.finish()
        }
    }

    /// Stream time of an instant after the start.
    static func time(_ milliseconds: Int64) -> StreamTime {
        StreamTime(nanoseconds: start + milliseconds * 1_000_000)
    }

    // MARK: The clock

    func now() -> Int64 {
        state.withLock { state in
            state.seen[pthread_self()] = state.clock
            return state.clock
        }
    }

    func wait(until instant: Int64, or bell: PlayerBell) {
        let mustWait = state.withLock { state in
            guard state.clock < instant else { return false }
            state.waiting[pthread_self()] = (instant, state.seen[pthread_self()] ?? -1, bell)
            return true
        }
        guard mustWait else { return }
        bell.wait(until: SystemPacing().now() + 3_600_000_000_000)
        state.withLock { $0.waiting[pthread_self()] = nil }
    }

    /// Moves the clock on while the player does something that takes long.
    func pass(_ milliseconds: Int64) { state.withLock { $0.moved += milliseconds * 1_000_000 } }

    /// Moves the clock on, from one instant at which the player has something to do to the next, and lets it do that.
    func advance(_ milliseconds: Int64, _ player: Player) {
        let target = state.withLock { state in
            state.clock += 1
            return state.clock + milliseconds * 1_000_000
        }
        settle(player)
        while true {
            let clock = state.withLock { state -> Int64? in
                if let due = state.waiting.values.map(\.until).min() {
                    state.clock = min(target, max(due, state.clock + 1))
                } else if player.board.read(\.run) == nil {
                    state.clock = target
                } else {
                    return nil
                }
                return state.clock
            }
            settle(player)
            guard let clock else { continue }
            if clock >= target { return }
        }
    }

    /// Lets the player do what there is to do now.
    private func settle(_ player: Player) {
        for _ in 0..<20_000 {
            guard player.board.read(\.run) != nil else { return }
            let bell: PlayerBell?? = state.withLock { state in
                guard let (thread, place) = state.waiting.first else { return nil }
                if place.seen == state.clock, place.until > state.clock { return .some(nil) }
                state.waiting[thread] = nil
                return place.bell
            }
            if case .some(.none) = bell { return }
            bell??.ring()
            usleep(50)
        }
    }
}
