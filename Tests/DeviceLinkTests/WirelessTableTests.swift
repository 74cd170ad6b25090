import Testing

@testable import DeviceLink

@Suite("The table of the wireless extensions")
struct WirelessTableTests {
    // Written by hand in the form of net/wireless/wext-proc.c: "%6s: %04x  %3d%c  %3d%c  %3d%c  %6d %6d %6d %6d %6d   %6d".
    static let heading = """
        Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
         face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22

        """
    static let modern = heading + " wlan0: 0000   54.  -56.  -256        0      0      0      0      7        0\n"
    static let noisy = heading + "wlp3s0: 0000   35.  -75.  -95.       0      0      0     12      7        0\n"
    // A driver with a scale of its own.
    static let old = heading + "  ath0: 0000   42   210   161        0      0      0      0      0        0\n"

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var name: String?
        var interface: String?
        var signal: Int?
        var noise: Int?
        var quality: Double?
    }

    static let cases: [Case] = [
        // 54 of 70.
        Case(
            testDescription: "a signal in dBm, no noise", text: modern, interface: "wlan0", signal: -56,
            quality: 54.0 / 70),
        Case(
            testDescription: "signal and noise", text: noisy, interface: "wlp3s0", signal: -75, noise: -95, quality: 0.5
        ),
        Case(testDescription: "levels of an unknown scale", text: old, interface: "ath0"),
        Case(
            testDescription: "the second of two", text: modern + noisy.dropFirst(heading.count), name: "wlp3s0",
            interface: "wlp3s0", signal: -75, noise: -95, quality: 0.5),
        Case(testDescription: "another one than is asked for", text: modern, name: "wlan1"),
        Case(testDescription: "no interface", text: heading),
        Case(testDescription: "an empty file", text: ""),
        Case(testDescription: "headings alone, cut", text: "Inter-| sta-|"),
        Case(
            testDescription: "more than the best", text: heading + "wlan0: 0000  100.  -20.  -256 \n",
            interface: "wlan0",
            signal: -20, quality: 1),
        Case(testDescription: "no numbers", text: heading + "wlan0: 0000 a b c\n"),
        Case(testDescription: "numbers beyond all", text: heading + "wlan0: 0 99999999999999999999 -1 -1\n"),
        Case(testDescription: "no name", text: heading + ": 0000 54. -56. -95.\n"),
    ]

    @Test("levels below zero are dBm, and what a driver does not tell is unknown", arguments: cases)
    func reads(_ example: Case) {
        let facts = WirelessTable.facts(in: example.text, about: example.name)
        #expect(facts?.interface == example.interface)
        #expect(facts?.signalDbm == example.signal)
        #expect(facts?.noiseDbm == example.noise)
        #expect(facts?.quality == example.quality)
    }

    @Test("every part of a table is read or not, and nothing else happens")
    func everyPrefix() {
        for length in 0...Self.noisy.count {
            let facts = WirelessTable.facts(in: String(Self.noisy.prefix(length)), about: nil)
            // A cut number is a smaller one at worst.
            #expect(facts == nil || facts?.interface == "wlp3s0")
        }
    }
}
