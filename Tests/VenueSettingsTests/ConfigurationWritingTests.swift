import Foundation
import TestSupport
import Testing
import VenueSettings

@Suite("Configuration written back")
struct ConfigurationWritingTests {
    @Test("M4: the configuration is given back as JSON with every setting in force")
    func defaults() throws {
        let read = try JSONSerialization.jsonObject(with: Data(VenueConfiguration().json))
        let root = try #require(read as? [String: Any])
        // The defaults of the configuration file, as its documentation states them.
        #expect(
            NSDictionary(dictionary: root)
                == NSDictionary(dictionary: [
                    "streamers": ["allowed": [String]()], "wifi": ["accessPoints": [String]()],
                    "announcements": ["group": "239.255.42.1", "port": 9875, "periodMs": 1000],
                    "history": ["seconds": 30], "windows": ["recommended": 128, "maximum": 255, "slotMs": 500],
                    "source": [String: String](), "join": [String](), "channels": [String: String](),
                    "quality": ["poorIndicator": 3, "poorSeconds": 5, "clearIndicator": 6, "clearSeconds": 10],
                    "reporter": ["intervalSeconds": 60, "retentionDays": 30],
                    "server": ["joinable": ["239.0.0.0/8"]],
                ]))
    }

    @Test("thousands of unknown keys stay where they stood, and none of them counts as a slip of the pen")
    func manyUnknown() throws {
        let keys = (0..<5_000).map { "\"histori\($0)\":[\($0)]" }.joined(separator: ",")
        let configuration = try VenueConfiguration(parsing: Array("{\(keys)}".utf8))
        #expect(configuration.unknown.count == 5_000)
        #expect(configuration.unknown.allSatisfy { $0.suggestion == nil })
        #expect(configuration.members["histori4711"] == .array([.integer(4_711)]))
        #expect(try VenueConfiguration(parsing: configuration.json) == configuration)
    }

    @Test("every setting comes back as it was, and an unknown one stands where it stood")
    func everyKey() throws {
        var text = VenueConfigurationTests.full
        text = text.replacing(#""interface":"wlan0""#, with: #""interface":"wlan0","a.b":{"c[0]":[1,null]}"#)
        text = text.replacing(#""name":"East""#, with: #""name":"East","floor":2.5"#)
        text = text.replacing(#""venueName""#, with: #""tenant":true,"venueName""#)
        let configuration = try VenueConfiguration(parsing: Array(text.utf8))
        #expect(configuration.unknown.count == 3)
        let written = configuration.json
        #expect(try VenueConfiguration(parsing: written) == configuration)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(written)) as? [String: Any])
        let wifi = try #require(root["wifi"] as? [String: Any])
        #expect(wifi["a.b"] as? NSDictionary == ["c[0]": [1, NSNull()] as NSArray])
        #expect(((wifi["accessPoints"] as? [[String: Any]])?.first)?["floor"] as? Double == 2.5)
        #expect((root["license"] as? [String: Any])?["tenant"] as? Bool == true)
    }

    @Test("what was read from any file is read again from what is written")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 5)
        var unknown = 0
        for _ in 0..<120 {
            let text = RandomConfiguration.text(&generator)
            let configuration = try VenueConfiguration(parsing: Array(text.utf8))
            #expect(try VenueConfiguration(parsing: configuration.json) == configuration, "\(text)")
            unknown += configuration.unknown.count
        }
        #expect(unknown > 120)
    }

    @Test("a list nested as deep as a file may is written as well")
    func deep() throws {
        // 32 levels in all; the outermost object is one of them.
        let text = "{\"a\":" + String(repeating: "[", count: 31) + String(repeating: "]", count: 31) + "}"
        let configuration = try VenueConfiguration(parsing: Array(text.utf8))
        #expect(try VenueConfiguration(parsing: configuration.json) == configuration)
    }

    @Test("damaged files that are still files come back as they were read")
    func damaged() throws {
        var generator = SeededGenerator(seed: 1_625)
        var accepted = 0
        for round in 0..<1_000 {
            let text = round % 2 == 0 ? VenueConfigurationTests.full : RandomConfiguration.text(&generator)
            let bytes = Mutation.mutated(Array(text.utf8), with: &generator)
            guard let configuration = try? VenueConfiguration(parsing: bytes) else { continue }
            accepted += 1
            #expect((try? VenueConfiguration(parsing: configuration.json)) == configuration, "round \(round)")
        }
        #expect(accepted > 10)
    }

    @Test("every file of the fuzzer's corpus that is read comes back as it was read")
    func corpus() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Corpora/configuration")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            guard let configuration = try? VenueConfiguration(parsing: Array(Data(contentsOf: file))) else { continue }
            #expect(
                (try? VenueConfiguration(parsing: configuration.json)) == configuration, "\(file.lastPathComponent)")
        }
    }
}
