import Channels
import NetworkFormats
import Quality
import Testing
import VenueSettings
import VenueWire

@testable import Session

@Suite("A session's lists")
struct ListTests {
    @Test("B9, D1: a channel that is announced comes onto the list, changes in place, leaves and comes back")
    func life() throws {
        let rig = try SessionRig(VenueScript())
        #expect(rig.takeTold() == ["down [\"noChannels\"]"])
        rig.script.announce(VenueScript.video(), at: 0)
        #expect(rig.takeTold() == ["video [\"Sideline\"]", "inside", "up"])
        #expect(rig.session.channels(.video).map(\.name) == ["Sideline"])
        // The same again with another number changes nothing.
        var again = VenueScript.video()
        again.sequence = 9
        rig.script.announce(again, at: 1_000)
        #expect(rig.takeTold() == [])
        // A parameter alone changes in place (3.6).
        rig.script.announce(VenueScript.video(name: "Bench"), at: 2_000)
        #expect(rig.takeTold() == ["video [\"Bench\"]"])
        #expect(rig.session.statistics[.channelsAdded] == 1)
        #expect(rig.session.statistics[.channelsPruned] == 0)
        rig.script.announce(VenueScript.video(name: "Bench"), at: 3_000, isDeletion: true)
        #expect(rig.takeTold() == ["video []", "down [\"noChannels\"]"])
        #expect(rig.session.statistics[.channelsPruned] == 1)
        rig.script.announce(VenueScript.video(), at: 4_000)
        #expect(rig.takeTold() == ["video [\"Sideline\"]", "up"])
        #expect(rig.session.statistics[.channelsAdded] == 2)
        #expect(rig.session.statistics[.announcementsReceived] == 5)
    }

    @Test(
        "3.6: a channel is pruned when it was not announced for ten periods, and at once with them the device is outside"
    )
    func prune() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        _ = rig.takeTold()
        rig.script.advance(to: 9_900)
        #expect(rig.takeTold() == [])
        rig.script.advance(to: 10_000)
        #expect(rig.takeTold() == ["video []", "down [\"noChannels\"]", "outside"])
        #expect(rig.session.statistics[.channelsPruned] == 1)
    }

    @Test("what came and went between two looks is told all the same, moment by moment")
    func between() throws {
        let rig = try SessionRig(VenueScript())
        _ = rig.takeTold()
        rig.script.announce(VenueScript.video(1, name: "A"), at: 0)
        rig.script.announce(VenueScript.video(2, name: "B"), at: 1)
        rig.script.announce(VenueScript.video(1, name: "A"), at: 2, isDeletion: true)
        rig.script.announce(VenueScript.video(2, name: "B"), at: 3, isDeletion: true)
        let told = rig.takeTold()
        #expect(
            told.filter { $0.hasPrefix("video") } == [
                "video [\"A\"]", "video [\"A\", \"B\"]", "video [\"B\"]", "video []",
            ])
        #expect(told.filter { $0 == "up" }.count == 1)
        #expect(told.last == "down [\"noChannels\"]")
    }

    @Test("lists hold what is announced for us only, in the order of first announcements, each kind its own")
    func ours() throws {
        let foreign = VenueAnnouncement.License(venueName: "Stadium-A", contentOwner: "X", appDeveloper: "Y")
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(3, name: "C", license: foreign), at: 0)
        // Inside, but no channels for this app (3.12).
        #expect(rig.takeTold() == ["down [\"noChannels\"]", "inside"])
        rig.script.announce(VenueScript.objects(.data, 5, name: "scores"), at: 1)
        rig.script.announce(VenueScript.video(2, name: "B"), at: 2)
        rig.script.announce(VenueScript.video(1, name: "A"), at: 3)
        rig.script.announce(VenueScript.objects(.file, 6, name: "replays"), at: 4)
        rig.look()
        #expect(rig.session.channels(.video).map(\.name) == ["B", "A"])
        #expect(rig.session.channels(.data).map(\.name) == ["scores"])
        #expect(rig.session.channels(.file).map(\.name) == ["replays"])
        #expect(rig.session.statistics[.licenseMismatchAnnouncements] == 1)
        #expect(rig.session.streamers.map(\.id) == ["a1"])
    }

    @Test("B7, B8, 3.6: another field of use at run time empties the lists and fills them at once")
    func otherLicense() throws {
        let rig = try SessionRig(VenueScript())
        let other = VenueAnnouncement.License(venueName: "Stadium-A", contentOwner: "X", appDeveloper: "Y")
        rig.script.announce(VenueScript.video(1, name: "A"), at: 0)
        rig.script.announce(VenueScript.video(2, name: "B"), at: 1)
        rig.script.announce(VenueScript.video(3, name: "C", license: other), at: 2)
        _ = rig.takeTold()
        var configuration = VenueScript.configuration
        configuration.license = FieldOfUse(venueName: "Stadium-A", contentOwner: "X", appDeveloper: "Y")
        try rig.session.set(configuration)
        #expect(rig.takeTold() == ["video [\"C\"]"])
        #expect(rig.session.statistics[.channelsPruned] == 2)
        #expect(rig.session.statistics[.channelsAdded] == 3)
        // Streamers that are not allowed are never listed (3.10).
        configuration.allowedStreamers = ["10.9.9.9"]
        try rig.session.set(configuration)
        #expect(rig.takeTold().first == "video []")
        #expect(rig.session.streamers.map(\.isAllowed) == [false])
        // Another venue: nothing of it is heard.
        configuration.allowedStreamers = []
        configuration.license = FieldOfUse(venueName: "Stadium-Z", contentOwner: "X", appDeveloper: "Y")
        try rig.session.set(configuration)
        #expect(!rig.session.isConnectedToVenue)
        #expect(throws: SessionFailure.licenseIncomplete("contentOwner")) {
            configuration.license?.contentOwner = ""
            try rig.session.set(configuration)
        }
    }

    @Test("who comes later is told what there is first, and then every change once")
    func current() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        rig.look()
        let late = Collected()
        let subscription = rig.session.subscribe(current: true) { late.add($0) }
        rig.script.announce(VenueScript.video(2, name: "Bench"), at: 1)
        rig.look()
        #expect(late.all == ["video [\"Sideline\"]", "up", "inside", "video [\"Sideline\", \"Bench\"]"])
        subscription.cancel()
    }
}
