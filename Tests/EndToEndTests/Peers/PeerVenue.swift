import Foundation

/// A server between foreign senders and foreign players, all in a network of their own.
///
/// - Camera A: ffmpeg, RTP at a constant bit rate with both dimensions of SMPTE 2022-1; some pictures refer to later ones.
/// - Camera B: GStreamer, RTP with the same correction.
/// - Camera C: ffmpeg, a transport stream in UDP over IPv6.
/// - Camera D: ffmpeg, pictures in RTP without a transport stream, announced by SAP.
///
/// It belongs to one thread at a time.
final class PeerVenue {
    /// A camera that nobody announces.
    enum Camera: String, CaseIterable {
        case a = "A"
        case b = "B"
        case c = "C"

        /// The port of its media.
        static let port = 5000

        var group: String {
            switch self {
            case .a: "239.77.4.1"
            case .b: "239.77.4.2"
            case .c: "[ff15::4d:3]"
            }
        }

        /// What the server is told of it.
        var join: String { (self == .c ? "udp" : "rtp") + "://\(group):\(Self.port)?name=\(rawValue)" }
    }

    /// Whether all programs of others that take part are here.
    static let hasPeers = ["bin/ffmpeg", "bin/ffprobe", "bin/gst-launch-1.0", "bin/curl", "sbin/nft"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/" + $0)
    }
    /// Why the server does not take requests.
    struct NotReady: Error { var errors: String }

    /// Where the server takes requests.
    static let address = "http://127.0.0.1:8080"
    /// What camera D is called in its announcements.
    static let announcedName = "Camera D"

    private static let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    let network: PeerNetwork
    private let server: PeerProgram
    private var cameras: [String: PeerProgram] = [:]

    /// Starts the server in `folder` and waits until it takes requests.
    init(folder: URL) throws {
        network = try PeerNetwork(folder: folder)
        let joins = Camera.allCases.map(\.join)
        try Data("{\"join\": [\"\(joins.joined(separator: "\", \""))\"]}".utf8)
            .write(to: folder.appending(path: "config.json"))
        server = try network.start(
            "server",
            [
                try PeerProducts.path("svmreplayd"), "--interface", "lo", "--listen", "127.0.0.1:8080", "--record",
                "venue.pcapng",
            ] + joins.flatMap { ["--channel", $0] })
        for _ in 0..<600 where server.isRunning {
            if network.text("server.out").contains(Self.address) { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw NotReady(errors: network.text("server.err"))
    }

    deinit { for program in Array(cameras.values) + [server] { program.kill() } }

    /// Starts all cameras.
    func startCameras() throws {
        try startA()
        try startB()
        try start(
            "C", "main-camera",
            ["-f", "mpegts", "udp://\(Camera.c.group):\(Camera.port)?ttl=0&localaddr=::1&pkt_size=1316"])
        try start(
            "D", "main-camera",
            [
                "-an", "-metadata", "title=" + Self.announcedName, "-f", "sap",
                "sap://239.77.4.4:\(Camera.port)?announce_addr=224.2.127.254&ttl=0",
            ])
    }

    /// Starts camera A, or starts it again, which gives it a new SSRC.
    func startA() throws {
        try start(
            "A", "sideline",
            [
                "-f", "rtp_mpegts", "-mpegts_muxer_options", "muxrate=1500000", "-fec", "prompeg=l=5:d=5",
                "rtp://\(Camera.a.group):\(Camera.port)?ttl=0&localaddr=127.0.0.1&pkt_size=1316",
            ])
    }

    /// Ends camera A as a power cut does.
    func killA() { cameras["A"]?.kill() }

    /// Starts an ffmpeg that sends a loop at its own pace.
    private func start(_ name: String, _ loop: String, _ output: [String]) throws {
        cameras[name] = try network.start(
            "camera-" + name,
            [
                "ffmpeg", "-nostdin", "-v", "error", "-re", "-f", "concat", "-safe", "0", "-i", try list(of: loop),
                "-c", "copy",
            ] + output)
    }

    private func startB() throws {
        // GStreamer does not repeat files.
        _ = try network.output(of: [
            "ffmpeg", "-nostdin", "-v", "error", "-f", "concat", "-safe", "0", "-i", try list(of: "main-camera"), "-c",
            "copy", "-f", "mpegts", "b.ts",
        ])
        let sinks = [0, 2, 4].map { step in
            [
                "udpsink", "host=" + Camera.b.group, "port=\(Camera.port + step)", "bind-address=127.0.0.1",
                "multicast-iface=lo", "ttl-mc=0", "async=false",
            ]
        }
        let sender = [
            "gst-launch-1.0", "-q", "filesrc", "location=b.ts", "!", "tsparse", "set-timestamps=true", "alignment=7",
            "!",
            "rtpmp2tpay", "pt=33", "ssrc=0", "!", "rtpst2022-1-fecenc", "name=f", "rows=5", "columns=5",
        ]
        let pads = zip(["f.src", "f.fec_0", "f.fec_1"], sinks).flatMap { [$0, "!"] + $1 }
        cameras["B"] = try network.start("camera-B", sender + pads)
    }

    /// A list of one of the demo's loops, five minutes of it; ffmpeg's own way of repeating a file loses pictures.
    private func list(of loop: String) throws -> String {
        let path = Self.top.appending(path: "Web/demo/\(loop).ts").path()
        let list = network.folder.appending(path: loop + ".txt")
        try Data(String(repeating: "file '\(path)'\n", count: 13).utf8).write(to: list)
        return list.path()
    }

    /// Tells the server to end; how it did, and whether it needed no more than `seconds`.
    func stop(within seconds: Double) -> (status: Int32, isInTime: Bool) {
        server.terminate()
        return server.finish(within: seconds)
    }
}
