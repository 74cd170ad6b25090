import NetworkFormats
import Playback
import Quality
import Testing
import Timing
import VenueWire

@testable import Session

@Suite("Poor quality of a session")
struct QualityOfServiceTests {
    struct Silent: PlayerOutput {
        var wantsPictures: Bool { false }
    }

    /// Ten packets in each slot of 500 ms; a lossy slot lacks its fifth.
    static func send(_ slots: Range<Int64>, lossy: Range<Int64>, to script: VenueScript) {
        for slot in slots {
            if slot % 2 == 0 { script.announce(VenueScript.video(), at: slot * 500) }
            for packet in 0..<10 as Range<Int64> where !(lossy.contains(slot) && packet == 4) {
                script.media(UInt16(truncatingIfNeeded: slot * 10 + packet), at: slot * 500 + packet * 50)
            }
        }
    }

    /// Slots are 500 ms long and close 200 ms after their end; 20 of them, of ten packets each, lie behind every sample.
    ///
    /// Slots 20…39 (10 s to 20 s) fail. Sample 11 looks back at one that failed: 10·0.95⁸ = 6.6; 12 at three: 2.7, the first
    /// low one; 13 … 16 at five and more: 1.0 and less. So it is poor after sample 16. The last one that failed closes at
    /// 20.2 s: sample 29 looks back at three, 30 at one (6.6), 31 at none: good again, by B8, long before ten high ones.
    @Test("B3, 3.4: loss makes the service poor at the fifth low second, and good at the first without a failed window")
    func upAndDown() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        rig.look()
        let channel = try #require(rig.session.channels(.video).first)
        let (number, player) = rig.session.makePlayer(output: Silent())
        player.play(rig.session.playedChannel(channel))
        _ = rig.takeTold()
        func states(_ told: [String]) -> [String] { told.filter { $0 == "up" || $0.hasPrefix("down") } }
        Self.send(0..<32, lossy: 20..<40, to: rig.script)
        #expect(states(rig.takeTold()) == [])
        Self.send(32..<33, lossy: 20..<40, to: rig.script)
        #expect(states(rig.takeTold()) == ["down [\"poorQuality\"]"])
        Self.send(33..<62, lossy: 20..<40, to: rig.script)
        #expect(states(rig.takeTold()) == [])
        Self.send(62..<63, lossy: 20..<40, to: rig.script)
        #expect(states(rig.takeTold()) == ["up"])
        rig.session.removePlayer(number)
    }

    @Test("3.4: looking late changes nothing, and only the tuned channel counts")
    func late() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        rig.script.announce(VenueScript.video(2, name: "Bench"), at: 0)
        rig.look()
        let (_, player) = rig.session.makePlayer(output: Silent())
        player.play(rig.session.playedChannel(try #require(rig.session.channels(.video).first)))
        _ = rig.takeTold()
        Self.send(0..<63, lossy: 20..<40, to: rig.script)
        let told = rig.takeTold().filter { $0 == "up" || $0.hasPrefix("down") }
        #expect(told == ["down [\"poorQuality\"]", "up"])
        // Retuning forgets what was poor.
        Self.send(63..<120, lossy: 70..<120, to: rig.script)
        rig.look()
        #expect(rig.session.serviceState.reasons == .poorQuality)
        rig.script.announce(VenueScript.video(2, name: "Bench"), at: 60_000)
        rig.look()
        player.play(rig.session.playedChannel(try #require(rig.session.channels(.video).last)))
        rig.look()
        #expect(rig.session.serviceState.isUp)
        player.play(rig.session.playedChannel(try #require(rig.session.channels(.video).first)))
        rig.look()
        #expect(rig.session.serviceState.isUp)
        player.close()
    }
}
