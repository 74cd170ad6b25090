import Bytes
import Foundation
import NetworkFormats
import TestSupport
import Timing
import VenueRuntime
import VenueSimulator
import VenueWire

/// Players of others that play what a Streamer sends, each from the description that the Streamer announces.
///
/// Every player stores what it takes for the transport stream; what it stored is decoded when all have ended.
struct NativePlayers: Sendable {
    /// A player of one channel.
    enum Player: String, CaseIterable, Sendable {
        case ffmpegOfBlocks = "ffmpeg-rs8"
        case gstreamerOfBlocks = "gstreamer-rs8"
        case vlcOfBlocks = "vlc-rs8"
        case ffmpegOfParity = "ffmpeg-2022-1"
        case gstreamerOfParity = "gstreamer-2022-1"
        case vlcOfParity = "vlc-2022-1"
        /// It is told nothing but where announcements go.
        case ffmpegOfAnnouncements = "ffmpeg-sap"
    }

    /// What was made of a channel.
    struct Showing: Sendable {
        /// How decoding ended, and what the decoder complained of.
        var status: Int32
        var complaints: String
        /// The number that each picture has in the loop that was sent; nil for one that is not in it.
        var pictures: [Int?]
        /// What the player itself said, for people.
        var log: String
    }

    enum Failure: Error { case notAnnounced(Int), announcedFirst(Int) }

    /// Pictures that are looked at: six seconds from the first key picture on.
    static let pictures = 150
    /// A key picture comes after so many.
    static let group = 25

    /// Whether all programs of others that take part are here.
    static let arePresent = ["ffmpeg", "gst-launch-1.0", "vlc"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    var showings: [Player: Showing] = [:]
    /// Pictures of the loop that was sent, and how many of them are different.
    var sent = (count: 0, distinct: 0)

    /// Sends and plays for about ten seconds.
    static func perform() async throws -> NativePlayers {
        try await withCheckedThrowingContinuation { continuation in
            // It mostly waits, and must not keep a thread from other tests meanwhile.
            Thread.detachNewThread {
                // Programs inherit which signals are blocked.
                var none = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, nil)
                continuation.resume(with: Result { try run() })
            }
        }
    }

    private static func run() throws -> NativePlayers {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // VLC refuses to run as root and gets no user's rights.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path())
        defer { try? FileManager.default.removeItem(at: folder) }
        let network = try PeerNetwork(folder: folder)
        let spec = try venue()
        try describe(spec, in: folder)
        let streamer = VenueStreamer(spec)
        var programs: [Player: PeerProgram] = [:]
        defer { for program in programs.values { program.kill() } }
        // The next announcement is seconds behind the first one. All others join in the middle of a group.
        let early = Player.ffmpegOfAnnouncements
        programs[early] = try network.start(early.rawValue, early.command)
        Thread.sleep(forTimeInterval: 1)
        try streamer.start()
        Thread.sleep(forTimeInterval: 0.4)
        for player in Player.allCases where player != early {
            programs[player] = try network.start(player.rawValue, player.command)
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline, !Player.allCases.allSatisfy({ $0.hasEnough(in: folder) }) {
            Thread.sleep(forTimeInterval: 0.1)
        }
        for program in programs.values { program.interrupt() }
        for program in programs.values { program.finish(within: 3) }
        streamer.stop()
        return try NativePlayers(of: network)
    }

    /// Decodes what the players stored.
    private init(of network: PeerNetwork) throws {
        let loop = try Self.decoded(Self.loop, "loop", on: network).sums
        let numbers = Dictionary(zip(loop, loop.indices)) { first, _ in first }
        sent = (loop.count, numbers.count)
        for player in Player.allCases {
            let name = player.rawValue
            // Copying begins with a key picture. That FFmpeg cannot decode what comes before is said here, and unheard.
            let cut = name + ".cut.ts"
            _ = try network.run(
                ["ffmpeg", "-nostdin", "-v", "quiet", "-i", player.file, "-map", "0:v", "-c", "copy", "-frames:v"]
                    + [String(Self.pictures), "-y", cut])
            let (end, sums) = try Self.decoded(cut, name, on: network)
            showings[player] = Showing(
                status: end.status, complaints: end.errors, pictures: sums.map { numbers[$0] },
                log: network.text(name + ".err"))
        }
    }

    /// The MD5 of each picture as FFmpeg decodes it.
    private static func decoded(
        _ file: String, _ name: String, on network: PeerNetwork
    ) throws -> (end: PeerNetwork.Finished, sums: [String]) {
        let end = try network.run(
            ["ffmpeg", "-nostdin", "-v", "warning", "-xerror", "-i", file, "-map", "0:v", "-vf", "setpts=N/25/TB"]
                + ["-f", "framemd5", "-y", name + ".sums"])
        let lines = network.text(name + ".sums").split(separator: "\n").filter { !$0.hasPrefix("#") }
        return (end, lines.map { $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) ?? "" })
    }

    private static let loop = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Web/demo/main-camera.ts").standardized.path()

    /// One loop with Reed-Solomon windows and their trailer, and as SMPTE 2022-1 has it; each once more for GStreamer.
    ///
    /// GStreamer reports to the group by RTCP, and says BYE there, at which FFmpeg takes the channel to be over.
    private static func venue() throws -> NativeVenueSpec {
        let material = try LoopMaterial(DemoFile.bytes("main-camera.ts"))
        let protections = [
            AnnouncedProtection(
                scheme: .reedSolomon, matrix: "rizzo", sourceCount: 20, repairCount: 5, symbolLength: 1_331,
                repairPort: 5_010, windowMs: 500),
            AnnouncedProtection(scheme: .parity, columns: 5, rows: 5),
        ]
        return NativeVenueSpec(
            license: VenueAnnouncement.License(
                venueName: "Arena", contentOwner: "Home Team", appDeveloper: "stadium-replay"),
            streamers: [
                NativeVenueSpec.Streamer(
                    id: "a", name: "Press Box", source: Endpoint(IPAddress(v4: 0x7f00_0001), 5_000))
            ],
            channels: (protections + protections).enumerated().map { index, protection in
                NativeChannelSpec(
                    name: "Camera \(index)", text: "The pitch", sessionNumber: UInt32(index),
                    destination: Endpoint(IPAddress(v4: 0xef4d_2c01 + UInt32(index)), 5_000),
                    bandwidthKbps: material.bitRate / 1_000, protection: protection,
                    content: .video(material, offset: .zero))
            })
    }

    /// Writes the descriptions that the Streamer announces: 0.sdp and so on.
    private static func describe(_ spec: NativeVenueSpec, in folder: URL) throws {
        var venue = NativeVenue(spec)
        var left = Set(spec.channels.indices)
        while let first = left.min() {
            // Each is announced within the first period.
            guard let time = venue.nextTime, time <= spec.start + spec.period else { throw Failure.notAnnounced(first) }
            try venue.next { datagram, payload in
                guard datagram.destination == spec.twins else { return }
                var reader = ByteReader(payload)
                let body = try SAPPacket(parsing: &reader).payload
                let text = String(decoding: body, as: UTF8.self)
                guard let index = left.first(where: { text.contains(" \(spec.channels[$0].destination.address)/") })
                else { return }
                // What is announced first is what FFmpeg finds by SAP; equal venues keep the order.
                if left.count == spec.channels.count, index > 1 { throw Failure.announcedFirst(index) }
                left.remove(index)
                try Data(body).write(to: folder.appending(path: "\(index).sdp"))
            }
        }
    }
}
