import Foundation
import StadiumVisionSDK
import Testing

@Suite("Configuration")
struct ConfigTests {
    private static func license(_ svm: StadiumVisionMobile) -> [String: String]? {
        (svm.getConfig()["license"] as? [String: any Sendable])?.compactMapValues { $0 as? String }
    }

    /// The guide's example of a file, with the braces that its page lost.
    static let example = """
        {"venueName": "Stadium-A", "contentOwner": "Multi-Tenant Team-B", "appDeveloper": "Vendor-C",
         "wifi": {"accessPoints": [{"name": "Press Box Booth 5", "bssid": "04:C5:A4:09:55:70"}]}}
        """
    static let triplet = ["venueName": "Stadium-A", "contentOwner": "Multi-Tenant Team-B", "appDeveloper": "Vendor-C"]

    @Test("B7, G1-G3: the file is read, and what is set at run time stands over it")
    func file() throws {
        let folder = TestSDK().folder + "-file"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/cisco_svm.cfg"
        try Data(Self.example.utf8).write(to: URL(filePath: path))
        let svm = TestSDK(configurationFile: path).svm
        #expect(Self.license(svm) == Self.triplet)
        let wifi = svm.getConfig()["wifi"] as? [String: any Sendable]
        let points = wifi?["accessPoints"] as? [any Sendable]
        let point = points?.first as? [String: any Sendable]
        #expect(point?["name"] as? String == "Press Box Booth 5")
        // The guide's example sets the license by a dictionary.
        let status = svm.setConfig([
            "license": [
                "venueName": "MyVenueNameKey", "contentOwner": "MyContentOwnerKey", "appDeveloper": "MyAppDeveloperKey",
            ]
        ])
        #expect(status.isOk)
        #expect(Self.license(svm)?["venueName"] == "MyVenueNameKey")
        #expect(((svm.getConfig()["wifi"] as? [String: any Sendable])?["accessPoints"] as? [any Sendable])?.count == 1)
    }

    @Test(
        "X16, G2, M5, M6: the field of use may be flat or nested, in a dictionary or a text", arguments: [true, false])
    func forms(_ isText: Bool) {
        for nested in [true, false] {
            let svm = TestSDK().svm
            let dictionary: [String: Any] = nested ? ["license": Self.triplet] : Self.triplet
            let text = (try? JSONSerialization.data(withJSONObject: dictionary)).map {
                String(decoding: $0, as: UTF8.self)
            }
            let status = isText ? svm.setConfigWithString(text ?? "") : svm.setConfig(dictionary)
            #expect(status.isOk)
            #expect(Self.license(svm) == Self.triplet)
        }
    }

    @Test(
        "M5, M6: what cannot be used is refused with a sentence that names it, and changes nothing",
        arguments: [
            ("{", "line 1"), ("[1]", "a list"), (#"{"license":7}"#, "license is the number 7"),
            (#"{"history":{"seconds":"many"}}"#, "history.seconds"), (#"{"venueName":"V"}"#, "contentOwner"),
            (#"{"announcements":{"group":"10.0.0.1"}}"#, "announcements.group"),
        ])
    func refused(_ text: String, _ said: String) {
        let svm = TestSDK().svm
        svm.setConfig(Self.triplet)
        let before = Self.license(svm)
        // A field of use that is set cannot be half unset, so that case needs an instance without one.
        let target = text.contains("venueName") ? TestSDK().svm : svm
        let status = target.setConfigWithString(text)
        #expect(!status.isOk)
        #expect(status.errorString?.contains(said) == true, "\(status.errorString ?? "")")
        #expect(Self.license(svm) == before)
        #expect((svm.getConfig()["history"] as? [String: any Sendable])?["seconds"] as? Int == 30)
    }

    @Test("M5: a dictionary with values that JSON cannot say is refused")
    func notJSON() {
        let status = TestSDK().svm.setConfig(["history": Date()])
        #expect(!status.isOk && status.errorString?.contains("JSON") == true)
    }

    @Test("M4: absent keys have their defaults, unknown keys stay, and null takes the default again")
    func answers() {
        let sdk = TestSDK()
        #expect((sdk.svm.getConfig()["history"] as? [String: any Sendable])?["seconds"] as? Int == 30)
        sdk.svm.setConfig(["history": ["seconds": 60], "theirs": ["x": 1, "y": true]])
        let theirs = sdk.svm.getConfig()["theirs"] as? [String: any Sendable]
        #expect(theirs?["x"] as? Int == 1 && theirs?["y"] as? Bool == true)
        #expect(sdk.log.all.contains { $0.contains("\"theirs\"") })
        sdk.svm.setConfig(["history": ["seconds": NSNull()]])
        #expect((sdk.svm.getConfig()["history"] as? [String: any Sendable])?["seconds"] as? Int == 30)
    }

    @Test("3.11, M2: start without a whole field of use fails and says which member is missing")
    func incomplete() {
        let sdk = TestSDK()
        let status = sdk.svm.start()
        #expect(!status.isOk && status.errorString?.contains("venueName") == true)
        #expect(sdk.svm.getServiceState() == kSVMServiceStateDown)
    }

    @Test(
        "G1: a file that cannot be used makes start fail until the application configures", arguments: ["{", "", nil])
    func badFile(_ text: String?) throws {
        let path = NSTemporaryDirectory() + "svm-\(UUID().uuidString).cfg"
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let text { try Data(text.utf8).write(to: URL(filePath: path)) }
        let svm = TestSDK(configurationFile: path).svm
        let status = svm.start()
        #expect(!status.isOk && status.errorString?.contains(path) == true, "\(status.errorString ?? "")")
        #expect(svm.setConfig(["license": Self.triplet]).isOk)
        #expect(svm.start().errorString?.contains(path) != true)
    }

    @Test("M6: a hostile text is an error, not a crash")
    func hostile() {
        let svm = TestSDK().svm
        for text in [String(repeating: "[", count: 100_000), "{\"a\":" + String(repeating: "1", count: 5_000) + "}"] {
            _ = svm.setConfigWithString(text)
        }
        #expect(!svm.setConfigWithString("{\"x\":\"" + String(repeating: "y", count: 300_000) + "\"}").isOk)
        #expect(!svm.setConfig(contentsOfFile: "/").isOk && !svm.setConfig(contentsOfFile: "/dev/null").isOk)
    }

    @Test("F-5: the device's id stays the same, and is made anew where it cannot be kept")
    func identity() throws {
        let sdk = TestSDK()
        let first = sdk.svm.getDeviceUUID()
        #expect(UUID(uuidString: first) != nil)
        #expect(sdk.svm.getDeviceUUID() == first)
        let again = StadiumVisionMobile(environment: .bare(identityPath: sdk.folder + "/device-uuid"))
        #expect(again.getDeviceUUID() == first)
        let lines = Lines()
        let homeless = StadiumVisionMobile(environment: .bare(identityPath: "/proc/none/uuid") { lines.add($0) })
        #expect(
            UUID(uuidString: homeless.getDeviceUUID()) != nil && homeless.getDeviceUUID() == homeless.getDeviceUUID())
        #expect(lines.all.contains { $0.contains("good for this run only") })
    }
}
