import Bytes
import ClipSupport
import History
import Pipeline
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Plans of MP4 clips")
struct MoviePlanTests {
    static let streams = ["closed-gop.ts", "open-gop.ts", "hevc-open-gop.ts"]

    static func stream(_ name: String, _ sending: StreamPlayer.Sending = .init()) throws -> KeptStream {
        var player = StreamPlayer()
        player.play(try StreamPlayer.datagrams(name), sending)
        player.finish()
        return try KeptStream(player.engine.snapshot)
    }

    static func plan(
        _ stream: KeptStream, _ request: ClipRequest, _ format: ClipFormat = .progressive
    ) throws -> MoviePlan {
        try MoviePlan(request, as: format, of: stream.channel, media: stream.media, from: stream.history)
    }

    /// What must hold of every plan, whatever its window.
    static func check(_ plan: MoviePlan) {
        for track in plan.tracks {
            let times = track.samples.map(\.dts)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            #expect(Set(track.samples.map(\.pts)).count == track.samples.count)
            #expect(track.samples.allSatisfy { $0.dts <= $0.pts && $0.duration > 0 })
        }
    }

    @Test(
        "Pain 1: begin with a picture that decoding can start at, and present exactly the pictures of the window",
        .enabled(if: Peer.isThere), arguments: streams)
    func exact(_ name: String) throws {
        let stream = try Self.stream(name)
        // Time stamps of the file in the order of its packets, by ffprobe; pictures are 3600 apart.
        let coded = try Peer.timeStamps(StreamPlayer.path(name))
        let all = coded.sorted()
        let first = try #require(stream.pictures.first?.unit.pts)
        let offset = try #require(all.firstIndex(of: first))
        for place in 0..<(stream.pictures.count - 52) {
            let plan = try Self.plan(stream, stream.request(place, 50))
            Self.check(plan)
            let pictures = try #require(plan.tracks.first)
            let zero = all[offset + place]
            let presented = pictures.samples.map(\.pts).filter { $0 >= 0 && $0 < plan.duration }.sorted()
            #expect(presented.map { $0 + zero } == Array(all[(offset + place)..<(offset + place + 50)]))
            #expect(plan.duration == 180_000)
            #expect(plan.facts.start == stream.pictures[place].pictureTime && !plan.facts.isClipped)
            #expect(plan.facts.accuracy == .frame && plan.facts.preroll == .zero)
            #expect(pictures.samples[0].isSync && pictures.samples[0].unit.unit.randomAccess != nil)
            // Decoded as they were sent, nothing left out but leading pictures of the first.
            let stamps = pictures.samples.map { $0.pts + zero }
            let from = try #require(coded.firstIndex(of: stamps[0]))
            let leftOut = coded[from...].prefix(stamps.count + 3).filter { !stamps.contains($0) }
            #expect(leftOut.allSatisfy { $0 < stamps[0] || $0 > (stamps.max() ?? 0) || $0 >= zero + 180_000 })
        }
    }

    @Test("leave out the leading pictures of an open group that decoding starts at, and no others")
    func leading() throws {
        let stream = try Self.stream("open-gop.ts")
        let points = stream.pictures.indices.filter { stream.pictures[$0].unit.randomAccess != nil }
        let inner = try #require(points.dropFirst(2).first)
        let plan = try Self.plan(stream, stream.request(inner, 60))
        let samples = plan.tracks[0].samples
        #expect(samples[0].pts == 0)
        // The first group's have gone, those of the later ones are there: they have what they refer to.
        let later = samples.indices.dropFirst().first { samples[$0].unit.unit.randomAccess != nil } ?? samples.count
        #expect(samples[..<later].allSatisfy { !$0.unit.unit.flags.contains(.skippedLeading) })
        #expect(samples[later...].contains { $0.unit.unit.flags.contains(.skippedLeading) })
        // Recovery points are no sync samples (definitions D3), only IDRs and the first sample.
        #expect(samples.dropFirst().allSatisfy { $0.isSync == ($0.unit.unit.randomAccess == .instantaneousRefresh) })
    }

    @Test(
        "let sixteen units follow an open point, so that decoders give its pictures",
        arguments: ["open-gop.ts", "closed-gop.ts"])
    func followers(_ name: String) throws {
        let stream = try Self.stream(name)
        let points = stream.pictures.indices.filter { stream.pictures[$0].unit.randomAccess != nil }
        let inner = try #require(points.dropFirst(2).first)
        let plan = try Self.plan(stream, stream.request(inner, 2))
        if stream.pictures[inner].unit.randomAccess == .instantaneousRefresh {
            #expect(plan.tracks[0].samples.count < 10)
        } else {
            #expect(plan.tracks[0].samples.count == 17)
        }
        #expect(plan.duration == 7_200)
        #expect(try Self.plan(stream, stream.request(inner, 2), .fragmented).tracks[0].samples.count < 10)
    }

    @Test("in fragments begin where decoding starts, and say so")
    func fragmented() throws {
        let stream = try Self.stream("closed-gop.ts")
        let points = stream.pictures.indices.filter { stream.pictures[$0].unit.randomAccess != nil }
        let place = try #require(points.dropFirst().first) + 5
        let plan = try Self.plan(stream, stream.request(place, 50), .fragmented)
        #expect(plan.facts.accuracy == .key)
        // Five pictures of 40 ms lie between the point and the window.
        #expect(plan.facts.preroll == StreamDuration(milliseconds: 200))
        #expect(plan.tracks[0].samples[0].pts == -18_000)
        let sound = try #require(plan.tracks.dropFirst().first?.samples.first)
        #expect(sound.pts <= -18_000)
        #expect(plan.facts.entityTag != (try Self.plan(stream, stream.request(place, 50))).facts.entityTag)
    }

    @Test(
        "Pain 3: never fail for a window that begins a tick before, at or behind a picture, a group or a packet",
        arguments: streams)
    func sweep(_ name: String) throws {
        let stream = try Self.stream(name)
        let edge = try #require(stream.history.liveEdge)
        let oldest = try #require(stream.history.oldest)
        let length = StreamDuration(milliseconds: 200)
        var borders = stream.pictures.map(\.pictureTime)
        let media = stream.history.media
        media.forEachPacket(from: media.first, upTo: media.end) { _, packet in borders.append(packet.time) }
        for border in borders {
            // A tick of 1/90000 s is 11 111 ns.
            for shift in [-11_112, -1, 0, 1, 11_112] as [Int64] {
                let start = border + StreamDuration(nanoseconds: shift)
                guard start >= oldest, start + length <= edge else { continue }
                let request = ClipRequest(window: .absolute(from: start, to: start + length))
                let plan = try Self.plan(stream, request)
                let count = stream.pictures.filter {
                    $0.pictureTime >= start && $0.pictureTime < start + length
                }.count
                // The first group is not whole: before its point nothing can be decoded.
                guard plan.facts.start >= start, !plan.facts.isClipped else { continue }
                #expect(plan.duration == Int64(count) * 3_600)
                let transport = try TransportClip(request, of: stream.channel, from: stream.history)
                #expect(transport.facts.start == plan.facts.start)
            }
        }
    }

    @Test("Pain 25: are the same whatever else is kept, so that a clip does not grow with its distance")
    func windowAlone() throws {
        let bytes = try NumberedStream.fixture()
        let whole = try KeptStream(stream: bytes)
        // Ten seconds are kept when the last datagram comes, one with the other.
        let short = try KeptStream(stream: bytes, depth: 8)
        #expect(short.history.count < whole.history.count)
        let request = whole.request(whole.pictures.count - 150, 75)
        let (one, other) = (try Self.plan(whole, request), try Self.plan(short, request))
        for (left, right) in zip(one.tracks, other.tracks) {
            #expect(left.samples.map(\.pts) == right.samples.map(\.pts))
            #expect(left.samples.map(\.unit.unit.start) == right.samples.map(\.unit.unit.start))
        }
        #expect(one.facts.entityTag == other.facts.entityTag)
        #expect(one.byteCount == other.byteCount)
    }

    @Test("accuracy=packet is refused with one sentence")
    func packets() throws {
        let stream = try Self.stream("closed-gop.ts")
        var request = stream.request(10, 20)
        request.accuracy = .packet
        #expect(throws: ClipFailure.packetsInMovie) { try Self.plan(stream, request) }
        #expect(ClipFailure.packetsInMovie.status == 400)
    }
}
