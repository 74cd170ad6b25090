import Testing
import VenueSimulator

@Suite("Random venues")
struct RandomVenueTests {
    @Test("obey the identities of the definitions")
    func identities() {
        for seed in 0..<40 {
            var venue = SimulatedVenue(.random(seed: UInt64(seed)))
            while venue.next() != nil {}
            for channel in venue.truth().channels {
                let windows = channel.windows
                #expect(
                    windows.protectionWindows
                        == windows.noLoss + windows.recoverySuccesses + windows.recoveryFailures)
                #expect(windows.protectionWindows + windows.partial + windows.open == channel.windowList.count)
                guard let rtp = channel.rtp else { continue }
                #expect(rtp.expected == rtp.received + rtp.lost)
                #expect(rtp.runLengths.reduce(0) { $0 + $1.key * $1.value } == rtp.lost)
                #expect(rtp.runLengths.values.reduce(0, +) == rtp.holes)
                #expect(rtp.late <= rtp.reordered)
                #expect(channel.fec.recovered + channel.fec.unrecovered == rtp.lost + rtp.late)
                #expect(channel.fec.unrecovered >= 0)
                #expect(rtp.received + rtp.duplicates == channel.datagrams)
            }
        }
    }
}
