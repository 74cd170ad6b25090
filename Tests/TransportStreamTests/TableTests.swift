import Bytes
import Evidence
import NetworkFormats
import Testing
import Timing
import TransportStream

@Suite("Program tables")
struct TableTests {
    private func streams(_ facts: TransportFacts) -> [String] {
        facts.tracks.map { "\($0.program) \($0.pid) \($0.codec.rawValue)\($0.isListed ? "" : " gone")" }
    }

    @Test("follows several programs; the first with video leads, whatever comes first")
    func programs() {
        var sketch = StreamSketch()
        sketch.add { packetizer, writer in
            let pat = ProgramAssociation(programs: [
                .init(number: 0, pid: 16), .init(number: 5, pid: 500), .init(number: 3, pid: 300),
                .init(number: 9, pid: 900),
            ])
            packetizer.write(section: pat.section, pid: 0, to: &writer)
            let radio = ProgramMap(programNumber: 5, clockPID: 501, streams: [.init(streamType: 4, pid: 501)])
            let first = ProgramMap(programNumber: 3, clockPID: 301, streams: [.init(streamType: 0x1B, pid: 301)])
            let second = ProgramMap(programNumber: 9, clockPID: 901, streams: [.init(streamType: 2, pid: 901)])
            packetizer.write(section: second.section, pid: 900, to: &writer)
            packetizer.write(section: first.section, pid: 300, to: &writer)
            packetizer.write(section: radio.section, pid: 500, to: &writer)
        }
        sketch.addUnit(StreamSketch.picture(100), pid: 301, pts: 0)
        sketch.addUnit([0, 0, 1, 0, 0, 8, 0, 0, 0, 0, 1, 1], pid: 901, pts: 0)
        let (output, facts) = sketch.told()
        #expect(streams(facts) == ["9 901 mpeg2video", "3 301 h264", "5 501 mpeg_audio"])
        #expect(facts.lead == 1)
        #expect(facts.video?.codec == .h264)
        #expect(facts.video?.frames == 1)
        #expect(output.accessUnits.map { $0.flags.contains(.lead) } == [false, true])
        #expect(output.tableChanges == 4)
    }

    /// Descriptors of a stream (ISO/IEC 13818-1, 2.6.18: tag 10, then three letters and a byte for each language) and its language
    /// in ISO 639-2/T.
    static let languages: [(descriptors: [UInt8], language: String?)] = [
        ([], nil), ([10, 4] + Array("eng".utf8) + [0], "eng"), ([10, 4] + Array("ENG".utf8) + [3], "eng"),
        // Two languages; the codes of bibliographies; one behind another descriptor.
        ([10, 8] + Array("ger".utf8) + [0] + Array("fre".utf8) + [0], "deu"),
        ([0x52, 1, 9, 10, 4] + Array("fre".utf8) + [0], "fra"), ([10, 4] + Array("chi".utf8) + [0], "zho"),
        ([10, 4] + Array("qaa".utf8) + [0], "qaa"), ([10, 4] + Array("und".utf8) + [0], nil),
        ([10, 4, 0, 0, 0, 0], nil), ([10, 4] + Array("e1g".utf8) + [0], nil), ([10, 2, 0x65, 0x6E], nil),
        ([10, 9] + Array("eng".utf8), nil), ([10, 4, 0x40, 0x5B, 0x60, 0], nil),
    ]

    @Test("reads the language of a stream", arguments: languages)
    func language(_ example: (descriptors: [UInt8], language: String?)) {
        #expect(
            ProgramMap.Stream(streamType: 15, pid: 257, descriptors: example.descriptors).language == example.language)
    }

    @Test("reads sections over several packets, and several in one packet")
    func longSections() {
        var sketch = StreamSketch()
        let many = (0..<60).map {
            ProgramMap.Stream(streamType: 0x0F, pid: UInt16(1_000 + $0), descriptors: [0x52, 1, 0])
        }
        let map = ProgramMap(programNumber: 1, clockPID: 1_000, streams: many)
        sketch.add { packetizer, writer in
            let pat = ProgramAssociation(programs: [.init(number: 1, pid: 256), .init(number: 2, pid: 256)])
            packetizer.write(section: pat.section, pid: 0, to: &writer)
            packetizer.write(section: map.section, pid: 256, to: &writer)
            let other = ProgramMap(programNumber: 2, clockPID: 99, streams: [.init(streamType: 0x1B, pid: 99)])
            let third = ProgramMap(programNumber: 3, clockPID: 98, streams: [.init(streamType: 0x1B, pid: 98)])
            packetizer.write(section: third.section + other.section, pid: 256, to: &writer)
        }
        #expect(map.section.count > 400)
        let (_, facts) = sketch.told()
        #expect(facts.tracks.count == 61)
        #expect(facts.tracks.last?.pid == 99)
        #expect(facts.sectionErrors == 0)
        // Without its middle packet the long section is not read.
        sketch.packets.remove(at: 2)
        #expect(sketch.told().facts.tracks.map(\.pid) == [99])
    }

    @Test("changes only by a current section with a right CRC")
    func versions() {
        var sketch = StreamSketch()
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        sketch.addTables([.init(streamType: 0x1B, pid: 257)])
        sketch.add { packetizer, writer in
            var next = ProgramMap(
                programNumber: 1, version: 1, clockPID: 258, streams: [.init(streamType: 2, pid: 258)])
            next.header.isCurrent = false
            packetizer.write(section: next.section, pid: 256, to: &writer)
            var broken = ProgramMap(programNumber: 1, version: 1, clockPID: 7, streams: []).section
            broken[9] ^= 1
            packetizer.write(section: broken, pid: 256, to: &writer)
        }
        #expect(streams(sketch.told().facts) == ["1 257 h264"])
        #expect(sketch.told().output.tableChanges == 2)
        #expect(sketch.told().facts.sectionErrors == 1)
        sketch.addTables([.init(streamType: 0x24, pid: 257), .init(streamType: 0x0F, pid: 258)], version: 1)
        #expect(streams(sketch.told().facts) == ["1 257 h264 gone", "1 257 hevc", "1 258 aac"])
        sketch.add { packetizer, writer in
            let pat = ProgramAssociation(version: 1, programs: [.init(number: 2, pid: 600)])
            packetizer.write(section: pat.section, pid: 0, to: &writer)
        }
        let (_, facts) = sketch.told()
        #expect(streams(facts) == ["1 257 h264 gone", "1 257 hevc gone", "1 258 aac gone"])
        #expect(facts.lead == nil)
        sketch.addTables([.init(streamType: 0x24, pid: 257), .init(streamType: 0x0F, pid: 258)], version: 1)
        #expect(streams(sketch.told().facts) == ["1 257 h264 gone", "1 257 hevc", "1 258 aac"])
    }

    struct Named: CustomTestStringConvertible, Sendable {
        var type: UInt8
        var descriptors: [UInt8] = []
        var codec: Codec
        var testDescription: String { "\(type) \(descriptors)" }
    }

    // ISO/IEC 13818-1 table 2-34; ETSI EN 300 468 table 12 and annex D; SMPTE registered identifiers; FFmpeg's Opus.
    static let named = [
        Named(type: 0x01, codec: .mpeg1video), Named(type: 0x02, codec: .mpeg2video), Named(type: 0x1B, codec: .h264),
        Named(type: 0x24, codec: .hevc), Named(type: 0x03, codec: .mpegAudio), Named(type: 0x04, codec: .mpegAudio),
        Named(type: 0x0F, codec: .aac), Named(type: 0x11, codec: .aacLATM), Named(type: 0x81, codec: .ac3),
        Named(type: 0x87, codec: .eac3), Named(type: 0x86, codec: .scte35), Named(type: 0x15, codec: .timedID3),
        Named(type: 0x06, codec: .privateData), Named(type: 0x05, codec: .sections), Named(type: 0x99, codec: .unknown),
        Named(type: 0x06, descriptors: [0x6A, 1, 0], codec: .ac3),
        Named(type: 0x06, descriptors: [0x52, 1, 7, 0x7A, 1, 0], codec: .eac3),
        Named(type: 0x06, descriptors: [0x59, 0], codec: .dvbSubtitle),
        Named(type: 0x06, descriptors: [0x56, 0], codec: .dvbTeletext),
        Named(type: 0x06, descriptors: [5, 4, 0x4F, 0x70, 0x75, 0x73, 0x7F, 2, 0x80, 2], codec: .opus),
        Named(type: 0x06, descriptors: [5, 4, 0x4F, 0x70, 0x75, 0x73], codec: .opus),
        Named(type: 0x06, descriptors: [0x6A, 200, 0], codec: .privateData),
    ]

    @Test("names the codec of a stream", arguments: named)
    func codec(_ example: Named) {
        #expect(Codec(streamType: example.type, descriptors: example.descriptors) == example.codec)
    }
}
