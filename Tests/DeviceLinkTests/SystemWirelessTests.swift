import DeviceLink
import Foundation
import PacketIO
import TestSupport
import Testing

@Suite("The machine's own Wi-Fi")
struct SystemWirelessTests {
    @Test("a machine without Wi-Fi knows nothing, and does not fail")
    func none() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("svm-none-\(UUID())").path
        #expect(SystemWireless(interface: "svm-none", reading: path) { 0 }.facts == WirelessFacts())
        #expect(SystemWireless(interface: "svm-none").facts == WirelessFacts())
    }

    @Test(
        "an empty network of its own has no Wi-Fi",
        .enabled(if: Namespace.isPossible, "network namespaces need privileges"))
    func namespace() throws {
        try Namespace.run { #expect(SystemWireless().facts == WirelessFacts()) }
    }

    @Test("what nl80211 leaves open is read from the table, at most once a second")
    func table() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("svm-wireless-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func write(_ level: Int) throws {
            let line = "svm-w0: 0000   35.  \(level).  -95.        0      0      0      0      7        0\n"
            try ("heading\nheading\n" + line).write(toFile: path, atomically: true, encoding: .utf8)
        }
        let now = Guarded<Int64>(10_000)
        let wireless = SystemWireless(interface: "svm-w0", reading: path) { now.withLock { $0 } }
        try write(-75)
        var wanted = WirelessFacts()
        wanted.interface = "svm-w0"
        wanted.signalDbm = -75
        wanted.noiseDbm = -95
        wanted.quality = 0.5
        #expect(wireless.facts == wanted)
        try write(-60)
        now.withLock { $0 = 10_999 }
        #expect(wireless.facts == wanted)
        now.withLock { $0 = 11_000 }
        #expect(wireless.facts.signalDbm == -60)
        try FileManager.default.removeItem(atPath: path)
        now.withLock { $0 = 12_000 }
        #expect(wireless.facts == WirelessFacts())
    }
}
