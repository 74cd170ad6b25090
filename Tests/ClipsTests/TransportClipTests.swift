import Bytes
import ClipSupport
import Foundation
import History
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Clips as transport streams")
struct TransportClipTests {
    static let channel = ClipChannel(id: "0123456789ab", name: "Goal line / west")
    static let length = StreamDuration(milliseconds: 200)
    static let streams = ["closed-gop.ts", "open-gop.ts", "hevc-open-gop.ts"]

    /// The whole of a stream, and when its picture with each time stamp is presented.
    static func history(
        _ name: String, _ sending: StreamPlayer.Sending = .init()
    ) throws -> (history: HistorySnapshot, times: [Int64: StreamTime]) {
        var player = StreamPlayer()
        player.play(try StreamPlayer.datagrams(name), sending)
        player.finish()
        let history = try #require(player.history)
        let lead = history[0].lead
        let units = history.units(of: lead)
        return (history, Dictionary(uniqueKeysWithValues: units.map { ($0.unit.pts, $0.pictureTime) }))
    }

    static func request(_ start: StreamTime, _ end: StreamTime) -> ClipRequest {
        ClipRequest(window: .absolute(from: start, to: end))
    }

    @Test(
        "hold every picture of the window, from the one that decoding starts at", .enabled(if: Peer.isThere),
        arguments: streams)
    func pictures(_ name: String) throws {
        let (history, times) = try Self.history(name)
        let all = try Peer.timeStamps(StreamPlayer.path(name))
        // The first picture's time stamp is 133200 and each lasts 3600 (25 a second); windows of 2 s from anywhere.
        for first in [133_200, 151_200, 219_600, 223_200, 226_800, 302_400, 313_200] as [Int64] {
            let start = try #require(times[first])
            let end = try #require(times[first + 180_000])
            let clip = try TransportClip(Self.request(start, end), of: Self.channel, from: history)
            try Peer.withFile(clip.body.joined) { path in
                let stamps = try Peer.timeStamps(path)
                let wanted = all.filter { $0 >= first && $0 < first + 180_000 }
                #expect(wanted.count == 50)
                #expect(Set(wanted).isSubset(of: stamps))
                // In the order of the stream, nothing left out between the first and the last.
                let from = try #require(all.firstIndex(of: stamps.first ?? 0))
                #expect(stamps == Array(all[from..<(from + stamps.count)]))
                #expect(stamps.last.map { wanted.contains($0) } == true)
                let beginsWithKey = try Peer.beginsWithKeyFrame(path)
                #expect(beginsWithKey)
                // Leading pictures of an open group have nothing to refer to where the stream begins.
                let complaints = name == "closed-gop.ts" ? try Peer.complaints(path) : ""
                #expect(complaints == "")
                // Sound reaches the end of the pictures: the last frame lasts beyond it, or begins less than one before it.
                let sounds = try Peer.timeStamps(path, "a")
                let lastSound = try #require(sounds.last)
                #expect(lastSound + 2 * 2_880 > first + 180_000)
            }
            #expect(clip.facts.start == start)
            #expect(clip.facts.duration.milliseconds == 2_000)
        }
    }

    @Test("never fail for a window that begins a tick before, at or behind a picture", arguments: streams)
    func sweep(_ name: String) throws {
        let (history, times) = try Self.history(name)
        let end = try #require(history.liveEdge)
        let points = history.units(of: history[0].lead).filter { $0.unit.randomAccess != nil }.map(\.pictureTime)
        #expect(points.count >= 7)
        for point in points {
            // Every picture less than a tenth of a second from a random access point, the first one's left side excepted.
            for time in times.values where abs((time - point).milliseconds) < 100 && end - time > Self.length {
                for shift in [-1, 0, 1] as [Int64] {
                    let start = time + StreamDuration(nanoseconds: shift)
                    let clip = try TransportClip(
                        Self.request(start, start + Self.length), of: Self.channel, from: history)
                    // 25 pictures a second, each in a window or not.
                    let count = times.values.filter { $0 >= start && $0 < start + Self.length }.count
                    #expect(clip.facts.duration.milliseconds == Double(count) * 40)
                }
            }
        }
    }

    @Test("are the same bytes when asked for again by what they say about themselves")
    func location() throws {
        let (history, _) = try Self.history("closed-gop.ts")
        for arguments in [
            "last=2s", "last=1500ms", "from=-3&to=-1", "from=-3&to=-1&accuracy=packet", "last=2&accuracy=key",
        ] {
            let clip = try TransportClip(Self.parse(arguments), of: Self.channel, from: history)
            let again = try TransportClip(
                Self.parse(try #require(clip.facts.location)), of: Self.channel, from: history)
            #expect(again.body.joined == clip.body.joined, "\(arguments)")
            #expect(again.facts.entityTag == clip.facts.entityTag)
        }
    }

    @Test("say whether sound is still to come")
    func finality() throws {
        let (history, times) = try Self.history("closed-gop.ts")
        let edge = try #require(history.liveEdge)
        let early = try #require(times[133_200])
        #expect(
            try TransportClip(Self.request(early, edge - Self.length * 5), of: Self.channel, from: history).facts
                .isFinal)
        // The sound of the last picture is the last there is: the next may have been to come.
        #expect(try !TransportClip(Self.request(early, edge), of: Self.channel, from: history).facts.isFinal)
    }

    static func parse(_ arguments: String) throws -> ClipRequest {
        try ClipRequest(
            query: arguments.split(separator: "&").map {
                let pair = $0.split(separator: "=", maxSplits: 1)
                return (String(pair[0]), String(pair[1]))
            })
    }

    @Test("count what was lost, and leave out nothing else")
    func loss() throws {
        var sending = StreamPlayer.Sending()
        sending.lost = [10, 11, 30]
        let (history, _) = try Self.history("closed-gop.ts", sending)
        let oldest = try #require(history.oldest)
        let edge = try #require(history.liveEdge)
        let clip = try TransportClip(Self.request(oldest, edge), of: Self.channel, from: history)
        #expect(clip.facts.lostPackets == 3)
        #expect(clip.facts.recoveredPackets == 0)
        #expect(clip.facts.windows.failed >= 1)
        #expect(clip.facts.windows.total == clip.facts.windows.failed + clip.facts.windows.noLoss)
        // The first picture was presented just before it was complete at 0:00:00, if nobody had waited.
        #expect(clip.facts.fileName.hasPrefix("Goal-line---west_20251231T235959Z_"))
        #expect(clip.facts.fileName.hasSuffix("s_lost3"))
    }

    @Test("begin with the tables of the stream, whatever lies between", arguments: ["closed-gop.ts", "sound.ts"])
    func tables(_ name: String) throws {
        let (history, times) = try Self.history(name)
        let times2 = times.values.sorted()
        let clip = try TransportClip(
            Self.request(times2[times2.count / 2], times2[times2.count - 5]), of: Self.channel, from: history)
        let bytes = clip.body.joined
        #expect(bytes.count % 188 == 0)
        // ffmpeg sends the association on PID 0 and the map on PID 1000 (hexadecimal), each in one packet.
        #expect(Array(bytes[0..<3]) == [0x47, 0x40, 0x00])
        #expect(Array(bytes[188..<191]) == [0x47, 0x50, 0x00])
        #expect(Array(bytes[376..<379]) == [0x47, 0x41, 0x00])
    }

    @Test("are whole datagrams without tables when asked for packets")
    func packets() throws {
        let (history, times) = try Self.history("closed-gop.ts")
        var request = Self.request(try #require(times[226_800]), try #require(times[316_800]))
        request.accuracy = .packet
        let clip = try TransportClip(request, of: Self.channel, from: history)
        let file = [UInt8](try Data(contentsOf: URL(filePath: StreamPlayer.path("closed-gop.ts"))))
        let bytes = clip.body.joined
        #expect(bytes.count % (7 * 188) == 0)
        let place = try #require(
            stride(from: 0, to: file.count, by: 7 * 188).first { Array(file[$0..<($0 + 188)]) == Array(bytes[0..<188]) }
        )
        #expect(Array(file[place..<(place + bytes.count)]) == bytes)
        #expect(clip.facts.accuracy == .packet)
    }

    @Test("are the same packets from datagrams with parity bytes, and without RTP")
    func carriages() throws {
        var bodies: [[UInt8]] = []
        for (isRTP, packetLength) in [(true, 188), (false, 188), (false, 204)] {
            var sending = StreamPlayer.Sending()
            sending.isRTP = isRTP
            sending.packetLength = packetLength
            let (history, times) = try Self.history("closed-gop.ts", sending)
            let channel = ClipChannel(id: "0123456789ab", name: "", packetLength: packetLength)
            let request = Self.request(try #require(times[226_800]), try #require(times[316_800]))
            bodies.append(try TransportClip(request, of: channel, from: history).body.joined)
        }
        #expect(bodies[0].count > 10_000)
        #expect(bodies[1] == bodies[0])
        #expect(bodies[2] == bodies[0])
    }

    @Test("leave out a picture that its sender's end cut off", .enabled(if: Peer.isThere), arguments: 1_100..<1_108)
    func cutPicture(_ packets: Int) throws {
        var player = StreamPlayer()
        // Four seconds; the last picture but one ends in packet 1 105.
        player.play(StreamPlayer.datagrams(of: Array(try DemoFile.bytes("main-camera.ts").prefix(packets * 188))))
        player.play(try StreamPlayer.datagrams("closed-gop.ts"), .init(synchronizationSource: 7, after: 8_000_000_000))
        player.finish()
        var request = ClipRequest(window: .last(StreamDuration(seconds: 20)))
        request.gaps = .stop
        let clip = try TransportClip(request, of: Self.channel, from: try #require(player.history))
        try Peer.withFile(clip.body.joined) { path in
            let stamps = try Peer.timeStamps(path)
            #expect(Int64(stamps.count) * 3_600 == clip.facts.duration.nanoseconds * 9 / 100_000)
            let complaints = try Peer.complaints(path)
            #expect(complaints == "")
        }
    }

    @Test("go on behind a restart of the sender, or end there", .enabled(if: Peer.isThere))
    func restart() throws {
        var player = StreamPlayer()
        let datagrams = try StreamPlayer.datagrams("closed-gop.ts")
        player.play(datagrams)
        player.play(datagrams, .init(synchronizationSource: 7, after: 8_000_000_000))
        player.finish()
        let history = try #require(player.history)
        var request = ClipRequest(window: .last(StreamDuration(seconds: 20)))
        let whole = try TransportClip(request, of: Self.channel, from: history)
        #expect(whole.facts.parts == 2)
        request.gaps = .stop
        let first = try TransportClip(request, of: Self.channel, from: history)
        #expect(first.facts.parts == 1)
        try Peer.withFile(whole.body.joined) { path in
            // 7 s of 25 pictures, twice; the last datagram's pictures may be cut.
            let pictures = try Peer.timeStamps(path).count
            #expect(pictures >= 348)
            let complaints = try Peer.complaints(path).split(separator: "\n").filter { !$0.contains("dts") }
            #expect(complaints == [])
        }
    }
}
