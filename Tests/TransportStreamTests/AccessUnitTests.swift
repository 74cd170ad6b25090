import Bytes
import Evidence
import Foundation
import NetworkFormats
import Testing
import Timing
import TransportStream

@Suite("Access units")
struct AccessUnitTests {
    private static func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/")
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    struct OpenGroups: CustomTestStringConvertible, Sendable {
        var file: String
        var first: RandomAccessKind
        var later: RandomAccessKind
        /// PTS and DTS by `ffprobe -show_packets`; times are (value - 126000) / 3600.
        var times: [(pts: Int64, dts: Int64)]
        var testDescription: String { file }
    }

    // ffprobe -show_entries packet=pts,dts of the two fixtures, as pictures of 3600 after 126000.
    static let decoded: [Int64] = Array(0...25)
    static let openGroups = [
        OpenGroups(
            file: "open-gop-h264.ts", first: .instantaneousRefresh, later: .recoveryPoint,
            times: zip(
                [2, 5, 3, 4, 8, 6, 7, 10, 9, 13, 11, 12, 16, 14, 15, 18, 17, 21, 19, 20, 24, 22, 23, 26, 25, 27],
                decoded
            ).map { ($0, $1) }),
        OpenGroups(
            file: "open-gop-hevc.ts", first: .instantaneousRefresh, later: .cleanRandomAccess,
            times: zip(
                [2, 5, 4, 3, 8, 7, 6, 10, 9, 13, 12, 11, 16, 15, 14, 18, 17, 21, 20, 19, 24, 23, 22, 26, 25, 27],
                decoded
            ).map { ($0, $1) }),
    ]

    @Test("tells open groups: times, random access points and their leading pictures", arguments: openGroups)
    func openGroup(_ example: OpenGroups) throws {
        let (output, facts) = TransportAnalyzer.reading(try Self.fixture(example.file))
        let units = output.accessUnits
        #expect(units.map(\.pts) == example.times.map { 126_000 + $0.pts * 3_600 })
        #expect(units.map(\.dts) == example.times.map { 126_000 + $0.dts * 3_600 })
        // trace_headers: the picture after each of the three later random access points leads it.
        let points = [0: example.first, 7: example.later, 15: example.later, 23: example.later]
        for (index, unit) in units.enumerated() {
            #expect(unit.randomAccess == points[index])
            #expect(unit.flags.contains(.leading) == [8, 16, 24].contains(index))
            #expect(unit.flags.contains(.skippedLeading) == [8, 16, 24].contains(index))
            #expect(unit.flags.contains(.lead))
            #expect(!unit.flags.contains(.damaged))
        }
        let video = try #require(facts.video)
        #expect(video.hasOpenGroups)
        #expect(video.frames == 26)
        #expect(video.droppedFrames == 0)
        #expect(video.randomAccessPoints == 4)
        #expect(video.medianInterval == StreamDuration(milliseconds: 320))
        #expect(video.longestInterval == StreamDuration(milliseconds: 320))
    }

    @Test("gives each unit's bytes by ranges that hold exactly its elementary stream")
    func ranges() {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        let pictures = [
            StreamSketch.picture(1_000, isIDR: true), StreamSketch.picture(10), StreamSketch.picture(184 - 14),
            StreamSketch.picture(184 - 13), StreamSketch.picture(5_000),
        ]
        for (index, picture) in pictures.enumerated() {
            sketch.addUnit(picture, pid: 257, pts: UInt64(index) * 3_600, isBounded: index % 2 == 0)
        }
        let datagrams = stride(from: 0, to: sketch.packets.count, by: 7).map {
            Array(sketch.packets[$0..<min($0 + 7, sketch.packets.count)].joined())
        }
        let (output, _) = sketch.told(options: TransportOptions(collectsRanges: true), perDatagram: 7)
        #expect(output.accessUnits.count == pictures.count)
        for (unit, picture) in zip(output.accessUnits, pictures) {
            let bytes = output.ranges[unit.ranges].flatMap { range in
                datagrams[Int(range.packet.serial)][Int(range.offset)..<Int(range.offset + range.length)]
            }
            #expect(bytes == picture)
            #expect(unit.size == picture.count)
            #expect(unit.oldestPacket == output.ranges[unit.ranges].map(\.packet).min())
            #expect(unit.completed.ordinal == output.ranges[unit.ranges].map(\.packet.serial).max())
        }
    }

    @Test(
        "tells the transport packets in which each unit begins and ends", arguments: [true, false], [1, 3, 7])
    func positions(collectsRanges: Bool, perDatagram: Int) {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257), .init(streamType: 0x0F, pid: 258)])
        for index in 0..<12 {
            sketch.addUnit(StreamSketch.picture(90 + index * 170), pid: 257, pts: UInt64(index) * 3_600)
            let sound = [UInt8](repeating: 1, count: 30 + index * 60)
            sketch.addUnit(sound, pid: 258, pts: UInt64(index) * 3_600, isBounded: true, streamID: 0xC0)
            if index % 3 == 0 {
                sketch.addTables([.init(streamType: 0x1B, pid: 257), .init(streamType: 0x0F, pid: 258)])
            }
        }
        let (output, _) = sketch.told(
            options: TransportOptions(collectsRanges: collectsRanges), perDatagram: perDatagram)
        // From the packets' headers alone (ISO/IEC 13818-1, 2.4.3.2): payload_unit_start_indicator and PID.
        for pid in [257, 258] {
            let own = sketch.packets.indices.filter {
                Int(sketch.packets[$0][1] & 0x1F) << 8 | Int(sketch.packets[$0][2]) == pid
            }
            let starts = own.filter { sketch.packets[$0][1] & 0x40 != 0 }
            let ends = starts.indices.map { place in
                own.last { place + 1 == starts.count || $0 < starts[place + 1] } ?? -1
            }
            func position(_ packet: Int) -> MediaPosition {
                MediaPosition(
                    packet: MediaID(serial: UInt64(packet / perDatagram)),
                    offset: UInt32(packet % perDatagram * 188))
            }
            let units = output.accessUnits.filter { $0.track == pid - 257 }
            #expect(units.map(\.start) == starts.map(position))
            #expect(units.map(\.last) == ends.map(position))
            #expect(units.map(\.oldestPacket) == starts.map { position($0).packet })
        }
    }

    @Test("finds start codes, parameter sets and PES headers that lie over packets", arguments: 0..<40)
    func straddling(shift: Int) throws {
        // An SPS of 64x48 as x264 writes it, behind a delimiter and filling NAL units that push it over a packet's end.
        let sps = try #require([UInt8](hex: "6764000aacd9447b011000000300100000030320f1225960"))
        var unit: [UInt8] = [0, 0, 0, 1, 9, 0xF0, 0, 0, 1, 12] + Array(repeating: 0xFF, count: 120 + shift)
        unit +=
            [0x80, 0, 0, 0, 1] + sps + [0, 0, 1, 0x68, 0xCE, 0, 0, 1, 6, 5, 2, 9, 9, 6, 1, 0xC4, 0x80, 0, 0, 1, 0x41]
        unit += Array(repeating: 0xAA, count: 300)
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        // The first packet's adaptation field leaves `shift` bytes, so that the PES header itself may be cut.
        sketch.addUnit(
            unit, pid: 257, pts: 126_000, dts: 122_400, adaptation: AdaptationField(stuffing: max(0, 178 - shift)))
        let (output, facts) = sketch.told()
        let told = try #require(output.accessUnits.first)
        #expect(told.pts == 126_000)
        #expect(told.dts == 122_400)
        #expect(told.randomAccess == .recoveryPoint)
        #expect(told.size == unit.count)
        #expect(facts.video?.size == PictureSize(width: 64, height: 48))
        #expect(facts.syntaxErrors == 0)
    }

    @Test("needs more than the packet's flag to call an H.264 picture a random access point")
    func flagAlone() {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257), .init(streamType: 0xEA, pid: 258)])
        let flag = AdaptationField(isRandomAccess: true)
        sketch.addUnit(StreamSketch.picture(100), pid: 257, pts: 0, adaptation: flag)
        sketch.addUnit(StreamSketch.picture(100), pid: 258, pts: 0, adaptation: flag)
        let units = sketch.told().output.accessUnits
        #expect(units.map(\.randomAccess) == [nil, .indicated])
    }

    @Test("carries a unit on in PES packets without a PTS")
    func continued() {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        sketch.addUnit(StreamSketch.picture(400, isIDR: true), pid: 257, pts: 0, isBounded: true)
        sketch.addUnit(Array(repeating: 0xAA, count: 300), pid: 257, pts: nil, isBounded: true)
        sketch.addUnit(StreamSketch.picture(100), pid: 257, pts: 3_600)
        #expect(sketch.told().output.accessUnits.map(\.size) == [700, 100])
    }

    @Test("unwraps time stamps of all tracks alike where the 33 bits end")
    func wraps() {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257), .init(streamType: 0x0F, pid: 258)])
        let start = (UInt64(1) << 33) - 7_200
        for index in 0..<5 {
            let time = start &+ UInt64(index) * 3_600
            sketch.addUnit(StreamSketch.picture(200, isIDR: index == 0), pid: 257, pts: time &+ 3_600, dts: time)
            sketch.addUnit([0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC, 0x21], pid: 258, pts: time, streamID: 0xC0)
        }
        let units = sketch.told().output.accessUnits
        let begin = Int64(start)
        #expect(units.filter { $0.track == 0 }.map(\.dts) == (0..<5).map { begin + $0 * 3_600 })
        #expect(units.filter { $0.track == 0 }.map(\.pts) == (1..<6).map { begin + $0 * 3_600 })
        #expect(units.filter { $0.track == 1 }.map(\.pts) == (0..<5).map { begin + $0 * 3_600 })
        #expect(units.allSatisfy { $0.timeBase == 0 })
    }
}
