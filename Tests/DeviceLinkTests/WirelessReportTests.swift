import TestSupport
import Testing

@testable import DeviceLink

@Suite("Wi-Fi as nl80211 tells it")
struct WirelessReportTests {
    // Written by hand with the numbers of linux/nl80211.h. Commands are 7 (new interface), 19 (new station), 34 (new scan
    // results), 51 (new survey results), in a genlmsghdr of four bytes.
    static func payload(_ command: UInt8, _ attributes: [UInt8]...) -> [UInt8] {
        [command, 0, 0, 0] + attributes.joined()
    }

    // IFINDEX 3, IFNAME 4, IFTYPE 5 (station 2, access point 3), WIPHY_FREQ 38, SSID 52.
    static func interface(
        _ index: UInt32, _ name: String, kind: UInt32 = 2, frequency: UInt32? = nil, ssid: [UInt8]? = nil
    ) -> [UInt8] {
        payload(
            7, NetlinkBytes.attribute(3, NetlinkBytes.raw(index)), NetlinkBytes.text(4, name),
            NetlinkBytes.attribute(5, NetlinkBytes.raw(kind)),
            frequency.map { NetlinkBytes.attribute(38, NetlinkBytes.raw($0)) } ?? [],
            ssid.map { NetlinkBytes.attribute(52, $0) } ?? [])
    }

    // MAC 6; STA_INFO 21 (nested) with SIGNAL 7, TX_BITRATE 8, SIGNAL_AVG 13, RX_BITRATE 14; rates have BITRATE 1 (16 bits)
    // and BITRATE32 5, in steps of 100 kbit/s.
    static let station = payload(
        19, NetlinkBytes.attribute(6, [0x04, 0xc5, 0xa4, 0x09, 0x55, 0x70]),
        NetlinkBytes.attribute(
            21 | 0x8000,
            NetlinkBytes.attribute(7, [UInt8(bitPattern: -61)]) + NetlinkBytes.attribute(13, [UInt8(bitPattern: -63)])
                + NetlinkBytes.attribute(
                    8,
                    NetlinkBytes.attribute(1, NetlinkBytes.raw(UInt16(1_444)))
                        + NetlinkBytes.attribute(5, NetlinkBytes.raw(UInt32(1_444))))
                + NetlinkBytes.attribute(14, NetlinkBytes.attribute(5, NetlinkBytes.raw(UInt32(12_010))))))

    // BSS 47 (nested): BSSID 1, FREQUENCY 2, INFORMATION_ELEMENTS 6, SIGNAL_MBM 7, STATUS 9 (associated 1).
    static func scan(_ bssid: [UInt8], status: UInt32?, elements: [UInt8], mbm: Int32 = -5_950) -> [UInt8] {
        payload(
            34, NetlinkBytes.attribute(3, NetlinkBytes.raw(UInt32(7))),
            NetlinkBytes.attribute(
                47,
                NetlinkBytes.attribute(1, bssid) + NetlinkBytes.attribute(2, NetlinkBytes.raw(UInt32(5_180)))
                    + NetlinkBytes.attribute(6, elements) + NetlinkBytes.attribute(7, NetlinkBytes.raw(mbm))
                    + (status.map { NetlinkBytes.attribute(9, NetlinkBytes.raw($0)) } ?? [])))
    }

    // SURVEY_INFO 84 (nested): FREQUENCY 1, NOISE 2, IN_USE 3 (a flag).
    static func survey(_ noise: Int8, isInUse: Bool) -> [UInt8] {
        payload(
            51,
            NetlinkBytes.attribute(
                84,
                NetlinkBytes.attribute(1, NetlinkBytes.raw(UInt32(5_180)))
                    + NetlinkBytes.attribute(2, [UInt8(bitPattern: noise)])
                    + (isInUse ? NetlinkBytes.attribute(3, []) : [])))
    }

    // Rates (element 1), the name (element 0), a channel (element 3).
    static let elements: [UInt8] = [1, 2, 0x82, 0x84, 0, 5] + Array("Arena".utf8) + [3, 1, 36]

    static func report(
        interfaces: [[UInt8]], about name: String? = nil, stations: [[UInt8]] = [], scans: [[UInt8]] = [],
        surveys: [[UInt8]] = []
    ) -> WirelessReport {
        var report = WirelessReport()
        for payload in interfaces { payload.withContiguousStorageOrCopy { report.takeInterface($0) } }
        report.choose(name)
        for payload in stations { payload.withContiguousStorageOrCopy { report.takeStation($0) } }
        for payload in scans { payload.withContiguousStorageOrCopy { report.takeScan($0) } }
        for payload in surveys { payload.withContiguousStorageOrCopy { report.takeSurvey($0) } }
        return report
    }

    @Test("C7, X5: a connected client has a name, an access point, a frequency, a signal, a noise and rates")
    func connected() {
        let facts = Self.report(
            interfaces: [Self.interface(7, "wlan0", frequency: 5_180, ssid: Array("Arena".utf8))],
            stations: [Self.station],
            scans: [
                Self.scan([2, 0, 0, 0, 0, 1], status: nil, elements: [0, 1, 0x58]),
                Self.scan([0x04, 0xc5, 0xa4, 0x09, 0x55, 0x70], status: 1, elements: Self.elements),
                Self.scan([2, 0, 0, 0, 0, 2], status: 0, elements: [0, 1, 0x59]),
            ],
            surveys: [
                Self.survey(-80, isInUse: false), Self.survey(-95, isInUse: true), Self.survey(-70, isInUse: false),
            ]
        ).facts
        var wanted = WirelessFacts()
        wanted.interface = "wlan0"
        wanted.ssid = "Arena"
        wanted.bssid = "04:c5:a4:09:55:70"
        wanted.frequencyMHz = 5_180
        wanted.signalDbm = -61
        wanted.noiseDbm = -95
        wanted.sendKbps = 144_400
        wanted.receiveKbps = 1_201_000
        #expect(facts == wanted)
    }

    @Test("what stations do not tell is taken from the scan")
    func scanAlone() {
        let facts = Self.report(
            interfaces: [Self.interface(7, "wlan0")],
            scans: [Self.scan([2, 0, 0, 0, 0, 1], status: 1, elements: Self.elements)]
        ).facts
        #expect(facts.ssid == "Arena")
        #expect(facts.bssid == "02:00:00:00:00:01")
        #expect(facts.frequencyMHz == 5_180)
        // -59.5 dBm.
        #expect(facts.signalDbm == -60)
        #expect(facts.receiveKbps == nil)
    }

    @Test("the interface that is asked for is taken, else a client that is connected, else a client")
    func choice() {
        let interfaces = [
            Self.interface(4, "ap0", kind: 3, frequency: 2_412, ssid: Array("Own".utf8)),
            Self.interface(5, "wlan0"), Self.interface(6, "wlan1"),
            Self.interface(7, "wlan2", frequency: 5_180, ssid: Array("Arena".utf8)),
        ]
        #expect(Self.report(interfaces: interfaces).facts.interface == "wlan2")
        #expect(Self.report(interfaces: Array(interfaces.prefix(3))).facts.interface == "wlan0")
        #expect(Self.report(interfaces: Array(interfaces.prefix(1))).facts.ssid == "Own")
        #expect(Self.report(interfaces: interfaces, about: "wlan1").facts.interface == "wlan1")
        #expect(Self.report(interfaces: interfaces, about: "eth0").facts == WirelessFacts())
        // The stations of an access point are its clients: none of them is its own access point.
        #expect(Self.report(interfaces: interfaces, about: "ap0", stations: [Self.station]).facts.bssid == nil)
    }

    @Test("a hidden name is no name, and one that is no UTF-8 is shown as far as it can be")
    func names() {
        func ssid(_ bytes: [UInt8]) -> String? {
            Self.report(interfaces: [Self.interface(7, "wlan0", ssid: bytes)]).facts.ssid
        }
        #expect(ssid([]) == nil)
        #expect(ssid([0, 0, 0]) == nil)
        #expect(ssid(Array("Süd".utf8)) == "Süd")
        #expect(ssid([0x41, 0xff]) == "A\u{fffd}")
        #expect(ssid([UInt8](repeating: 0x41, count: 33)) == nil)
        for elements in [[], [0], [0, 9, 0x41], [1, 255], [1, 0, 0, 0]] as [[UInt8]] {
            let scan = Self.scan([2, 0, 0, 0, 0, 1], status: 1, elements: elements)
            #expect(Self.report(interfaces: [Self.interface(7, "wlan0")], scans: [scan]).facts.ssid == nil)
        }
    }

    @Test("cut and damaged answers never trap, and tell less")
    func damage() {
        var generator = SeededGenerator(seed: 80_211)
        let whole = [
            Self.interface(7, "wlan0", frequency: 5_180, ssid: Array("Arena".utf8)), Self.station,
            Self.scan([2, 0, 0, 0, 0, 1], status: 1, elements: Self.elements), Self.survey(-95, isInUse: true),
        ]
        func take(_ payloads: [[UInt8]]) -> WirelessFacts {
            Self.report(
                interfaces: [payloads[0]], stations: [payloads[1]], scans: [payloads[2]], surveys: [payloads[3]]
            ).facts
        }
        let longest = whole.map(\.count).max() ?? 0
        for length in 0..<longest {
            let facts = take(whole.map { Array($0.prefix(length)) })
            #expect(facts.signalDbm == nil || facts.signalDbm == -61 || facts.signalDbm == -60)
        }
        for _ in 0..<2_000 { _ = take(whole.map { Mutation.mutated($0, with: &generator) }) }
        var report = WirelessReport()
        for index in 1...200 {
            Self.interface(UInt32(index), "w\(index)").withContiguousStorageOrCopy { report.takeInterface($0) }
        }
        report.choose("w\(WirelessReport.interfaceLimit + 1)")
        #expect(report.index == nil)
    }
}
