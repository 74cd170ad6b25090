import Bytes
import ClipSupport
import History
import Pipeline
import Testing
import TransportStream

@testable import Clips

@Suite("Languages of sound")
struct LanguageTests {
    /// A stream whose map names a language for all sound: "ger" in the first half, "fre" in the second.
    private static func stream(_ name: String) throws -> [StreamPlayer.Datagram] {
        var datagrams = try StreamPlayer.datagrams(name)
        for place in datagrams.indices {
            let isFirst = place < datagrams.count / 2
            for packet in stride(from: 0, to: datagrams[place].packets.count, by: 188) {
                let bytes = Array(datagrams[place].packets[packet..<(packet + 188)])
                guard let named = try Self.named(bytes, isFirst ? "ger" : "fre", version: isFirst ? 0 : 1) else {
                    continue
                }
                datagrams[place].packets.replaceSubrange(packet..<(packet + 188), with: named)
            }
        }
        return datagrams
    }

    /// The packet with another map when it holds one: ffmpeg sends it on PID 4096, in one packet without adaptation field.
    private static func named(_ packet: [UInt8], _ language: String, version: UInt8) throws -> [UInt8]? {
        guard packet[1] & 0x1F == 0x10, packet[2] == 0, packet[3] & 0x30 == 0x10 else { return nil }
        let length = 3 + (Int(packet[6] & 15) << 8 | Int(packet[7]))
        let map = try ProgramMap(parsing: packet.lent.extracting(5..<(5 + length)))
        let streams = map.streams.map { stream in
            let isSound = Codec(streamType: stream.streamType, descriptors: stream.descriptors).kind == .audio
            return ProgramMap.Stream(
                streamType: stream.streamType, pid: stream.pid,
                descriptors: isSound ? [10, 4] + Array(language.utf8) + [0] : [])
        }
        let section = ProgramMap(
            programNumber: map.header.tableIDExtension, version: version, clockPID: map.clockPID, streams: streams
        ).section
        return packet[..<4] + [0] + section + [UInt8](repeating: 0xFF, count: 183 - section.count)
    }

    @Test("come from the map before a clip's sound")
    func clips() throws {
        var player = StreamPlayer(depth: 3_600)
        player.play(try Self.stream("closed-gop.ts"), .init())
        player.finish()
        let kept = try KeptStream(player.engine.snapshot)
        let count = kept.pictures.count
        for (pictures, language) in [
            (10..<20, "deu"), ((count - 20)..<(count - 10), "fra"), (10..<(count - 10), "deu"),
        ] {
            let window = ClipRequest(
                window: .absolute(
                    from: kept.pictures[pictures.lowerBound].pictureTime,
                    to: kept.pictures[pictures.upperBound].pictureTime))
            let plan = try MoviePlan(window, of: kept.channel, media: kept.media, from: kept.history)
            #expect(plan.tracks.map(\.language) == [nil, language])
        }
    }

    @Test("begin another initialization segment when they change")
    func segments() throws {
        let showing = try SegmenterTests.show([(Self.stream("closed-gop.ts"), .init())])
        #expect(showing.complaints == [])
        let (first, last) = (try #require(showing.segments.first), try #require(showing.segments.last))
        #expect(Set(first.languages.values) == ["deu"] && Set(last.languages.values) == ["fra"])
        #expect(first.initialization == 0 && last.initialization == 1)
        for (before, behind) in zip(showing.segments, showing.segments.dropFirst()) {
            #expect((before.languages == behind.languages) == (before.initialization == behind.initialization))
            #expect(behind.startsDiscontinuity == (before.languages != behind.languages))
        }
    }
}
