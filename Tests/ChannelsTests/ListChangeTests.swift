import Channels
import NetworkFormats
import Testing
import VenueWire

@Suite("Changes of the venue's list")
struct ListChangeTests {
    static func text(_ changes: ArraySlice<ListChange>?) -> [String]? {
        changes.map { $0.map { "\($0.number) \($0.kind) \($0.channel.announcement.channel.name)" } }
    }

    @Test("are kept in order, each with its number, and can be read on from any that is kept")
    func order() throws {
        var traffic = VenueTraffic(license: VenueTraffic.license)
        let foreign = VenueAnnouncement.License(venueName: "X", contentOwner: "Y", appDeveloper: "Z")
        try traffic.announce(VenueTraffic.video(), at: 0)
        // What is not for us is no change of the list.
        try traffic.announce(VenueTraffic.video(2, license: foreign), at: 1)
        try traffic.announce(VenueTraffic.video(name: "Bench"), at: 2)
        try traffic.announce(VenueTraffic.video(name: "Bench", license: foreign), at: 3)
        try traffic.announce(VenueTraffic.video(), at: 4)
        try traffic.announce(VenueTraffic.video(), at: 5, isDeletion: true)
        let venue = traffic.classifier.venue
        #expect(
            Self.text(venue.changes(after: 0)) == [
                "1 added Sideline", "2 changed Bench", "3 removed Bench", "4 added Sideline", "5 removed Sideline",
            ])
        #expect(Self.text(venue.changes(after: 4)) == ["5 removed Sideline"])
        #expect(venue.changes(after: 5)?.isEmpty == true)
        #expect(venue.changes(after: 6) == nil && venue.changes(after: .max) == nil)
        #expect(venue.changeCount == 5)
    }

    @Test("are bounded: who is too late has to look at the whole list")
    func bounds() throws {
        var traffic = VenueTraffic()
        for round in 0..<1_500 as Range<Int64> {
            try traffic.announce(VenueTraffic.video(), at: round, isDeletion: round % 2 == 1)
        }
        let venue = traffic.classifier.venue
        #expect(venue.changeCount == 1_500)
        #expect(venue.changes(after: 0) == nil)
        #expect(venue.changes(after: 1_000)?.count == 500)
    }

    @Test(
        "3.7, 3.12: who leaves the venue prunes everything, is outside, and waits for nothing until something is heard")
    func leaving() throws {
        var traffic = VenueTraffic()
        var output = ClassifierOutput()
        try traffic.announce(VenueTraffic.video(), at: 0)
        try traffic.announce(VenueTraffic.objects(.data, 2), at: 1)
        #expect(traffic.classifier.venue.isInside(at: VenueTraffic.time(9_999)))
        #expect(!traffic.classifier.venue.isInside(at: VenueTraffic.time(10_001)))
        traffic.classifier.leaveVenue(at: Moment(time: VenueTraffic.time(2), ordinal: 2), into: &output)
        #expect(traffic.counters.channelsPruned == 2)
        #expect(traffic.classifier.venue.notes.pruned.map(\.reason) == [.left, .left])
        #expect(traffic.classifier.venue.listed.isEmpty)
        #expect(!traffic.classifier.venue.isInside(at: VenueTraffic.time(2)))
        traffic.advance(to: 200_000)
        #expect(traffic.restarts.isEmpty && traffic.counters.listenerRestarts == 0)
        try traffic.announce(VenueTraffic.video(), at: 200_000)
        #expect(traffic.classifier.venue.isInside(at: VenueTraffic.time(200_001)))
        // Heard again, silence counts again: five periods, at least 5 s.
        traffic.advance(to: 205_000)
        #expect(traffic.counters.listenerRestarts == 1)
    }
}
