import Channels
import Dispatch
import NetworkFormats
import PacketIO
import Playback
import Testing
import VenueWire

@testable import Session

@Suite("A session and a hostile venue")
struct HostileVenueTests {
    @Test("channels that come and go without end leave no ids behind")
    func ids() throws {
        let rig = try SessionRig(VenueScript())
        var most = 0
        for number in 1...UInt32(VenueSession.idLimit + 1_000) {
            // Deletions make room at once (definitions C8), so nothing limits how many there are one after the other.
            let channel = ListedChannel(
                key: ListedChannel.Key(
                    source: IPAddress(v4: 0x0a00_0001), streamerID: "a1", kind: .video, sessionNumber: number),
                announcement: VenueScript.video(number))
            _ = rig.session.playedChannel(channel)
            most = max(most, rig.session.life.withLock { max($0.ids.count, $0.keys.count) })
        }
        #expect(most == VenueSession.idLimit)
        #expect(rig.session.life.withLock { $0.ids.count == $0.keys.count && $0.ids.count == 1_000 })
    }

    @Test("a channel that is listed keeps its id however many others come and go")
    func listed() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(1), at: 0)
        rig.look()
        let listed = try #require(rig.session.channels(.video).first)
        let id = rig.session.playedChannel(listed).id
        for number in 2...UInt32(VenueSession.idLimit + 10) {
            var other = listed
            other.key.sessionNumber = number
            _ = rig.session.playedChannel(other)
        }
        #expect(rig.session.life.withLock { $0.ids[listed.key] } == id)
    }

    @Test("lists that nobody takes in time give way to newer ones, and the newest is told")
    func lists() {
        let line = EventLine()
        line.open(1)
        let gate = DispatchSemaphore(value: 0)
        let told = Guarded<[Int]>([])
        let take: @Sendable (SessionEvent) -> Void = { event in
            guard case .channelList(.video, let list) = event else { return gate.wait() }
            told.withLock { $0.append(list.count) }
        }
        let subscription = line.add(take) { _ in [] }
        line.tell(.venueConnection(true))
        let channel = ListedChannel(
            key: ListedChannel.Key(
                source: IPAddress(v4: 0x0a00_0001), streamerID: "a1", kind: .video, sessionNumber: 1),
            announcement: VenueScript.video())
        let count = EventLine.limit + 500
        for number in 1...count {
            line.tell(.channelList(.video, [ListedChannel](repeating: channel, count: number % 50)))
        }
        line.tell(.channelList(.video, [ListedChannel](repeating: channel, count: 77)))
        gate.signal()
        line.drain()
        // The event that is being told does not wait any more.
        #expect((EventLine.limit - 1...EventLine.limit).contains(told.withLock { $0.count }))
        #expect(told.withLock { $0.last } == 77)
        subscription.cancel()
    }
}
