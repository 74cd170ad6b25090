import Bytes
import Evidence
import NetworkFormats
import Testing
import Timing
import TransportStream

@Suite("Pictures that miss packets")
struct HoleTests {
    struct Example: CustomTestStringConvertible, Sendable {
        var name: String
        /// Sizes of the pictures' payloads, 25 a second.
        var sizes: [Int]
        /// Packets of the video PID that do not come, counted from its first.
        var lost: Set<Int>
        var damaged: Int
        var gone: Int
        /// Indices of the pictures told as damaged, among those told.
        var marks: [Int]
        var testDescription: String { name }
    }

    // A PES header of 14 bytes and 354 bytes of picture fill two packets; 300 bytes leave stuffing in the second one.
    // Pictures 0…5 teach the duration. What is damaged and gone is counted by hand: packets 12 and 13 are picture 6, and so on.
    static let examples = [
        Example(name: "nothing", sizes: Array(repeating: 300, count: 10), lost: [], damaged: 0, gone: 0, marks: []),
        Example(
            name: "the end of one", sizes: Array(repeating: 300, count: 10), lost: [13], damaged: 1, gone: 0, marks: [6]
        ),
        Example(
            name: "one whole, the one before being seen to end", sizes: Array(repeating: 300, count: 10),
            lost: [12, 13],
            damaged: 0, gone: 1, marks: []),
        Example(
            name: "the beginning of one", sizes: Array(repeating: 300, count: 10), lost: [12], damaged: 0, gone: 1,
            marks: []),
        Example(
            name: "the end of one and the beginning of the next", sizes: Array(repeating: 300, count: 10),
            lost: [13, 14],
            damaged: 1, gone: 1, marks: [6]),
        Example(
            name: "three in a row", sizes: Array(repeating: 300, count: 12), lost: [12, 13, 14, 15, 16, 17], damaged: 0,
            gone: 3, marks: []),
        Example(
            name: "the middle of a long one", sizes: Array(repeating: 300, count: 6) + [2_000, 300, 300], lost: [15],
            damaged: 1, gone: 0, marks: [6]),
        Example(
            name: "two holes in a long one", sizes: Array(repeating: 300, count: 6) + [3_000, 300, 300],
            lost: [15, 20],
            damaged: 1, gone: 0, marks: [6]),
        Example(
            name: "one whole, the one before ending with two bytes of stuffing",
            sizes: Array(repeating: 352, count: 10), lost: [12, 13], damaged: 0, gone: 1, marks: []),
        Example(
            name: "two before the duration is known", sizes: Array(repeating: 300, count: 10), lost: [4, 5, 6, 7],
            damaged: 0, gone: 2, marks: []),
        Example(
            name: "some before the first beginning", sizes: [1_500] + Array(repeating: 300, count: 9), lost: [0, 4],
            damaged: 0, gone: 0, marks: []),
    ]

    @Test("counts damaged and missing pictures", arguments: examples)
    func counts(_ example: Example) throws {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        let first = sketch.packets.count
        for (index, size) in example.sizes.enumerated() {
            sketch.addUnit(StreamSketch.picture(size, isIDR: index == 0), pid: 257, pts: UInt64(index) * 3_600)
        }
        for index in example.lost.sorted(by: >) { sketch.packets.remove(at: first + index) }
        let (output, facts) = sketch.told()
        let video = try #require(facts.video)
        #expect(video.damagedFrames == example.damaged)
        #expect(video.lostFrames == example.gone)
        #expect(video.droppedFrames == example.damaged + example.gone)
        let marks = output.accessUnits.indices.filter { output.accessUnits[$0].flags.contains(.damaged) }
        #expect(marks == example.marks)
    }

    @Test("finds pictures in a hole of sixteen packets, which the counter does not show")
    func hiddenHole() throws {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        for index in 0..<24 { sketch.addUnit(StreamSketch.picture(300), pid: 257, pts: UInt64(index) * 3_600) }
        var analyzer = TransportAnalyzer()
        var output = TransportOutput()
        let moment = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)
        for (index, packet) in sketch.packets.enumerated() where !(20..<36).contains(index) {
            if index == 36 { analyzer.skipped(16, at: moment) }
            let id = MediaID(serial: UInt64(index))
            analyzer.ingest(packet.span.bytes, from: id, moment: moment, into: &output)
        }
        analyzer.finish(at: moment, into: &output)
        #expect(analyzer.facts.discontinuities == 0)
        #expect(analyzer.facts.video?.lostFrames == 8)
    }

    @Test("finds pictures in such a hole without being told of it when another PID shows an error")
    func hiddenHoleBesideAnError() throws {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257), .init(streamType: 0x0F, pid: 258)])
        for index in 0..<24 {
            // Pictures 10…17 are sixteen packets; eight of sound are missing with them.
            let kept = sketch.packets
            sketch.addUnit(
                Array(repeating: 1, count: 100), pid: 258, pts: UInt64(index) * 3_600, isBounded: true, streamID: 0xC0)
            sketch.addUnit(StreamSketch.picture(300), pid: 257, pts: UInt64(index) * 3_600)
            if (10..<18).contains(index) { sketch.packets = kept }
        }
        let facts = sketch.told().facts
        #expect(facts.discontinuities == 1)
        #expect(facts.video?.lostFrames == 8)
        #expect(facts.video?.damagedFrames == 0)
        // Where every hole is told of and none was, the step of decoding times is the sender's own.
        let told = sketch.told(options: TransportOptions(isNumbered: true)).facts
        #expect(told.video?.droppedFrames == 0)
    }

    @Test("loses nothing across a restart")
    func restart() throws {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        for index in 0..<8 { sketch.addUnit(StreamSketch.picture(300), pid: 257, pts: UInt64(index) * 3_600) }
        var analyzer = TransportAnalyzer()
        var output = TransportOutput()
        let moment = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)
        let parts = [sketch.packets[..<13], sketch.packets[..<2] + sketch.packets[4...]]
        for part in parts {
            for packet in part {
                analyzer.ingest(packet.span.bytes, from: MediaID(serial: 0), moment: moment, into: &output)
            }
            analyzer.restart(at: moment)
        }
        analyzer.finish(at: moment, into: &output)
        let facts = analyzer.facts
        #expect(facts.discontinuities == 0)
        #expect(facts.video?.droppedFrames == 0)
        #expect(output.accessUnits.map(\.timeBase) == Array(repeating: 0, count: 6) + Array(repeating: 1, count: 7))
    }
}
