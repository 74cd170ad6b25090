import Bytes
import Evidence
import Foundation
import History
import NetworkFormats
import PacketIO
import Playback
import TestSupport
import Testing
import Timing
import TransportStream
import VenueSimulator

@Suite("The transport stream as it is played")
struct TransportPlayoutTests {
    static func playing(
        _ bytes: [UInt8], after milliseconds: Int64 = 15_000
    ) throws -> (stage: Stage, audience: Audience, player: Player) {
        let stage = try Stage(bytes)
        let audience = Audience(pictures: false, transport: true)
        let player = audience.player(on: stage)
        stage.advance(milliseconds, player)
        player.play(Stage.channel)
        stage.advance(100, player)
        return (stage, audience, player)
    }

    /// PID and continuity counter of each packet, and whether it starts a unit.
    static func headers(_ stream: [UInt8]) -> [TransportPacketHeader] {
        stride(from: 0, to: stream.count - 187, by: 188).map { place in
            let word = stream[place..<(place + 4)].reduce(UInt32(0)) { word, byte in word << 8 | UInt32(byte) }
            return TransportPacketHeader(word: word)
        }
    }

    @Test("begins with the tables and a random access point, at the start and at every jump")
    func beginnings() throws {
        let (stage, audience, player) = try Self.playing(NumberedStream.fixture())
        stage.advance(2_000, player)
        try player.seekRelative(-7_770)
        stage.advance(2_000, player)
        try player.playLive()
        stage.advance(1_000, player)
        player.close()
        let streams = audience.all.streams
        #expect(streams.count == 3)
        for stream in streams {
            #expect(stream.count % 188 == 0)
            #expect(stream.count > 20 * 188)
            let headers = Self.headers(stream).filter { $0.hasPayload }
            // Association, map on PID 4096, then the video on PID 256: an IDR as FFmpeg marks it.
            #expect(headers.prefix(3).map(\.pid) == [0, 4_096, 256])
            #expect(headers.prefix(3).map(\.startsUnit) == [true, true, true])
            // The flag random_access_indicator.
            let first = try #require(Self.headers(stream).firstIndex { $0.pid == 256 && $0.hasPayload })
            #expect(stream[first * 188 + 3] & 0x20 != 0)
            #expect(stream[first * 188 + 5] & 0x40 != 0)
        }
    }

    @Test("has no continuity error, however often it jumps")
    func counters() throws {
        let (stage, audience, player) = try Self.playing(NumberedStream.fixture())
        for offset in [3_000, 9_123, 0, 14_000, 6_500, 1, 0] as [UInt] {
            try player.seekAbsolute(offset)
            stage.advance(700, player)
        }
        player.close()
        let stream = Array(audience.all.streams.joined())
        var analyzer = TransportAnalyzer()
        var output = TransportOutput()
        for (index, place) in stride(from: 0, to: stream.count, by: 188).enumerated() {
            let packet = Array(stream[place..<(place + 188)])
            analyzer.ingest(
                packet.lent, from: MediaID(serial: UInt64(index)),
                moment: Moment(time: Stage.time(Int64(index)), ordinal: UInt64(index + 1)), into: &output)
            output = TransportOutput()
        }
        #expect(analyzer.facts.discontinuities == 0)
        #expect(analyzer.facts.packets == stream.count / 188)
        // Packets that tell a jump: an adaptation field of 183 bytes and the indicator.
        let told = Self.headers(stream).filter { !$0.hasPayload && $0.hasAdaptationField }.count
        #expect(told > 10)
    }

    @Test("comes as fast as it is played, every packet once")
    func pace() throws {
        let bytes = try NumberedStream.fixture()
        let (stage, audience, player) = try Self.playing(bytes, after: 8_000)
        stage.advance(1_000, player)
        let before = audience.all.streams.joined().count
        stage.advance(10_000, player)
        let after = audience.all.streams.joined().count
        player.close()
        // 20 s have as many bytes as the file, half of which are due in 10 s.
        #expect(abs(Double(after - before) / Double(bytes.count / 2) - 1) < 0.1)
        let stream = Array(audience.all.streams.joined().dropFirst(2 * 188))
        let headers = Self.headers(stream)
        for pid in [0, 256, 257, 4_096] as [UInt16] {
            let counters = headers.filter { $0.pid == pid && $0.hasPayload }.map(\.continuityCounter)
            #expect(zip(counters, counters.dropFirst()).allSatisfy { ($0 + 1) & 15 == $1 })
        }
    }

    @Test("can be wanted later, and begins then")
    func later() throws {
        let stage = try Stage(NumberedStream.fixture())
        let output = Switched()
        let player = Player(stage, output: output, pacing: stage) { _ in }
        stage.advance(9_000, player)
        player.play(Stage.channel)
        try player.seekRelative(-4_000)
        stage.advance(1_000, player)
        #expect(output.bytes.isEmpty)
        output.isWanted = true
        stage.advance(500, player)
        player.close()
        #expect(Self.headers(output.bytes).prefix(3).map(\.pid) == [0, 4_096, 256])
    }

    private final class Switched: PlayerOutput {
        private let state = Guarded((isWanted: false, bytes: [UInt8]()))

        var wantsPictures: Bool { false }
        var wantsTransport: Bool { isWanted }
        var isWanted: Bool {
            get { state.withLock { $0.isWanted } }
            set { state.withLock { $0.isWanted = newValue } }
        }
        var bytes: [UInt8] { state.withLock { $0.bytes } }

        func take(_ transport: SliceList, isJump: Bool) { state.withLock { $0.bytes += transport.joined } }
    }

    @Test("is played by ffmpeg across jumps without a complaint", .enabled(if: NumberedStream.isPossible))
    func ffmpeg() throws {
        let (stage, audience, player) = try Self.playing(NumberedStream.fixture())
        stage.advance(1_000, player)
        for offset in [12_000, 0] as [UInt] {
            try player.seekAbsolute(offset)
            stage.advance(2_000, player)
        }
        player.close()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ts")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(audience.all.streams.joined()).write(to: file)
        let process = Process()
        let (answer, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "ffprobe", "-v", "warning", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0",
            file.path(),
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = answer
        process.standardError = errors
        try process.run()
        let frames = String(decoding: try answer.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text == "")
        // 5 s of pictures, and up to a group of 25 at each beginning.
        let pictures = try #require(frames.split { !$0.isNumber }.first.flatMap { Int($0) })
        #expect((120...205).contains(pictures))
    }
}
