import DeviceLink
import NetworkFormats
import PacketIO
import Quality
import Testing
import VenueRuntime
import VenueSettings
import VenueWire

@testable import Session

@Suite("A session's service and place")
struct StateTests {
    static let down = LinkStatus(interface: "wlan0", trouble: .notConnected)

    @Test("B4, 3.5: the state is down before the start and after the end, on demand and by events")
    func startAndEnd() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        #expect(rig.takeTold() == ["down [\"noChannels\"]", "video [\"Sideline\"]", "inside", "up"])
        #expect(rig.session.serviceState.isUp && rig.session.isConnectedToVenue)
        rig.session.shutdown()
        #expect(rig.takeTold() == ["outside", "down [\"sdkNotRunning\"]"])
        #expect(rig.session.serviceState.reasons == .sdkNotRunning)
        #expect(!rig.session.isConnectedToVenue && !rig.session.isRunning)
        #expect(rig.session.channels(.video).isEmpty && rig.session.venue == nil)
        // Counters of the run stay; those of the next one begin anew.
        #expect(rig.session.statistics[.announcementsReceived] == 1)
        rig.session.shutdown()
        #expect(rig.takeTold() == [])
        try rig.session.start()
        // The list that is there already comes first.
        #expect(rig.takeTold() == ["video [\"Sideline\"]", "inside", "up"])
        #expect(rig.session.statistics[.announcementsReceived] == 0)
        #expect(rig.session.statistics[.channelsAdded] == 0)
    }

    @Test(
        "B10, N18, 3.18: Wi-Fi down prunes the lists and leaves the venue; up again finds them, with the same observers"
    )
    func wireless() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce([VenueScript.video(), VenueScript.objects(.data, 5, name: "scores")], from: 0, seconds: 1)
        _ = rig.takeTold()
        rig.link.set(Self.down)
        #expect(rig.takeTold() == ["video []", "data []", "down [\"wifiDown\"]", "outside"])
        #expect(rig.session.statistics[.channelsPruned] == 2)
        #expect(rig.script.venue.isPaused && rig.session.isRunning)
        // What is sent meanwhile is not heard, and no restart is counted.
        rig.script.announce(VenueScript.video(), at: 1_000)
        rig.script.advance(to: 60_000)
        #expect(rig.takeTold() == [])
        #expect(rig.session.statistics[.announcementsReceived] == 2)
        rig.link.set(LinkStatus(interface: "wlan0"))
        #expect(rig.takeTold() == ["down [\"noChannels\"]"])
        rig.script.advance(to: 120_000)
        #expect(rig.session.statistics[.listenerIGMPRestarts] == 0)
        rig.script.announce(VenueScript.video(), at: 121_000)
        #expect(rig.takeTold() == ["video [\"Sideline\"]", "inside", "up"])
        #expect(rig.session.statistics[.channelsAdded] == 3)
    }

    @Test("B11: the background stops the session, the foreground starts it, with the same observers")
    func background() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        _ = rig.takeTold()
        rig.session.enterBackground()
        #expect(rig.takeTold() == ["video []", "down [\"sdkNotRunning\"]", "outside"])
        rig.session.enterForeground()
        #expect(rig.takeTold() == ["down [\"noChannels\"]"])
        rig.script.announce(VenueScript.video(), at: 1_000)
        #expect(rig.takeTold() == ["video [\"Sideline\"]", "inside", "up"])
    }

    @Test("a session that does not pause tells that the link is down and keeps its lists")
    func server() throws {
        let rig = try SessionRig(VenueScript(), pausesWithLink: false)
        rig.script.announce(VenueScript.video(), at: 0)
        _ = rig.takeTold()
        rig.link.set(Self.down)
        #expect(rig.takeTold() == ["outside", "down [\"wifiDown\"]"])
        #expect(rig.session.channels(.video).count == 1 && !rig.script.venue.isPaused)
        rig.session.enterBackground()
        rig.link.set(LinkStatus())
        #expect(rig.takeTold() == ["inside", "up"])
    }

    @Test("a link that is down from the start is told at once, and nothing is received")
    func downFromTheStart() throws {
        let script = try VenueScript()
        let link = SetLink(Self.down)
        let session = VenueSession(
            SessionOptions(venue: .given(script.venue), configuration: VenueScript.configuration, link: link))
        try session.start()
        #expect(session.serviceState.reasons == .wifiDown)
        #expect(script.venue.isPaused && session.link == Self.down)
        session.shutdown()
    }

    @Test(
        "B6, 3.12: inside as long as an announcement of our venue is fresh, of whichever owner, by a Streamer we hear")
    func place() throws {
        var configuration = VenueScript.configuration
        configuration.allowedStreamers = ["a1"]
        let rig = try SessionRig(VenueScript(configuration), configuration: configuration)
        _ = rig.takeTold()
        let elsewhere = VenueAnnouncement.License(
            venueName: "Stadium-B", contentOwner: "Team-B", appDeveloper: "Vendor-C")
        rig.script.announce(VenueScript.video(1, license: elsewhere), at: 0)
        rig.script.announce(VenueScript.video(2, streamer: "b7"), at: 1)
        #expect(rig.takeTold() == [])
        let other = VenueAnnouncement.License(venueName: "Stadium-A", contentOwner: "X", appDeveloper: "Y")
        rig.script.announce(VenueScript.video(3, license: other), at: 1_000)
        #expect(rig.takeTold() == ["inside"])
        // A deletion is an announcement too.
        rig.script.announce(VenueScript.video(3, license: other), at: 2_000, isDeletion: true)
        rig.script.advance(to: 11_900)
        #expect(rig.takeTold() == [])
        rig.script.advance(to: 12_000)
        #expect(rig.takeTold() == ["outside"])
    }

    @Test("3.11: start needs all three names, and says which one is missing")
    func license() throws {
        var configuration = VenueScript.configuration
        let script = try VenueScript()
        let rows: [(FieldOfUse?, String)] = [
            (nil, "venueName"), (FieldOfUse(venueName: "", contentOwner: "b", appDeveloper: "c"), "venueName"),
            (FieldOfUse(venueName: "a", contentOwner: "", appDeveloper: "c"), "contentOwner"),
            (FieldOfUse(venueName: "a", contentOwner: "b", appDeveloper: ""), "appDeveloper"),
        ]
        for (license, member) in rows {
            configuration.license = license
            let session = VenueSession(SessionOptions(venue: .given(script.venue), configuration: configuration))
            #expect(throws: SessionFailure.licenseIncomplete(member)) { try session.start() }
            #expect(!session.isRunning)
            // It can be completed while nothing runs.
            try session.set(VenueScript.configuration)
            try session.start()
            #expect(session.isRunning)
        }
        configuration.license = nil
        let server = VenueSession(
            SessionOptions(venue: .given(script.venue), configuration: configuration, needsLicense: false))
        try server.start()
        #expect(server.isRunning)
    }

    @Test("G3: the access point is named by the configuration's list")
    func accessPoint() throws {
        var facts = WirelessFacts()
        facts.bssid = "04:c5:a4:09:55:70"
        var configuration = VenueScript.configuration
        configuration.wifi.accessPoints = [.init(name: "Press Box Booth 5", bssid: "04:c5:a4:09:55:70")]
        let session = VenueSession(
            SessionOptions(
                venue: .given(try VenueScript().venue), configuration: configuration, wireless: SetWireless(facts)))
        #expect(session.wireless.accessPointName == "Press Box Booth 5")
        configuration.wifi.accessPoints = []
        try session.set(configuration)
        #expect(session.wireless.accessPointName == nil)
    }
}
