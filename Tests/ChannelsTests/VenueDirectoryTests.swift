import Bytes
import Channels
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("Venue directory")
struct VenueDirectoryTests {
    @Test(
        "a channel is added once and pruned at the first tick after ten periods, at least 5 s",
        arguments: [100, 1_000, 2_000])
    func prune(_ periodMs: Int) throws {
        var traffic = VenueTraffic()
        for ms in stride(from: Int64(0), through: 3_050, by: 1_017) {
            try traffic.announce(VenueTraffic.video(periodMs: periodMs), at: ms)
        }
        #expect(traffic.counters.channelsAdded == 1)
        // The last came at 2034 or 3051 ms; ticks are multiples of 100 ms.
        let last: Int64 = 2_034
        let patience = max(10 * Int64(periodMs), 5_000)
        let tick = (last + patience + 99) / 100 * 100
        traffic.advance(to: tick - 100)
        #expect(traffic.classifier.venue.channels.count == 1)
        traffic.advance(to: tick)
        #expect(traffic.classifier.venue.channels.isEmpty)
        #expect(traffic.counters.channelsPruned == 1)
        #expect(traffic.classifier.venue.notes.pruned.map(\.reason) == [.silent])
        try traffic.announce(VenueTraffic.video(periodMs: periodMs), at: tick + 50)
        #expect(traffic.counters.channelsAdded == 2)
    }

    @Test("a deletion counts from the same source only, and only for its own channel")
    func deletion() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(), at: 0)
        try traffic.announce(VenueTraffic.video(), at: 10, from: "10.0.0.2", isDeletion: true)
        try traffic.announce(VenueTraffic.video(2), at: 20, isDeletion: true)
        try traffic.announce(VenueTraffic.video(streamer: "b"), at: 30, isDeletion: true)
        #expect(traffic.counters.channelsPruned == 0)
        try traffic.announce(VenueTraffic.video(), at: 40, isDeletion: true)
        #expect(traffic.counters.channelsPruned == 1)
        #expect(traffic.counters.accepted == 5)
        #expect(traffic.classifier.venue.notes.pruned.map(\.reason) == [.deleted])
        #expect(traffic.classifier.venue.channels.isEmpty)
    }

    @Test("other sources, Streamers, kinds and numbers are other channels")
    func keys() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(), at: 0)
        try traffic.announce(VenueTraffic.video(), at: 1, from: "10.0.0.2")
        try traffic.announce(VenueTraffic.video(streamer: "b"), at: 2)
        try traffic.announce(VenueTraffic.video(2), at: 3)
        try traffic.announce(VenueTraffic.objects(.data, 1), at: 4)
        try traffic.announce(VenueTraffic.objects(.file, 1), at: 5)
        #expect(traffic.counters.channelsAdded == 6)
        #expect(
            traffic.classifier.venue.channels.map(\.announcement.channel.kind) == [
                .video, .video, .video, .video, .data, .file,
            ])
        #expect(
            traffic.classifier.venue.streamers.map { "\($0.address) \($0.id)" } == [
                "10.0.0.1 a1", "10.0.0.2 a1", "10.0.0.1 b",
            ])
    }

    @Test("a changed name, number of periods or address changes no counter")
    func inPlace() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(), at: 0)
        let revision = traffic.classifier.venue.revision
        var next = VenueTraffic.video()
        next.sequence = 77
        try traffic.announce(next, at: 1_000)
        #expect(traffic.classifier.venue.revision == revision)
        try traffic.announce(VenueTraffic.video(name: "Other", group: 0xef01_0102, periodMs: 500), at: 2_000)
        #expect(traffic.classifier.venue.revision > revision)
        #expect(traffic.counters.channelsAdded == 1)
        #expect(traffic.counters.channelsPruned == 0)
        #expect(traffic.classifier.venue.channels.map(\.announcement.channel.name) == ["Other"])
    }

    @Test("what is not for us is never on the list; what no longer is, leaves it")
    func refused() throws {
        var traffic = VenueTraffic(license: VenueTraffic.license, allowed: ["10.0.0.1"])
        let foreign = VenueAnnouncement.License(venueName: "X", contentOwner: "Y", appDeveloper: "Z")
        try traffic.announce(VenueTraffic.video(license: foreign), at: 0)
        try traffic.announce(VenueTraffic.video(2), at: 1, from: "10.0.0.2")
        #expect(traffic.counters.channelsAdded == 0)
        #expect(traffic.classifier.venue.channels.map(\.isListed) == [false, false])
        #expect(traffic.classifier.venue.streamers.map(\.isAllowed) == [true, false])
        try traffic.announce(VenueTraffic.video(), at: 2)
        #expect(traffic.counters.channelsAdded == 1)
        try traffic.announce(VenueTraffic.video(license: foreign), at: 3)
        #expect(traffic.counters.channelsPruned == 1)
        #expect(traffic.classifier.venue.notes.pruned.map(\.reason) == [.refused])
        // Its end is no second prune.
        traffic.advance(to: 20_000)
        #expect(traffic.counters.channelsPruned == 1)
        #expect(traffic.classifier.venue.channels.isEmpty)
    }

    @Test("other rules judge what is known anew")
    func rules() throws {
        var traffic = VenueTraffic()
        var output = ClassifierOutput()
        try traffic.announce(VenueTraffic.video(), at: 0)
        try traffic.announce(VenueTraffic.video(2), at: 1, from: "10.0.0.2")
        let moment = Moment(time: VenueTraffic.time(2), ordinal: 2)
        traffic.classifier.set(AnnouncementRules(allowed: ["10.0.0.2"]), at: moment, into: &output)
        #expect(traffic.counters.channelsPruned == 1)
        #expect(traffic.classifier.venue.streamers.map(\.isAllowed) == [false, true])
        traffic.classifier.set(AnnouncementRules(license: VenueTraffic.license), at: moment, into: &output)
        #expect(traffic.counters.channelsAdded == 3)
        traffic.classifier.set(
            AnnouncementRules(license: VenueAnnouncement.License(venueName: "X", contentOwner: "Y", appDeveloper: "Z")),
            at: moment, into: &output)
        #expect(traffic.counters.channelsPruned == 3)
    }

    @Test("Thousands of different channels and Streamers stay within the limits")
    func flood() throws {
        var traffic = VenueTraffic()
        let origin = IPAddress(v4: 0x0a00_0001)
        for number in 0..<UInt32(2_000) {
            var announcement = VenueTraffic.video(
                number, group: 0xef01_0000 | number & 0xff, streamer: "s\(number % 1_000)")
            announcement.periodMs = 3_600_000
            try traffic.send(
                announcement.datagram(from: origin), at: Int64(number / 100), from: "10.0.\(number % 50).1")
        }
        let venue = traffic.classifier.venue
        // 256 groups, 8 channels at one place, 1 024 in all.
        #expect(venue.channels.count == VenueDirectory.channelLimit)
        #expect(venue.streamers.count == 256)
        #expect(venue.counters.accepted == 2_000)
        #expect(venue.counters.beyondLimit == 2_000 - 1_024)
        #expect(venue.counters.channelsAdded == 1_024)
    }
}

@Suite("Silent announcements")
struct AnnouncementSilenceTests {
    @Test("3.7: the listener joins anew after 5 s, then after 10, 20, 40 and every 60 s, until something comes")
    func listener() throws {
        var traffic = VenueTraffic()
        traffic.advance(to: 30_000)
        // Nothing was heard yet: that is for the receiver to mend.
        #expect(traffic.restarts.isEmpty)
        try traffic.announce(VenueTraffic.objects(.data, 1), at: 30_000)
        traffic.advance(to: 300_000)
        #expect(traffic.restarts.map(\.ms) == [35_000, 45_000, 65_000, 105_000, 165_000, 225_000, 285_000])
        #expect(traffic.restarts.allSatisfy { $0.group == VenueTraffic.venueGroup })
        #expect(traffic.counters.listenerRestarts == 7)
        // Anything sent there counts as heard.
        try traffic.send([1], at: 300_000)
        traffic.advance(to: 306_000)
        #expect(traffic.counters.listenerRestarts == 8)
        #expect(traffic.restarts.last?.ms == 305_000)
    }

    @Test("a venue that announces more seldom is given five of its periods")
    func period() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(periodMs: 4_000), at: 0)
        traffic.advance(to: 19_900)
        #expect(traffic.counters.listenerRestarts == 0)
        traffic.advance(to: 20_000)
        #expect(traffic.counters.listenerRestarts == 1)
    }

    @Test("an announced video flow is joined anew when it is silent for 2 s")
    func flow() throws {
        var traffic = VenueTraffic()
        for second in 0..<20 as Range<Int64> {
            try traffic.announce(VenueTraffic.video(), at: second * 1_000 + 50)
            if second >= 4, second < 10 {
                for step in 0..<5 as Range<Int64> {
                    try traffic.media(UInt16(second * 5 + step), at: second * 1_000 + 60 + step * 200)
                }
            }
        }
        // Announced at 50 ms: due at 2 050, looked at at whole seconds, 5 s later it flows; silent from 9 860 on.
        #expect(
            traffic.restarts.map { "\($0.ms) \($0.group)" } == ["3000 239.1.1.1", "12000 239.1.1.1", "17000 239.1.1.1"])
        #expect(traffic.counters.flowRestarts == 3)
        #expect(traffic.counters.listenerRestarts == 0)
    }
}
