import Foundation
import TestSupport

/// Players that were given clips of a server, and what they made of them.
struct ClipPlayers: Sendable {
    struct Pictures: Sendable {
        var numbers: [Int]
        var errors: String
    }

    struct End: Sendable {
        var status: Int32
        var errors: String
        /// Pictures that it stored.
        var pictures = 0
    }

    /// A window of a channel, in seconds.
    struct Window: Sendable {
        var channel: ClipVenue.Channel
        var from: Double
        var length: Double
    }

    /// A transport stream, MP4 and fragmented MP4.
    static let formats = ["clip.ts", "clip.mp4", "clip.mp4?fragmented=1"]

    /// A few windows of each kind: from a random access point or near one, from far behind it, short and long.
    static let windows: [Window] = [
        Window(channel: .closed, from: 4, length: 2), Window(channel: .closed, from: 5.013, length: 0.2),
        Window(channel: .closed, from: 6.637, length: 1.5), Window(channel: .open, from: 4, length: 2),
        Window(channel: .open, from: 4.88, length: 0.4), Window(channel: .open, from: 7.171, length: 1),
        Window(channel: .long, from: 8.5, length: 1), Window(channel: .long, from: 3.04, length: 0.5),
    ]

    /// Whether the programs of others that take part are here.
    static let arePresent = ["ffmpeg", "gst-launch-1.0", "vlc", "curl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    var ffmpeg: [String: Pictures] = [:]
    var gstreamer: [String: End] = [:]
    var vlc: [String: End] = [:]
    var chromium: [(name: String, showing: (ffmpeg: Pictures, browser: ClipPage.Showing))] = []
    var fragmented: ClipPage.Showing?
    /// A transport stream as the only segment of a playlist; nil when the browser plays none.
    var listed: ClipPage.Showing?

    /// Plays for about half a minute.
    static func perform() async throws -> ClipPlayers {
        try await withCheckedThrowingContinuation { continuation in
            // It mostly waits, and must not keep a thread from other tests meanwhile.
            Thread.detachNewThread {
                // Programs inherit which signals are blocked.
                var none = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, nil)
                continuation.resume(with: Result { try ClipPlayers(of: ClipVenue()) })
            }
        }
    }

    private init(of venue: ClipVenue) throws {
        for format in Self.formats {
            let address = venue.address(.closed, format, from: 4, length: 2)
            let shown = try venue.numbers(address)
            ffmpeg[format] = Pictures(numbers: shown.numbers, errors: shown.errors)
            let sinks = ["video-sink=fakesink sync=false", "audio-sink=fakesink sync=false"]
            let end = try venue.run(["gst-launch-1.0", "-q", "playbin", "uri=" + address] + sinks)
            gstreamer[format] = End(status: end.status, errors: end.errors)
            vlc[format] = try Self.vlc(address, venue)
        }
        guard Browser.isPresent else { return }
        let page = try ClipPage(Browser(), at: venue.server.address)
        for (index, window) in Self.windows.enumerated() {
            let address = venue.address(window.channel, "clip.mp4", from: window.from, length: window.length)
            let shown = try venue.numbers(address)
            let middle = Double(shown.numbers.count / 2) / 25
            let showing = try page.show(address, at: [0, 0.06, middle + 0.02, -0.02], plays: index % 3 == 0)
            chromium.append(
                (
                    "\(window.channel.rawValue) from \(window.from) s, \(window.length) s",
                    (Pictures(numbers: shown.numbers, errors: shown.errors), showing)
                ))
        }
        fragmented = try page.show(
            venue.address(.closed, "clip.mp4?fragmented=1", from: 4, length: 2), at: [], plays: true)
        guard try page.playsLists() else { return }
        listed = try page.show(venue.address(.closed, "clip.ts", from: 4, length: 2), at: [], plays: true)
    }

    /// VLC stores the pictures that it shows.
    private static func vlc(_ address: String, _ venue: ClipVenue) throws -> End {
        let pictures = UUID().uuidString
        let folder = venue.folder.appending(path: pictures)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path())
        let end = try venue.run([
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--pdeathsig", "KILL", "env", "HOME=.",
            "vlc",
            "-I", "dummy", "--no-dbus", "--quiet", "--play-and-exit", "--vout", "dummy", "--aout", "dummy",
            "--video-filter", "scene", "--scene-format", "png", "--scene-ratio", "1", "--scene-path", pictures, address,
        ])
        let stored = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        return End(status: end.status, errors: end.errors, pictures: stored.count)
    }
}
