import Foundation
import StadiumVisionSDK
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("The link indicator of a recording")
struct IndicatorTests {
    @Test(
        "3.3, B7, S14: is what the formula makes of the datagrams that are in it, whatever gets lost",
        arguments: [0, 0.03, 0.12, 0.2, 0.3])
    func formula(_ loss: Double) throws {
        let path = NSTemporaryDirectory() + "svm-\(UUID().uuidString).pcapng"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cut = StreamDuration(seconds: 24)
        let venue = try TestVenue { spec in
            for index in 0..<2 {
                spec.channels[index].impairment = Impairment(
                    loss: .bernoulli(loss), repairLoss: .bernoulli(loss), sparedSources: 0)
            }
        }
        let announcements = try venue.write(to: path, cut: cut)
        let sdk = TestSDK(recording: path)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { _ in sdk.number("announcementsReceived") == announcements })
        for (index, name) in ["Main", "Side"].enumerated() {
            let (tally, end) = Self.tally(of: index, venue.spec, cut)
            // The last sample is that of the last whole second of the recording.
            let expected = tally.indicator(at: end / 1_000_000_000)
            let controller = SVMVideoViewController(sdk.svm)
            #expect(controller.playVideoChannel(try #require(sdk.video(name))).isOk)
            sdk.witness.lines.wait(seconds: 5) { _ in sdk.number("session_link_indicator") == expected }
            #expect(sdk.number("session_link_indicator") == expected, "\(name)")
            if loss == 0 { #expect(expected == 10) }
            if loss > 0 { #expect(tally.losses.lossy > 3) }
        }
    }

    /// The windows of a channel, worked out by hand from its datagrams, and when the last datagram of all comes.
    private static func tally(
        of channel: Int, _ spec: NativeVenueSpec, _ cut: StreamDuration
    ) -> (WindowTally, end: Int64) {
        // The same specification sends the same again.
        var venue = NativeVenue(spec)
        var tally = WindowTally(repairs: TestVenue.windows.repairCount)
        var end: Int64 = 0
        while let time = venue.nextTime, time < spec.start + cut {
            venue.next { datagram, payload in
                end = datagram.time.nanoseconds
                guard datagram.channel == channel, datagram.kind != .announcement else { return }
                tally.take(payload, isRepair: datagram.kind == .repair, at: end)
            }
        }
        return (tally, end)
    }
}
