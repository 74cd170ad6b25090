import Bytes
import CAllocations
import History
import NetworkFormats
import Pipeline
import Protection
import Timing
import VenueSimulator

/// The receiving pipeline on datagrams in memory: cameras protected with Reed-Solomon windows of which one in a hundred
/// datagrams is lost, on one thread.
struct WindowsBench {
    static let name = "windows"
    private static let channels = 8
    private static let seconds = 20
    /// How often it is done; the best counts.
    private static let rounds = 5
    /// From one camera to the next, in nanoseconds: they spread over the time of a datagram.
    private static let stagger: Int64 = 131_000

    /// What one round came to.
    private struct Round {
        var processor: Double
        var allocations: UInt64
        var recovered: Int
        var unrecovered: Int
        var windows: Int
    }

    /// Measures; nil with a sentence on standard error when packets were not rebuilt as they must be.
    func run() -> BenchResult? {
        guard let load = try? WindowLoad(seconds: Self.seconds) else {
            Bench.say("the windows cannot be coded")
            return nil
        }
        var best = round(load, keeps: false)
        var bestKeeping = round(load, keeps: true)
        for _ in 1..<Self.rounds {
            let next = round(load, keeps: false)
            if next.processor < best.processor { best = next }
            let keeping = round(load, keeps: true)
            if keeping.processor < bestKeeping.processor { bestKeeping = keeping }
        }
        guard best.recovered == load.lost * Self.channels, best.unrecovered == 0 else {
            Bench.say(
                "\(load.lost * Self.channels) packets were lost, \(best.recovered) rebuilt and \(best.unrecovered) not")
            return nil
        }
        let bits = Double(load.mediaBytes * Self.channels) * 8
        let datagrams = Double(load.datagrams.count * Self.channels)
        var result = BenchResult(name: Self.name)
        result.add("channels", Double(Self.channels), "")
        result.add("windows", Double(best.windows), "")
        result.add("recovered", Double(best.recovered), "packets")
        result.add("media", bits / best.processor / 1e9, "Gb/s")
        result.add("mediaWithHistory", bits / bestKeeping.processor / 1e9, "Gb/s")
        result.add("datagrams", datagrams / best.processor / 1e6, "million/s")
        result.add("allocationsPerThousandDatagrams", Double(best.allocations) * 1_000 / datagrams, "")
        return result
    }

    private func round(_ load: WindowLoad, keeps: Bool) -> Round {
        var parameters = VenueParameters()
        if keeps { parameters.history = HistoryLimits() }
        var venue = VenueEngine(parameters: parameters, output: NoSink())
        let allocations = callocations_count()
        let start = Measure.threadSeconds
        let last = feed(load, into: &venue)
        venue.advance(to: last + StreamDuration(nanoseconds: 2_000_000_000))
        var round = Round(
            processor: Measure.threadSeconds - start, allocations: callocations_count() - allocations, recovered: 0,
            unrecovered: 0, windows: 0)
        for channel in venue.snapshot.channels {
            round.recovered += channel.sequence?.protection.recovered ?? 0
            round.unrecovered += channel.sequence?.protection.unrecovered ?? 0
            round.windows += channel.windows.protectionWindows
        }
        return round
    }

    /// Gives every datagram to each camera's groups in turn, and tells when the last one arrived.
    private func feed(_ load: WindowLoad, into venue: inout VenueEngine<NoSink>) -> StreamTime {
        let origin = StreamTime(nanoseconds: 1_700_000_000_000_000_000)
        let source = Endpoint(IPAddress(v4: 0x0a00_0001), 40_000)
        let groups = (0..<Self.channels).map { IPAddress(v4: 0xef14_0001 + UInt32($0)) }
        let bytes = load.bytes.lent
        var ordinal: UInt64 = 0
        var time = origin
        for datagram in load.datagrams {
            let length = UInt32(datagram.range.count)
            let payload = bytes.extracting(datagram.range)
            for (index, group) in groups.enumerated() {
                ordinal += 1
                time = origin + datagram.time + StreamDuration(nanoseconds: Int64(index) * Self.stagger)
                venue.ingest(
                    DatagramHeader(
                        time: time, ordinal: ordinal, source: source,
                        destination: Endpoint(group, datagram.isRepair ? 5_010 : 5_000), wireLength: length,
                        storedLength: length), payload)
            }
        }
        return time
    }
}
