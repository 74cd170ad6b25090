import NetworkFormats
import PacketIO
import Timing
import VenueRuntime
import VenueSimulator
import VenueWire

/// A whole venue sent in real time: 64 cameras of 5 Mb/s with Reed-Solomon windows on the loopback interface, from one
/// thread, beside the bare sending of as many datagrams in the same run.
struct StreamerBench {
    static let name = "streamer"
    /// The hidden command: the benchmark inside a network of its own, so that no group of it can leave this host.
    static let inside = "streamer-inside"
    /// Bits a second of a camera.
    private static let bitRate = 5_000_000
    /// How long the looped material is; every camera begins at another place of it.
    private static let materialSeconds: Int64 = 4
    /// Datagrams of one bare call.
    private static let batch = 64

    var channels = 64
    var seconds = 20

    /// The arguments with which this program does the same under another command.
    var arguments: [String] { ["--channels", "\(channels)", "--seconds", "\(seconds)", Self.inside] }

    /// Measures; nil with a sentence on standard error when it cannot send.
    func run() -> BenchResult? {
        do {
            let material = try LoopMaterial(Self.material())
            let streamer = VenueStreamer(spec(material))
            let before = Measure.Usage()
            try streamer.start()
            streamer.wait(atMost: StreamDuration(seconds: Int64(seconds) + 30))
            let after = Measure.Usage()
            let counts = streamer.counts
            let bare = try Self.bareSeconds(counts.datagrams)
            let used = after.processor - before.processor
            var result = BenchResult(name: Self.name)
            result.add("channels", Double(channels), "")
            result.add("datagrams", Double(counts.datagrams), "")
            result.add("refused", Double(counts.refused), "datagrams")
            result.add("rate", Double(counts.bytes) * 8 / Double(seconds) / 1e6, "Mb/s")
            result.add("cores", used / (after.time - before.time), "")
            result.add("late", Double(counts.late) / Double(max(1, counts.datagrams)) * 100, "% of the datagrams")
            result.add("longestDelay", counts.longestDelay.milliseconds, "ms")
            result.add("bareSending", bare, "s of processor")
            result.add("toBareSending", bare / used, "")
            return result
        } catch {
            Bench.say("\(error)")
            return nil
        }
    }

    private func spec(_ material: LoopMaterial) -> NativeVenueSpec {
        let protection = AnnouncedProtection(
            scheme: .reedSolomon, matrix: "rizzo", sourceCount: 64, repairCount: 16, repairPort: 5_010)
        let cameras = (0..<channels).map { index in
            NativeChannelSpec(
                name: "Camera \(index + 1)", sessionNumber: UInt32(index + 1),
                destination: Endpoint(IPAddress(v4: 0xef14_0001 + UInt32(index)), 5_000),
                bandwidthKbps: Self.bitRate / 1_000, protection: protection,
                content: .video(material, offset: StreamDuration(milliseconds: Int64(index) * 131 % 4_000)))
        }
        return NativeVenueSpec(
            start: StreamTime(nanoseconds: SystemClock().read().realtime),
            duration: StreamDuration(seconds: Int64(seconds)),
            license: VenueAnnouncement.License(venueName: "Bench", contentOwner: "Bench", appDeveloper: "Bench"),
            streamers: [
                NativeVenueSpec.Streamer(
                    id: "bench", source: Endpoint(IPAddress(v4: 0x7f00_0001), 5_000))
            ], channels: cameras)
    }

    /// A made camera's transport stream.
    private static func material() -> [UInt8] {
        var source = TransportSource(TransportSpec(bitRate: bitRate))
        var bytes: [UInt8] = []
        while source.elapsed < materialSeconds * 1_000_000_000 { _ = source.next(into: &bytes) }
        return bytes
    }

    /// Seconds of this thread's processor time for sending `count` datagrams of the same size without anything else.
    private static func bareSeconds(_ count: Int) throws(SenderFailure) -> Double {
        let sender = try MulticastSender(source: IPAddress(v4: 0x7f00_0001))
        let bytes = [UInt8](repeating: 0, count: 1_334)
        let group = Endpoint(IPAddress(v4: 0xef14_00ff), 5_000)
        let datagrams = (0..<batch).map { _ in OutgoingDatagram(0..<bytes.count, to: group) }
        let start = Measure.threadSeconds
        var left = count
        while left > 0 {
            try sender.send(datagrams.span, in: bytes.span.bytes)
            left -= batch
        }
        return Measure.threadSeconds - start
    }
}
