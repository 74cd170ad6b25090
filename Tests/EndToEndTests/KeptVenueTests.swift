import Bytes
import Evidence
import History
import NetworkFormats
import Pipeline
import Protection
import Testing
import Timing
import TransportStream
import VenueSimulator

@Suite("Histories of generated venues")
struct KeptVenueTests {
    /// Feeds a venue, and asks for every channel's history now and then.
    private struct Watch: DatagramSink {
        struct Glimpse {
            var channel: Int
            var history: HistorySnapshot
            var steps: Int
        }

        var engine: VenueEngine<MediaLog>
        var glimpses: [Glimpse] = []
        private var count = 0

        init(_ limits: HistoryLimits) {
            var parameters = VenueParameters()
            parameters.history = limits
            engine = VenueEngine(parameters: parameters, output: MediaLog())
        }

        mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
            engine.ingest(header, payload)
            count += 1
            guard count % 151 == 0 else { return }
            for channel in 0..<engine.channelCount {
                guard let history = engine.history(of: Int32(channel)) else { continue }
                glimpses.append(Glimpse(channel: channel, history: history, steps: engine.output.steps[channel].count))
            }
        }

        mutating func advance(to time: StreamTime) { engine.advance(to: time) }
    }

    private func watch(_ seed: UInt64, _ limits: HistoryLimits) -> Watch {
        var venue = SimulatedVenue(.random(seed: seed))
        var watch = Watch(limits)
        venue.feed(into: &watch)
        watch.engine.finish()
        return watch
    }

    @Test(
        "hold exactly the media that was handed on, and the windows that were closed",
        arguments: 0..<40 as Range<UInt64>)
    func whole(seed: UInt64) throws {
        let watch = watch(seed, HistoryLimits(depth: StreamDuration(seconds: 3_600), byteCap: .max))
        let log = watch.engine.output
        for channel in 0..<watch.engine.channelCount {
            let history = try #require(watch.engine.history(of: Int32(channel)))
            #expect(history.media.first == MediaID(serial: 0))
            #expect(history.media.end.serial == UInt64(log.steps[channel].count))
            #expect(log.complaints(about: history.media, of: channel) == [])
            #expect(history.windows.map(\.record) == log.windows[channel])
            checkRuns(of: history)
            checkUnits(of: history)
        }
        #expect(watch.engine.history(of: Int32(watch.engine.channelCount)) == nil)
        #expect(watch.engine.history(of: -1) == nil)
    }

    @Test("snapshots taken on the way stay whole after eviction", arguments: 0..<25 as Range<UInt64>)
    func glimpses(seed: UInt64) {
        let limits = HistoryLimits(depth: StreamDuration(milliseconds: 300), targetDuration: .zero)
        let watch = watch(seed, limits)
        for glimpse in watch.glimpses {
            #expect(glimpse.history.media.end.serial == UInt64(glimpse.steps))
            #expect(watch.engine.output.complaints(about: glimpse.history.media, of: glimpse.channel) == [])
        }
    }

    @Test("change none of the numbers", arguments: 0..<25 as Range<UInt64>)
    func numbers(seed: UInt64) {
        var venue = SimulatedVenue(.random(seed: seed))
        var engine = VenueEngine(output: NoSink())
        venue.feed(into: &engine)
        engine.finish()
        let kept = watch(seed, HistoryLimits(depth: StreamDuration(milliseconds: 300), byteCap: 300_000)).engine
            .snapshot
        for (plain, channel) in zip(engine.snapshot.channels, kept.channels) {
            #expect(channel.windows == plain.windows)
            #expect(channel.sequence?.counters == plain.sequence?.counters)
            #expect(channel.sequence?.protection == plain.sequence?.protection)
            #expect(channel.transport?.video == plain.transport?.video)
            #expect(channel.transport?.discontinuities == plain.transport?.discontinuities)
        }
    }

    /// A window's run is that of the packets that bear its numbers.
    private func checkRuns(of history: HistorySnapshot) {
        let media = history.media
        let packets = (media.first.serial..<media.end.serial).map { media[MediaID(serial: $0)] }
        for window in history.windows where window.run > 0 && window.record.lastNumber >= window.record.firstNumber {
            let numbers = window.record.firstNumber...window.record.lastNumber
            #expect(
                packets.contains {
                    $0.run == window.run && numbers.overlaps($0.number...($0.number + Int64($0.count - 1)))
                })
        }
    }

    /// Every unit begins in a transport packet that says so, ends in one of its PID, and its ranges hold all its bytes.
    private func checkUnits(of history: HistorySnapshot) {
        for index in 0..<history.count {
            let chunk = history[index]
            for entry in chunk.tracks.flatMap(\.units) {
                let unit = entry.unit
                guard let first = header(at: unit.start, in: history.media),
                    let last = header(at: unit.last, in: history.media)
                else {
                    Issue.record("unit \(unit) outside the media")
                    continue
                }
                #expect(first.startsUnit)
                #expect(last.pid == first.pid)
                let ranges = chunk.ranges[unit.ranges]
                let outside = ranges.filter { range in
                    guard let slice = history.media.slice(of: range.packet) else { return true }
                    return Int(range.offset + range.length) > slice.count
                }
                #expect(outside.isEmpty)
                #expect(ranges.reduce(0) { $0 + Int($1.length) } == unit.size)
                if let last = ranges.last { #expect(last.packet == unit.last.packet) }
            }
        }
    }

    private func header(at position: MediaPosition, in media: MediaSnapshot) -> TransportPacketHeader? {
        guard media.contains(position.packet), let bytes = media.bytes(of: position.packet),
            Int(position.offset) + 188 <= bytes.count
        else { return nil }
        let word = bytes[Int(position.offset)..<(Int(position.offset) + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return word >> 24 == 0x47 ? TransportPacketHeader(word: word) : nil
    }
}
