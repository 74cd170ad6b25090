import Bytes
import ClipSupport
import Foundation
import History
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Playlists of a channel")
struct SegmenterTests {
    static let channel = ClipChannel(id: "0123456789ab", name: "Goal line")

    /// What a segmenter did while a stream was sent.
    struct Showing {
        var segmenter: Segmenter
        var segments: [Segment] = []
        /// Each list as it was when it changed, by kind.
        var lists: [PlaylistKind: [PlaylistChecker]] = [:]
        var bodies: [Int64: [UInt8]] = [:]
        var history: HistorySnapshot?
        var complaints: [String] = []

        init(depth: Int64) {
            segmenter = Segmenter(channel: SegmenterTests.channel, depth: StreamDuration(seconds: depth))
        }

        mutating func look(_ history: HistorySnapshot, isOver: Bool = false) {
            self.history = history
            let new = segmenter.update(history, isOver: isOver)
            for segment in new { bodies[segment.sequence] = segmenter.body(of: segment, in: history)?.joined }
            segments += new
            for kind in PlaylistKind.allCases {
                guard let text = segmenter.playlist(for: kind) else { continue }
                let list = PlaylistChecker(text)
                if let last = lists[kind]?.last { complaints += list.complaints(after: last) }
                complaints += list.complaints
                lists[kind, default: []].append(list)
            }
        }
    }

    /// Sends streams one after the other, each from its own moment on, and looks every `cadence` milliseconds.
    static func show(
        _ parts: [(datagrams: [StreamPlayer.Datagram], sending: StreamPlayer.Sending)], cadence: Int64 = 100,
        depth: Int64 = 30
    ) throws -> Showing {
        var player = StreamPlayer(depth: depth)
        var showing = Showing(depth: depth)
        var next: Int64 = 0
        for part in parts {
            player.play(part.datagrams, part.sending) { time, player in
                guard time >= next, let history = player.history else { return }
                next = time + cadence * 1_000_000
                showing.look(history)
            }
        }
        player.finish()
        showing.look(try #require(player.history), isOver: true)
        return showing
    }

    static func show(_ name: String, cadence: Int64 = 100) throws -> Showing {
        try show([(StreamPlayer.datagrams(name), .init())], cadence: cadence)
    }

    /// The stream several times, its time stamps going on, its counters as a splicer would leave them.
    static func looped(_ name: String, times: Int, seconds: Int64) throws -> [StreamPlayer.Datagram] {
        let once = try StreamPlayer.datagrams(name)
        var spliced = StampShifter()
        return (0..<times).flatMap { turn in
            once.map {
                StreamPlayer.Datagram(
                    time: $0.time + Int64(turn) * seconds * 1_000_000_000,
                    packets: spliced.shifted($0.packets, by: Int64(turn) * seconds * 90_000))
            }
        }
    }

    @Test("are valid from the first to the last", arguments: TransportClipTests.streams + ["sound.ts"])
    func validity(_ name: String) throws {
        let showing = try Self.show(name)
        #expect(showing.complaints == [])
        #expect((showing.lists[.transport]?.count ?? 0) > 10)
        let last = try #require(showing.lists[.transport]?.last)
        #expect(last.isEnded && last.isIndependent)
        #expect(last.entries.allSatisfy { !$0.hasDiscontinuity && !$0.isGap })
        // Random access points every 25 or 24 pictures, or all the time: two seconds is the least target.
        #expect(last.target == 2)
        // The streams are sent from 2026-01-01 on: 2 · 1767225600, and what passed until the first picture.
        #expect((3_534_451_200...3_534_451_202).contains(last.sequence))
    }

    @Test("do not depend on how often one looks", arguments: TransportClipTests.streams + ["sound.ts"])
    func cadence(_ name: String) throws {
        let often = try Self.show(name, cadence: 0)
        for cadence in [300, 1_700, 100_000] as [Int64] {
            let seldom = try Self.show(name, cadence: cadence)
            #expect(seldom.segments == often.segments)
            #expect(seldom.segmenter.playlist(for: .transport) == often.segmenter.playlist(for: .transport))
        }
        #expect(often.segments.count >= 4)
    }

    @Test("give every packet once and in order", arguments: TransportClipTests.streams)
    func partition(_ name: String) throws {
        let showing = try Self.show(name)
        let file = [UInt8](try Data(contentsOf: URL(filePath: StreamPlayer.path(name))))
        // The association and the map, one packet each, stand before every segment.
        let joined = showing.segments.flatMap { Array((showing.bodies[$0.sequence] ?? []).dropFirst(376)) }
        #expect(joined.count > file.count * 9 / 10)
        #expect(Array(file.suffix(joined.count)) == joined)
    }

    @Test("give the same bytes whenever a segment is asked for")
    func refetching() throws {
        let showing = try Self.show("closed-gop.ts")
        let history = try #require(showing.history)
        for segment in showing.segments {
            let again = showing.segmenter.segment(epoch: segment.epoch, sequence: segment.sequence)
            #expect(again == segment)
            #expect(showing.segmenter.body(of: segment, in: history)?.joined == showing.bodies[segment.sequence])
        }
        #expect(showing.segmenter.segment(epoch: 1, sequence: showing.segments[0].sequence) == nil)
    }

    @Test("last as long as their pictures, and are decoded without complaint", .enabled(if: Peer.isThere))
    func peers() throws {
        let showing = try Self.show("closed-gop.ts")
        for segment in showing.segments.dropLast() {
            try Peer.withFile(try #require(showing.bodies[segment.sequence])) { path in
                let stamps = try Peer.timeStamps(path).sorted()
                #expect(stamps.first == segment.pts.lowerBound)
                #expect(stamps.last.map { $0 + 3_600 } == segment.pts.upperBound)
                #expect(Int64(stamps.count) * 3_600 == segment.ticks)
                let complaints = try Peer.complaints(path)
                #expect(complaints == "")
                let beginsWithKey = try Peer.beginsWithKeyFrame(path)
                #expect(beginsWithKey)
            }
        }
    }

    @Test("are played by ffmpeg from the first to the last picture", .enabled(if: Peer.isThere))
    func playing() throws {
        let showing = try Self.show("closed-gop.ts")
        let folder = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var text = try #require(showing.segmenter.playlist(for: .transport))
        for segment in showing.segments {
            try Data(showing.bodies[segment.sequence] ?? []).write(to: folder.appending(path: "\(segment.sequence).ts"))
            text = text.replacing(segment.path(.transport, channel: Self.channel.id), with: "\(segment.sequence).ts")
        }
        let list = folder.appending(path: "live.m3u8")
        try Data(text.utf8).write(to: list)
        let stamps = try Peer.timeStamps(list.path())
        let all = try Peer.timeStamps(StreamPlayer.path("closed-gop.ts"))
        #expect(stamps == all)
        let complaints = try Peer.complaints(list.path())
        #expect(complaints == "")
    }

    @Test(
        "give every unit once to a muxer, sound by its time stamps",
        arguments: TransportClipTests.streams + ["sound.ts"])
    func units(_ name: String) throws {
        let showing = try Self.show(name)
        let history = try #require(showing.history)
        var given: [Int: [Int64]] = [:]
        for segment in showing.segments {
            for track in try #require(showing.segmenter.units(of: segment, in: history)) {
                given[track.number, default: []] += track.units.map(\.indexed.unit.pts)
                for unit in track.units {
                    #expect(unit.bytes.count == unit.indexed.unit.size)
                    if track.number != segment.lead { #expect(segment.pts.contains(unit.indexed.unit.pts)) }
                }
            }
        }
        let lead = history[0].lead
        #expect(given[lead] == history.units(of: lead).map(\.unit.pts))
        let from = try #require(showing.segments.first).pts.lowerBound
        let end = try #require(showing.segments.last).pts.upperBound
        for (track, stamps) in given where track != lead {
            let all = history.units(of: track).map(\.unit.pts)
            #expect(stamps == all.filter { $0 >= from && $0 < end })
            #expect(stamps.count >= 50)
        }
    }

    @Test("slide, and keep what has left them for a while")
    func sliding() throws {
        let datagrams = try Self.looped("closed-gop.ts", times: 4, seconds: 7)
        let showing = try Self.show([(datagrams, .init())], depth: 10)
        #expect(showing.complaints == [])
        let lists = try #require(showing.lists[.transport])
        let last = try #require(lists.last)
        #expect(last.sequence > lists[0].sequence)
        let total = last.entries.map(\.duration).reduce(0, +)
        #expect((9...10).contains(total))
        // 28 s of pictures; the first segment is long gone, the one that just left is there.
        #expect(showing.segments.map(\.ticks).reduce(0, +) == 28 * 90_000)
        let epoch = showing.segments[0].epoch
        #expect(showing.segmenter.segment(epoch: epoch, sequence: Int64(lists[0].sequence)) == nil)
        let left = try #require(showing.segmenter.segment(epoch: epoch, sequence: Int64(last.sequence) - 1))
        let history = try #require(showing.history)
        #expect(showing.segmenter.body(of: left, in: history)?.joined == showing.bodies[left.sequence])
    }

    @Test("mark a restart of the sender once, and go on counting")
    func restart() throws {
        let once = try StreamPlayer.datagrams("closed-gop.ts")
        let showing = try Self.show([
            (once, .init()), (once, .init(synchronizationSource: 9, after: 8_000_000_000)),
        ])
        #expect(showing.complaints == [])
        let entries = try #require(showing.lists[.fragmented]?.last).entries
        #expect(entries.filter(\.hasDiscontinuity).count == 1)
        #expect(Set(entries.map(\.map)).count == 2)
        #expect(Set(showing.segments.map(\.epoch)).count == 2)
        #expect(zip(showing.segments, showing.segments.dropFirst()).allSatisfy { $0.sequence + 1 == $1.sequence })
        let second = try #require(showing.segments.first { $0.startsDiscontinuity })
        #expect(showing.bodies[second.sequence]?.prefix(3) == [0x47, 0x40, 0x00])
        #expect(entries.allSatisfy { !$0.isGap })
    }

    @Test("leave out a picture that its sender's end cut off", .enabled(if: Peer.isThere), arguments: 1_100..<1_108)
    func cutPicture(_ packets: Int) throws {
        // Four seconds; the last picture but one ends in packet 1 105.
        let first = StreamPlayer.datagrams(of: Array(try DemoFile.bytes("main-camera.ts").prefix(packets * 188)))
        let second = try StreamPlayer.datagrams("closed-gop.ts")
        let showing = try Self.show([
            (first, .init()), (second, .init(synchronizationSource: 9, after: 8_000_000_000)),
        ])
        #expect(showing.complaints == [])
        let next = try #require(showing.segments.firstIndex { $0.startsDiscontinuity })
        let last = showing.segments[next - 1]
        try Peer.withFile(try #require(showing.bodies[last.sequence])) { path in
            let stamps = try Peer.timeStamps(path)
            #expect(Int64(stamps.count) * 3_600 == last.ticks)
            let complaints = try Peer.complaints(path)
            #expect(complaints == "")
        }
    }

    @Test("bridge what was lost with gaps, and stay valid in silence")
    func gaps() throws {
        let datagrams = try Self.looped("closed-gop.ts", times: 3, seconds: 7)
        var sending = StreamPlayer.Sending()
        // From 8 s to 14 s nothing arrives; the random access point at 14 s is the first picture again.
        sending.lost = Set(datagrams.indices.filter { (8_000_000_000..<14_000_000_000).contains(datagrams[$0].time) })
        let showing = try Self.show([(datagrams, sending)])
        #expect(showing.complaints == [])
        let last = try #require(showing.lists[.transport]?.last)
        let gaps = last.entries.filter(\.isGap)
        #expect(gaps.count >= 2)
        let lost = gaps.map(\.duration).reduce(0, +)
        #expect(lost > 5 && lost < 8)
        #expect(last.entries.filter(\.hasDiscontinuity).isEmpty)
        #expect(last.isIndependent)
        // Time goes on through the gap: all 21 s are there.
        #expect(abs(last.entries.map(\.duration).reduce(0, +) - 21) < 0.05)
    }

    @Test("split groups of pictures that are too long, and say so")
    func longGroups() throws {
        // Two seconds of groups of a second, so that the target is 2 s, then groups whose points are hidden.
        var datagrams = try Self.looped("closed-gop.ts", times: 3, seconds: 7)
        for place in datagrams.indices where datagrams[place].time > 4_000_000_000 {
            datagrams[place].packets = StampShifter.withoutPoints(datagrams[place].packets)
        }
        let showing = try Self.show([(datagrams, .init())])
        #expect(showing.complaints == [])
        let last = try #require(showing.lists[.transport]?.last)
        #expect(!last.isIndependent)
        #expect(last.entries.allSatisfy { $0.duration <= 2.04 && !$0.isGap })
        #expect(abs(last.entries.map(\.duration).reduce(0, +) - 21) < 0.05)
    }
}
