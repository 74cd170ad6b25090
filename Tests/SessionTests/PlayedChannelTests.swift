import NetworkFormats
import Playback
import Testing
import Timing
import VenueWire

@testable import Session

@Suite("A channel that is played")
struct PlayedChannelTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var protection: AnnouncedProtection
        var kbps = 1_500
        var windowMs: Int64
        var testDescription: String { "\(protection.scheme) at \(kbps) kbit/s: \(windowMs) ms" }
    }

    @Test(
        "has windows as long as announced: as said, as the packets of its grid last, or as is configured",
        arguments: [
            Case(protection: AnnouncedProtection(scheme: .reedSolomon, windowMs: 400), windowMs: 400),
            Case(protection: AnnouncedProtection(scheme: .reedSolomon, sourceCount: 64), windowMs: 700),
            // 32 packets of 7 · 188 bytes are 336 896 bits: 825.7 ms at 408 kbit/s, 224.6 ms at 1500.
            Case(protection: AnnouncedProtection(scheme: .parity, columns: 8, rows: 4), kbps: 408, windowMs: 825),
            Case(protection: AnnouncedProtection(scheme: .parity, columns: 8, rows: 4), windowMs: 224),
            Case(protection: AnnouncedProtection(scheme: .parity, columns: 8, rows: 4), kbps: 0, windowMs: 700),
            Case(protection: AnnouncedProtection(scheme: .parity, columns: 8, rows: 4, windowMs: 90), windowMs: 90),
            Case(protection: AnnouncedProtection(scheme: .parity), windowMs: 700),
            Case(protection: AnnouncedProtection(), windowMs: 700),
        ])
    func window(_ example: Case) {
        var announced = VenueScript.video().channel
        announced.protection = example.protection
        announced.bandwidthKbps = example.kbps
        let channel = PlayedChannel(id: "1", name: "Sideline", announced: announced, slotMs: 700)
        #expect(channel.window == StreamDuration(milliseconds: example.windowMs))
        #expect(PlayedChannel(id: "1", name: "x", announced: nil, slotMs: 700).window.milliseconds == 700)
    }
}
