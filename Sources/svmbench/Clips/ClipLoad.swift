import Channels
import Foundation
import Glibc
import HTTPServing
import History
import NetworkFormats
import PacketIO
import Pipeline
import Protection
import ReplayService
import Timing
import VenueRuntime
import VenueSettings

/// Clips fetched all the time from a server that receives many live channels, each of the three programs a process of its own:
/// the cameras, the server, and the readers.
///
/// All of it happens in a network of its own.
struct ClipLoad {
    static let name = "clip-load"
    /// The hidden commands: the load inside its network, its cameras and its readers.
    static let inside = "clip-load-inside"
    static let cameras = "clip-load-cameras"
    static let readers = "clip-load-readers"
    /// How long cameras are received before anybody reads, in seconds: histories are full, and memory stays as it is.
    private static let settling = 50.0
    /// How long memory may take to come back, in seconds: clips are kept for further readers for half a minute.
    private static let patience = 40.0
    /// Bytes that may be resident behind the load and were not before: what the pools of memory keep for the next clips.
    static let memoryMargin = 128 << 20

    var channels = 32
    var seconds = 300
    /// Clips a second.
    var rate = 50

    /// The arguments with which this program does the same under another command.
    func arguments(_ command: String) -> [String] {
        ["--channels", "\(channels)", "--seconds", "\(seconds)", "--rate", "\(rate)", command]
    }

    /// Measures; nil with a sentence on standard error when something is not as it should be.
    func run() -> BenchResult? {
        guard let source = ClipSource() else { return nil }
        do {
            let network = LiveSource.NetworkOptions(interface: "lo", joins: ClipCameras.joins(channels))
            let venue = try LiveVenue(options: LiveOptions(source: .network(network), log: { Bench.say($0) }))
            let service = ReplayService(venue: venue)
            let server = try HTTPServer(
                options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: service)
            venue.start()
            service.start()
            defer {
                server.stop(grace: .zero)
                service.stop()
                venue.stop()
            }
            // The groups are joined before the first datagram is sent.
            sleep(1)
            guard
                let cameras = BenchProgram(
                    Bench.folder + "/svmbench", arguments(Self.cameras) + [source.path], isHeard: true)
            else {
                Bench.say("cannot start the cameras")
                return nil
            }
            var result = BenchResult(name: Self.name)
            let isRead = read(venue, server.port, &result)
            cameras.poke()
            let refused = cameras.line().flatMap { Int($0) }
            _ = cameras.end()
            guard isRead, let refused else { return nil }
            Self.account(venue, refused: refused, &result)
            return result
        } catch {
            Bench.say("\(error)")
            return nil
        }
    }

    /// Lets the readers read, and adds what came of it; false with a sentence on standard error when there is nothing to read.
    private func read(_ venue: LiveVenue, _ port: UInt16, _ result: inout BenchResult) -> Bool {
        FaultTime.sleep(Self.settling)
        let ids = venue.snapshot(notOlderThan: .zero).channels.filter { $0.history?.liveEdge != nil }.map(\.identity.id)
        guard ids.count == channels else {
            Bench.say("only \(ids.count) of \(channels) channels are live")
            return false
        }
        let before = Measure.Usage()
        let arguments = arguments(Self.readers) + ["\(port)", ids.joined(separator: ",")]
        guard let readers = BenchProgram(Bench.folder + "/svmbench", arguments, isHeard: true) else {
            Bench.say("cannot start the readers")
            return false
        }
        let peak = ClipLoadPeak()
        peak.start()
        let line = readers.line()
        let after = Measure.Usage()
        let most = peak.stop()
        _ = readers.end()
        guard let tally = line.flatMap({ ClipLoadTally(text: $0) }) else {
            Bench.say("the readers ended without a word")
            return false
        }
        var left = 0
        _ = FaultTime.holds(within: Self.patience) {
            left = Measure.Usage().resident - before.resident
            return left <= Self.memoryMargin / 4
        }
        tally.add(to: &result)
        result.add("rate", Double(tally.count) / (after.time - before.time), "clips/s")
        result.add("delivered", Double(tally.bytes) / 1e6 / (after.time - before.time), "MB/s")
        result.add("cores", (after.processor - before.processor) / (after.time - before.time), "")
        result.add("residentBefore", Double(before.resident) / 1e6, "MB")
        result.add("residentMost", Double(most) / 1e6, "MB")
        result.add("residentLeft", Double(left) / 1e6, "MB more than before")
        return true
    }

    /// Adds what became of every datagram, as the kernel counts those that were sent in this network.
    private static func account(_ venue: LiveVenue, refused: Int, _ result: inout BenchResult) {
        let sent = ProcessFile.datagramCounts["OutDatagrams"] ?? 0
        // What was sent last is still read.
        _ = FaultTime.holds(within: 2) { Int(venue.health.datagrams) >= sent }
        let health = venue.health
        let snapshot = venue.snapshot(notOlderThan: .zero)
        let lost = snapshot.channels.reduce(0) { $0 + ($1.sequence?.counters.lost ?? 0) }
        result.add("sent", Double(sent), "datagrams")
        result.add("notSent", Double(refused), "datagrams")
        result.add("missing", Double(sent) - Double(health.datagrams), "datagrams")
        result.add("kernelDrops", Double(health.receiver?.kernelDrops ?? 0), "datagrams")
        result.add("bufferErrors", Double(ProcessFile.datagramCounts["RcvbufErrors"] ?? 0), "datagrams")
        result.add("lost", Double(lost), "packets")
    }
}
