import Testing
import VenueSettings

@Suite("Access points of the configuration")
struct AccessPointTests {
    // The entry is the guide's own ("Wi-Fi Access Point Configuration"); the name of its list is not printed there.
    static let entry = #"[{"name":"Press Box Booth 5","bssid":"04:C5:A4:09:55:70"}]"#

    @Test(
        "G3: the guide's access points are taken under every name that their list may have",
        arguments: [
            #"{"wifi":{"accessPoints":LIST}}"#, #"{"wifi":{"aps":LIST}}"#, #"{"wifi":LIST}"#,
            #"{"accessPoints":LIST}"#, #"{"wifiAccessPoints":LIST}"#, #"{"wifiApInfo":LIST}"#,
            #"{"wifi_ap_info":LIST}"#, #"{"WiFi-AP-List":LIST}"#, #"{"apInfo":LIST}"#, #"{"aps":LIST}"#,
        ])
    func names(_ shape: String) throws {
        let text = shape.replacing("LIST", with: Self.entry)
        let configuration = try VenueConfiguration(parsing: Array(text.utf8))
        #expect(configuration.wifi.accessPoints == [.init(name: "Press Box Booth 5", bssid: "04:c5:a4:09:55:70")])
        #expect(configuration.warnings.isEmpty)
        let merged = try VenueConfiguration().merging(Array(text.utf8))
        #expect(merged == configuration)
    }

    @Test("lists in two places are one list")
    func together() throws {
        let text =
            #"{"wifi":{"accessPoints":[{"bssid":"00:00:00:00:00:01"}]},"aps":[{"bssid":"00:00:00:00:00:02","x":1}]}"#
        let configuration = try VenueConfiguration(parsing: Array(text.utf8))
        #expect(configuration.wifi.accessPoints.map(\.bssid) == ["00:00:00:00:00:01", "00:00:00:00:00:02"])
        #expect(configuration.unknown.map(\.path) == ["wifi.accessPoints[1].x"])
        #expect(try VenueConfiguration(parsing: configuration.json) == configuration)
    }

    @Test("an access point is found by its address however that is written")
    func lookUp() throws {
        let configuration = try VenueConfiguration(parsing: Array(#"{"aps":\#(Self.entry)}"#.utf8))
        for bssid in ["04:C5:A4:09:55:70", "04-c5-a4-09-55-70", "04:c5:a4:09:55:70"] {
            #expect(configuration.accessPointName(ofBSSID: bssid) == "Press Box Booth 5")
        }
        for bssid in ["04:c5:a4:09:55:71", "", "04c5a4095570"] {
            #expect(configuration.accessPointName(ofBSSID: bssid) == nil)
        }
    }
}
