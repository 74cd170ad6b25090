import Bytes
import Evidence
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing
import TransportStream
import VenueSimulator

@Suite("A transport loop")
struct TransportLoopTests {
    /// What one packet of the small stream says: its counter, the clock's base and extension, PTS and DTS.
    private struct Telling: Equatable {
        var counter: UInt8
        var clock: UInt64?
        var part: UInt64?
        var pts: UInt64?
        var dts: UInt64?
    }

    private func read(_ packet: [UInt8]) throws -> Telling {
        var reader = ByteReader(packet.lent)
        let header = try TransportPacketHeader(parsing: &reader)
        let field = try AdaptationField(parsing: &reader)
        #expect(!field.isDiscontinuity)
        var telling = Telling(counter: header.continuityCounter)
        telling.clock = field.clock.map { $0.rawValue / 300 }
        telling.part = field.clock.map { $0.rawValue % 300 }
        guard header.startsUnit else { return telling }
        let unit = try PESHeader(parsing: &reader)
        telling.pts = unit.pts?.rawValue
        telling.dts = unit.dts?.rawValue
        return telling
    }

    @Test("moves counters and times on, and wraps them")
    func wraps() throws {
        // The first clock stands one round of 7 200 units before 2^33 = 8 589 934 592; all is counted by hand from there.
        var loop = TransportLoop(
            try LoopMaterial(SmallStream.bytes), startingAt: MediaTimestamp(8_589_927_392))
        let want = [
            Telling(counter: 5, clock: 8_589_927_392, part: 250, pts: 400, dts: 8_589_931_392),
            Telling(counter: 9), Telling(counter: 6),
            Telling(counter: 7, clock: 8_589_930_992, part: 250, pts: 4_000, dts: 400),
            Telling(counter: 7), Telling(counter: 15),
            Telling(counter: 8, clock: 0, part: 250, pts: 7_600, dts: 4_000),
            Telling(counter: 9), Telling(counter: 9),
            Telling(counter: 10, clock: 3_600, part: 250, pts: 11_200, dts: 7_600),
            Telling(counter: 10), Telling(counter: 0),
            Telling(counter: 11, clock: 7_200, part: 250, pts: 14_800, dts: 11_200),
        ]
        // 40 ms from one clock to the next, 80 ms a round, evenly divided: thirds in whole units of 1/27000000 s.
        let times: [Int64] = [
            0, 13_333_333, 26_666_666, 40_000_000, 53_333_333, 66_666_666, 80_000_000, 93_333_333, 106_666_666,
            120_000_000, 133_333_333, 146_666_666, 160_000_000,
        ]
        for (index, telling) in want.enumerated() {
            #expect(loop.elapsed.nanoseconds == times[index])
            var packet: [UInt8] = []
            loop.next(into: &packet)
            #expect(packet.count == 188)
            #expect(try read(packet) == telling, "packet \(index)")
        }
        #expect(loop.round == 2)
        loop.rewind()
        var packet: [UInt8] = []
        loop.next(into: &packet)
        #expect(try read(packet) == want[0])
    }

    @Test("leaves the file as it is in its first round")
    func firstRound() throws {
        let file = try DemoFile.bytes("sideline.ts")
        var loop = TransportLoop(try LoopMaterial(file))
        var bytes: [UInt8] = []
        #expect(loop.next(6_516, into: &bytes) == .zero)
        #expect(bytes == file)
        #expect(loop.elapsed == StreamDuration(seconds: 24))
    }

    /// Three rounds of a demo file, whose clock wraps in the second one.
    private func threeRounds(of name: String) throws -> (loop: TransportLoop, packets: Int) {
        let material = try LoopMaterial(DemoFile.bytes(name))
        return (TransportLoop(material, startingAt: MediaTimestamp((1 << 33) - 30 * 90_000)), 3 * material.packetCount)
    }

    @Test("goes round without a break", arguments: ["main-camera.ts", "sideline.ts"])
    func analysed(_ name: String) throws {
        var (loop, packets) = try threeRounds(of: name)
        var analyzer = TransportAnalyzer()
        var output = TransportOutput()
        var serial: UInt64 = 0
        var moment = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)
        var last = StreamDuration.zero
        while packets > 0 {
            var datagram: [UInt8] = []
            let time = loop.next(1, into: &datagram)
            #expect(time >= last)
            last = time
            moment = Moment(time: StreamTime(nanoseconds: time.nanoseconds), ordinal: serial + 1)
            analyzer.ingest(datagram.lent, from: .init(serial: serial), moment: moment, into: &output)
            serial += 1
            packets -= 1
        }
        analyzer.finish(at: moment, into: &output)
        #expect(output.continuityErrors == 0)
        #expect(output.clockChanges.isEmpty)
        let facts = analyzer.facts
        #expect(facts.discontinuities == 0 && facts.syncByteErrors == 0 && facts.sectionErrors == 0)
        #expect(facts.clocks.first?.count == 1_800)
        // Instants are whole nanoseconds.
        #expect(try #require(facts.clocks.first).longestStep <= StreamDuration(nanoseconds: 40_000_001))
        #expect(facts.video?.frames == 1_800)
        #expect(facts.video?.droppedFrames == 0)
        #expect(facts.video?.longestInterval == StreamDuration(seconds: 1))
        let pictures = output.accessUnits.filter { $0.track == facts.lead }
        #expect(Self.steps(pictures.map(\.dts)) == [3_600])
        let sound = output.accessUnits.filter { $0.track != facts.lead }
        let round = sound.prefix(sound.count / 3).map(\.pts)
        #expect(!round.isEmpty && round.last ?? 0 < (round.first ?? 0) + 2_160_000)
        #expect(sound.map(\.pts) == (0..<3).flatMap { lap in round.map { $0 + lap * 2_160_000 } })
    }

    private static func steps(_ times: [Int64]) -> Set<Int64> { Set(zip(times, times.dropFirst()).map { $1 - $0 }) }

    static let hasProbe = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")

    @Test(
        "goes round without a break for ffprobe", .enabled(if: hasProbe), arguments: ["main-camera.ts", "sideline.ts"])
    func probed(_ name: String) throws {
        var (loop, packets) = try threeRounds(of: name)
        var bytes: [UInt8] = []
        _ = loop.next(packets, into: &bytes)
        packets = 0
        let path = FileManager.default.temporaryDirectory.appending(path: "loop-\(UUID().uuidString).ts")
        try Data(bytes).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffprobe")
        process.arguments = [
            "-v", "error", "-show_entries", "packet=codec_type,dts,flags", "-of", "compact=p=0:nk=1", path.path(),
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        var times: [Substring: [Int64]] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "|")
            guard fields.count == 3, let time = Int64(fields[1]) else { continue }
            times[fields[0], default: []].append(time)
            // C would be a packet that ffprobe calls corrupt: a counter that did not go on.
            #expect(!fields[2].contains("C"))
        }
        #expect(times["video"]?.count == 1_800)
        #expect(times["audio"]?.count == 3 * 1_125)
        #expect(Self.steps(times["video"] ?? []) == [3_600])
        #expect(Self.steps(times["audio"] ?? []) == [1_920])
    }
}
