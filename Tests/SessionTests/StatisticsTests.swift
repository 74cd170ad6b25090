import Channels
import Foundation
import NetworkFormats
import PacketIO
import Playback
import Quality
import Reports
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator
import VenueWire

@testable import Session

@Suite("A session's statistics")
struct StatisticsTests {
    /// The demo's four cameras, three of which lose packets, for a minute.
    static func demo() throws -> NativeVenueSpec {
        var spec = try NativeVenueSpec.demo(
            mainCamera: LoopMaterial(DemoFile.bytes("main-camera.ts")),
            sideline: LoopMaterial(DemoFile.bytes("sideline.ts")), start: VenueScript.time(0),
            duration: StreamDuration(seconds: 60))
        // "High Wide" is not protected: what it loses stays lost.
        spec.channels[3].impairment = Impairment(loss: .bernoulli(0.01))
        return spec
    }

    static func configuration(of spec: NativeVenueSpec) -> VenueConfiguration {
        var configuration = VenueConfiguration()
        configuration.license = FieldOfUse(
            venueName: spec.license.venueName, contentOwner: spec.license.contentOwner,
            appDeveloper: spec.license.appDeveloper)
        return configuration
    }

    @Test("D11, S1 to S25: a session opened before the first packet counts what the report says, number by number")
    func report() throws {
        var spec = try Self.demo()
        spec.channels.remove(at: 0)
        // "Sideline" is silent for a second: half a window is beyond repair.
        let outage = Impairment.Outage(start: StreamDuration(seconds: 4), length: StreamDuration(seconds: 1))
        spec.channels[0].impairment.outages = [outage]
        let written = try WrittenVenue(spec, until: 9_000)
        let configuration = Self.configuration(of: spec)
        let venue = try LiveVenue(
            options: LiveOptions(source: .capture(path: written.path, pace: .fast), configuration: configuration))
        let session = VenueSession(SessionOptions(venue: .given(venue), configuration: configuration))
        try session.start()
        var rows: [(name: String, number: Int, player: Player)] = []
        for (index, channel) in spec.channels.enumerated() where channel.kind == .video {
            let (number, player) = session.makePlayer(output: QualityOfServiceTests.Silent())
            let announced = NativeVenue(spec).announcement(of: index).channel
            player.play(PlayedChannel(id: ChannelIdentity.expectedID(of: announced), name: channel.name))
            rows.append((channel.name, number, player))
        }
        venue.start()
        for _ in 0..<2_000 where !venue.health.isFinished { usleep(10_000) }
        session.line.drain()
        let report = venue.report()
        var (failures, successes) = (0, 0)
        for row in rows {
            let channel = try #require(report.channels.first { $0.name == row.name })
            let played = try #require(session.players.withLock { $0[row.number] })
            #expect(row.player.facts.isOpen)
            try Self.compare(session.numbers(of: played), channel)
            // The server's answer for one channel is the same (D11).
            let index = try #require(venue.channel(withID: channel.id))
            try Self.compare(try #require(session.statistics(ofChannel: index)), channel)
            failures += channel.windows?.recoveryFailures ?? 0
            successes += channel.windows?.recoverySuccesses ?? 0
        }
        #expect(failures > 0 && successes > 0)
        let statistics = session.statistics
        let announcements = report.announcements
        let expected: [(StatKey, Int)] = [
            (.announcementsReceived, announcements.received), (.announcementsMalformed, announcements.malformed.count),
            (.invalidJSONAnnouncements, announcements.invalidJSON.count),
            (.versionMismatchAnnouncements, announcements.versionMismatch.count),
            (.announcementsNotAllowed, announcements.notAllowed.count),
            (.licenseMismatchAnnouncements, announcements.licenseMismatch.count),
            (.channelsAdded, announcements.channelsAdded), (.channelsPruned, announcements.channelsPruned),
            (.listenerIGMPRestarts, announcements.listenerRestarts), (.uploadAttempts, 0), (.uploadSuccesses, 0),
            (.uploadFailures, 0),
        ]
        for (key, value) in expected { #expect(statistics[key] == value, "\(key)") }
        #expect(statistics[.channelsAdded] == 6)
        #expect(statistics.sessionID == NativeVenue(spec).sessionID && statistics.sessionTitle == "Demo")
        // From the first datagram, an announcement at 0 s, to the last, just before 9 s.
        #expect(statistics[.sessionUptime] == 8)
        session.shutdown()
    }

    private static func compare(_ statistics: SessionStatistics, _ channel: ChannelReport) throws {
        let windows = try #require(channel.windows)
        let transport = try #require(channel.transport)
        let expected: [(StatKey, Int)] = [
            (.windowNoLoss, windows.noLoss), (.windowRecoverySuccesses, windows.recoverySuccesses),
            (.windowRecoveryFailures, windows.recoveryFailures),
            (.protectionWindows, windows.noLoss + windows.recoverySuccesses + windows.recoveryFailures),
            (.windowWarning, windows.warnings), (.windowError, windows.errors),
            (.droppedVideoFrames, channel.video?.droppedFrames ?? 0), (.discontinuities, transport.discontinuities),
            (.bytesWritten, transport.packets * 188), (.linkIndicator, channel.link?.last ?? 0),
        ]
        for (key, value) in expected { #expect(statistics[key] == value, "\(channel.name) \(key.rawValue)") }
        #expect(windows.noLoss > 0)
    }

    /// Of 20 slots of a half second and ten packets, opened in slot 20: only later ones count; every fifth of them fails.
    @Test("3.16: the session's keys count since it was opened, and stand still once it is closed")
    func since() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.announce(VenueScript.video(), at: 0)
        rig.look()
        QualityOfServiceTests.send(0..<21, lossy: 4..<8, to: rig.script)
        let (_, player) = rig.session.makePlayer(output: QualityOfServiceTests.Silent())
        #expect(rig.session.statistics[.protectionWindows] == 0)
        // At 10.45 s the slots 1 … 19 are closed, four of which failed.
        player.play(rig.session.playedChannel(try #require(rig.session.channels(.video).first)))
        #expect(rig.session.statistics[.protectionWindows] == 0)
        #expect(rig.session.statistics[.bytesWritten] == 0)
        #expect(rig.session.statistics.sessionID == "7f3c" && rig.session.statistics.sessionTitle == "Game 12")
        QualityOfServiceTests.send(21..<41, lossy: 30..<32, to: rig.script)
        // At 20.45 s the slots 20 … 39 are closed as well.
        let open = rig.session.statistics
        #expect(open[.protectionWindows] == 20)
        #expect(open[.windowRecoveryFailures] == 2 && open[.windowNoLoss] == 18)
        #expect(open[.sessionUptime] == 10)
        // 200 packets less two lost ones, of two transport packets each.
        #expect(open[.bytesWritten] == (200 - 2) * 2 * 188)
        #expect(open[.discontinuities] == 0)
        player.close()
        QualityOfServiceTests.send(41..<60, lossy: 41..<60, to: rig.script)
        let closed = rig.session.statistics
        #expect(closed[.protectionWindows] == 20 && closed[.sessionUptime] == 10)
        #expect(closed[.linkIndicator] == open[.linkIndicator])
        #expect(closed[.announcementsReceived] > open[.announcementsReceived])
        // Opened anew, it counts anew.
        player.play(rig.session.playedChannel(try #require(rig.session.channels(.video).first)))
        #expect(rig.session.statistics[.protectionWindows] == 0)
        let index = try #require(rig.script.venue.channel(withID: player.facts.channel?.id ?? ""))
        #expect(rig.session.statistics(ofChannel: index)?[.windowRecoveryFailures] ?? 0 >= 6)
        #expect(rig.session.statistics(ofChannel: 99) == nil)
    }
}
