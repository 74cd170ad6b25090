import Foundation
import StadiumVisionSDK
import TestSupport
import Testing

@Suite("A configuration file that means harm")
struct HostileConfigurationTests {
    /// What a file holds, and what the sentence on it says.
    static let files: [(String, String)] = [
        // Wrong types, every place that is read.
        ("[]", "a list"), ("7", "object"), (#"{"license":[]}"#, "license is a list"),
        (#"{"license":{"venueName":{},"contentOwner":"b","appDeveloper":"c"}}"#, "license.venueName is an object"),
        (#"{"venueName":null,"contentOwner":1,"appDeveloper":"c"}"#, "venueName"),
        (#"{"streamers":"all"}"#, "streamers"), (#"{"streamers":{"allowed":[1]}}"#, "streamers.allowed[0]"),
        (#"{"wifi":{"interface":true}}"#, "wifi.interface"), (#"{"wifi":{"accessPoints":{}}}"#, "wifi.accessPoints"),
        (#"{"wifi":{"accessPoints":[[]]}}"#, "wifi.accessPoints[0]"),
        (#"{"announcements":{"group":239}}"#, "announcements.group"),
        (#"{"announcements":{"port":"9875"}}"#, "announcements.port"),
        (#"{"history":[30]}"#, "history"), (#"{"source":"a.pcap"}"#, "source"),
        (#"{"source":{"capture":["a.pcap"]}}"#, "source.capture"), (#"{"source":{"capture":""}}"#, "source.capture"),
        (#"{"source":{"capture":"a\u0000b"}}"#, "source.capture"),
        (#"{"join":"rtp://239.1.1.1:1"}"#, "join"), (#"{"join":[7]}"#, "join[0]"), (#"{"join":["x"]}"#, "join[0]"),
        (#"{"channels":[]}"#, "channels"), (#"{"channels":{"0123456789ab":{"offsetMs":"x"}}}"#, "offsetMs"),
        (#"{"quality":1}"#, "quality"), (#"{"reporter":{"url":1}}"#, "reporter.url"), (#"{"server":0}"#, "server"),
        (#"{"windows":{"slotMs":[]}}"#, "windows.slotMs"),
        // Numbers that no room has.
        (#"{"history":{"seconds":1e999}}"#, "a number in it cannot be read"),
        (#"{"history":{"seconds":-1}}"#, "history.seconds"),
        (#"{"history":{"seconds":9223372036854775807}}"#, "history.seconds"),
        (#"{"history":{"seconds":9223372036854775808}}"#, "history.seconds"),
        (#"{"history":{"seconds":30.5}}"#, "history.seconds"),
        (#"{"history":{"seconds":1\#(String(repeating: "0", count: 4_000))}}"#, "a number in it cannot be read"),
        (#"{"announcements":{"port":65536}}"#, "announcements.port"),
        (#"{"announcements":{"periodMs":-9223372036854775808}}"#, "announcements.periodMs"),
        (#"{"windows":{"maximum":1e308}}"#, "windows.maximum"),
        (#"{"reporter":{"intervalSeconds":0}}"#, "reporter.intervalSeconds"),
        (#"{"channels":{"0123456789ab":{"offsetMs":1e300}}}"#, "offsetMs"),
        (#"{"quality":{"poorIndicator":10}}"#, "quality.poorIndicator"),
        // What is no JSON, or too much of it.
        (String(repeating: "[", count: 200_000), "JSON"),
        (String(repeating: #"{"a":"#, count: 30_000) + "1" + String(repeating: "}", count: 30_000), "JSON"),
        (#"{"a":"# + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}", "JSON"),
        (#"{"venueName":"\#(String(repeating: "v", count: 300_000))"}"#, "bytes are too many"),
        (#"{"license":{"venueName":"\ud800","contentOwner":"b","appDeveloper":"c"}}"#, "JSON"),
        ("{\"a\":\"\u{0}\"}", "JSON"), (#"{"a":1}{"b":2}"#, "JSON"), (#"{"a":01}"#, "JSON"), ("\u{feff}", "JSON"),
        (#"{"a":"#, "JSON"), ("", "JSON"),
    ]

    @Test("is refused in one sentence that names the key, by the file, by its text, and by start")
    func refused() throws {
        let folder = try HostileFolder()
        for (number, (text, words)) in Self.files.enumerated() {
            let path = try folder.file("\(number).cfg", Array(text.utf8))
            let sdk = TestSDK(configurationFile: path)
            let sentences = [
                sdk.svm.start().errorString, sdk.svm.setConfig(contentsOfFile: path).errorString,
                sdk.svm.setConfigWithString(text).errorString,
            ].map { $0 ?? "" }
            let name = text.prefix(80)
            for sentence in sentences {
                #expect(sentence.contains(words), "\(name): \(sentence)")
                #expect(!sentence.contains("\n") && (1..<1_000).contains(sentence.utf8.count), "\(name): \(sentence)")
            }
            #expect(sentences[0].contains(path) && sentences[1].contains(path), "\(name)")
            #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonSDKNotRunning, "\(name)")
            // Nothing of it stays.
            #expect((sdk.svm.getConfig()["history"] as? [String: any Sendable])?["seconds"] as? Int == 30, "\(name)")
        }
    }

    @Test("is refused when bytes of it are no text")
    func bytes() throws {
        let folder = try HostileFolder()
        for bytes in [[0xff, 0xfe, 0x7b, 0x00], [0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]] as [[UInt8]] {
            let status = TestSDK().svm.setConfig(contentsOfFile: try folder.file("a.cfg", bytes))
            #expect(!status.isOk && status.errorString?.contains("JSON") == true, "\(status.errorString ?? "")")
        }
    }

    @Test("is not waited for when it is a pipe, nor read when it is a device")
    func pipes() throws {
        let pipe = NamedPipe()
        for path in [pipe.path, "/dev/zero", "/"] {
            let sdk = TestSDK(configurationFile: path)
            #expect(sdk.svm.start().errorString?.contains("\(path): name a file") == true)
            #expect(sdk.svm.setConfig(contentsOfFile: path).errorString?.contains("\(path): name a file") == true)
        }
    }

    @Test("may hold thousands of keys that nobody knows: they are kept, and fifty of them named")
    func unknown() {
        let sdk = TestSDK()
        let text = "{" + (0..<5_000).map { "\"key\($0)\":[1,{\"x\":1e5}]" }.joined(separator: ",") + "}"
        let before = HostileFolder.residentMemory
        for _ in 0..<5 { #expect(sdk.svm.setConfigWithString(text).isOk) }
        #expect(HostileFolder.residentMemory - before < 64 << 20)
        #expect(sdk.log.all.count < 100 && sdk.log.all.allSatisfy { $0.utf8.count < 1_000 })
        #expect(sdk.said("4950 more unknown keys").count == 1)
        #expect((sdk.svm.getConfig()["key4999"] as? [any Sendable])?.count == 2)
    }
}
