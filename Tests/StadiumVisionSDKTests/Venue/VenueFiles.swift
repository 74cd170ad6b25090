import Foundation
import NetworkFormats
import TestSupport

/// The venue files of the two Streamers, and what they name, in a folder of its own.
///
/// Four cameras, of which "Side" belongs to the second Streamer; "Main" shows numbered pictures, "Three" loses 3 % of its
/// datagrams and "Thirty" 30 %. Four data channels send a new message each 200 ms, and there is one file channel.
struct VenueFiles {
    /// Seconds of numbered pictures; then they begin anew.
    static let seconds = 30
    /// Pictures until the numbers begin anew.
    static let round = seconds * 25
    static let data = ["scores", "alerts", "polls", "weather"]
    static let files: [String: Data] = [
        "line-up.txt": Data("1 Ada\n2 Bo\n".utf8), "clips/goal 1.bin": pattern(4_000, 7),
        "clips/goal 2.bin": pattern(60_001, 31),
    ]
    /// The flows that lose datagrams.
    static let lossy = [
        WireTap.Flow(name: "Three", group: IPAddress(v4: 0xef0a_0a02), repairs: 4),
        WireTap.Flow(name: "Thirty", group: IPAddress(v4: 0xef0a_0a03), repairs: 2),
    ]

    let folder: String

    private static func pattern(_ count: Int, _ factor: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* factor &+ $0 >> 8) })
    }

    /// Writes everything; the numbered pictures are made by ffmpeg.
    init(in folder: String) throws {
        self.folder = folder
        var stream = NumberedStream(seconds: Self.seconds)
        stream.video = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-b:v", "150k"]
        try stream.write(to: URL(filePath: folder + "/numbered.ts"))
        for name in ["main-camera", "sideline"] {
            try Data(DemoFile.bytes(name + ".ts")).write(to: URL(filePath: folder + "/\(name).ts"))
        }
        for (uri, bytes) in Self.files {
            let file = URL(filePath: folder + "/files/" + uri)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: file)
        }
        try write(Self.first, "first.json")
        try write(Self.second, "second.json")
    }

    private func write(_ venue: [String: Any], _ name: String) throws {
        try JSONSerialization.data(withJSONObject: venue).write(to: URL(filePath: folder + "/" + name))
    }

    private static func venue(_ streamer: String, _ channels: [[String: Any]]) -> [String: Any] {
        [
            "license": TestVenue.triplet, "title": "Game 12", "announce": ["periodMs": 1_000, "sap": false],
            "streamers": [["id": streamer]], "channels": channels,
        ]
    }

    private static func camera(
        _ name: String, _ number: Int, _ file: String, k: Int, r: Int, loss: Double = 0
    ) -> [String: Any] {
        [
            "kind": "video", "name": name, "sessionNum": number, "group": "239.10.10.\(number)", "ts": file,
            "fec": ["scheme": "rs8", "k": k, "r": r], "impairment": ["loss": loss],
        ]
    }

    private static var first: [String: Any] {
        let cameras = [
            camera("Main", 1, "numbered.ts", k: 4, r: 2),
            camera("Three", 2, "main-camera.ts", k: 8, r: 4, loss: 0.03),
            camera("Thirty", 3, "sideline.ts", k: 8, r: 2, loss: 0.3),
        ]
        let messages = data.enumerated().map { index, name -> [String: Any] in
            [
                "kind": "data", "name": name, "sessionNum": 5 + index, "group": "239.10.10.\(5 + index)", "repeat": 2,
                "messages": (0..<450).map { ["atMs": 500 + $0 * 200, "text": "\($0)"] },
            ]
        }
        let replays: [String: Any] = [
            "kind": "file", "name": "replays", "sessionNum": 9, "group": "239.10.10.9", "folder": "files",
            "bandwidthKbps": 800,
        ]
        return venue("first", cameras + messages + [replays])
    }

    private static var second: [String: Any] {
        venue("second", [camera("Side", 4, "sideline.ts", k: 8, r: 4)])
    }
}
