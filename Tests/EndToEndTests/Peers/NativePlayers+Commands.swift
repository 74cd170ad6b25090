import Foundation

extension NativePlayers.Player {
    /// What it stores.
    var file: String { rawValue + ".ts" }

    /// How it is called to play the description and store what it plays.
    var command: [String] {
        switch self {
        case .ffmpegOfBlocks, .ffmpegOfParity:
            Self.ffmpeg(["-protocol_whitelist", "file,udp,rtp", "-i", description], file)
        case .ffmpegOfAnnouncements:
            Self.ffmpeg(["-i", "sap://239.255.255.255:9875?localaddr=127.0.0.1"], file)
        case .gstreamerOfBlocks, .gstreamerOfParity:
            [
                "gst-launch-1.0", "-q", "filesrc", "location=" + description, "!", "sdpdemux", "timeout=0", "!",
                "rtpmp2tdepay", "!", "filesink", "location=" + file, "buffer-mode=unbuffered",
            ]
        case .vlcOfBlocks, .vlcOfParity:
            // A description stands in VLC's list for what it describes; that is played when the entry comes round again.
            [
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--pdeathsig", "KILL", "env", "HOME=.",
                "vlc", "-I", "dummy", "--no-dbus", "--repeat", "--sout", "#std{access=file,mux=ts,dst='\(file)'}",
                description,
            ]
        }
    }

    /// Whether it has stored what is looked at, and the rest of a group before that, whatever it adds to it.
    func hasEnough(in folder: URL) -> Bool {
        let size = (try? FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path()))?[.size]
        return (size as? Int ?? 0) > Self.enough * (isVLC ? 3 : 2) / 2
    }

    private var description: String {
        switch self {
        case .ffmpegOfBlocks, .vlcOfBlocks, .ffmpegOfAnnouncements: "0.sdp"
        case .ffmpegOfParity, .vlcOfParity: "1.sdp"
        case .gstreamerOfBlocks: "2.sdp"
        case .gstreamerOfParity: "3.sdp"
        }
    }

    /// VLC wraps everything anew, and with more around it.
    private var isVLC: Bool { self == .vlcOfBlocks || self == .vlcOfParity }

    /// The loop's bytes of eight seconds.
    private static let enough = 1_399_284 * 8 / 24

    /// FFmpeg looks for two seconds what there is, instead of five.
    private static func ffmpeg(_ input: [String], _ file: String) -> [String] {
        ["ffmpeg", "-nostdin", "-v", "error", "-analyzeduration", "2000000"] + input
            + ["-map", "0", "-c", "copy", "-flush_packets", "1", "-f", "mpegts", "-y", file]
    }
}
