import Bytes
import Channels
import ClipFiles
import Clips
import Evidence
import Foundation
import History
import NetworkFormats
import PacketIO
import Pipeline
import Protection
import TestSupport
import Testing
import Timing
import VenueSimulator

@Suite("Evidence of clips")
struct EvidenceFileTests {
    /// Small venues, and many more under SVM_SOAK, which `make soak` sets.
    private static let seeds: Range<UInt64> =
        ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 0..<6 : 0..<2_000

    static let materials: [LoopMaterial] = ["main-camera.ts", "sideline.ts"].compactMap {
        try? LoopMaterial(DemoFile.bytes($0))
    }

    @Test("is analysed as the clip's headers claim: venues of the standards", arguments: seeds)
    func simulated(seed: UInt64) throws {
        var venue = SimulatedVenue(.random(seed: seed))
        var tape = Tape()
        venue.feed(into: &tape)
        try Self.check(tape, seed: seed)
    }

    @Test("is analysed as the clip's headers claim: announced venues", arguments: seeds)
    func native(seed: UInt64) throws {
        try #require(Self.materials.count == 2)
        var venue = NativeVenue(.random(seed: seed, materials: Self.materials))
        var tape = Tape()
        venue.feed(into: &tape)
        try Self.check(tape, seed: seed)
    }

    @Test(
        "is analysed as the clip's headers claim: recorded captures",
        .enabled(if: Corpus.isPresent),
        arguments: [
            "peer/siteA.pcap", "peer/site_vB.pcapng", "mut/seq_ts_wrap.pcap", "mut/siteB_gilbert_loss.pcap",
            "mut/two_streams_one_group.pcap",
        ])
    func recorded(name: String) throws {
        var source = try CaptureSource(opening: Corpus.path("corpus/" + name))
        var tape = Tape()
        while try source.drain(into: &tape) != .finished {}
        try Self.check(tape, seed: 7)
    }

    /// Plays a venue in pieces, asks for clips at random in between, and reads their evidence.
    static func check(_ tape: Tape, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var venue = KeepingVenue()
        var next = 0
        let pieces = 3
        for piece in 1...pieces {
            let end = tape.datagrams.count * piece / pieces
            venue.play(tape, next..<end)
            next = end
            if piece == pieces { venue.engine.finish() }
            for channel in venue.engine.snapshot.channels {
                guard let oldest = channel.history?.oldest, let edge = channel.history?.liveEdge, oldest < edge else {
                    continue
                }
                for _ in 0..<2 {
                    let start = StreamTime(
                        nanoseconds: Int64.random(in: oldest.nanoseconds..<edge.nanoseconds, using: &random))
                    let length = StreamDuration(milliseconds: Int64.random(in: 100...4_000, using: &random))
                    let request = ClipRequest(window: .absolute(from: start, to: start + length))
                    guard let (clip, file) = try venue.evidence(request, of: channel) else { continue }
                    try check(file, of: clip, channel, tape, "seed \(seed), piece \(piece)")
                }
            }
        }
    }

    private static func check(
        _ file: EvidenceFile, of clip: TransportClip, _ channel: ChannelSnapshot, _ tape: Tape, _ label: String
    ) throws {
        let read = try ReadEvidence(file.body.joined)
        #expect(file.windows == clip.facts.windows)
        #expect(file.isProven, "\(label): \(channel.identity.destination) \(clip.facts.windows.text)")
        #expect(read.tape.datagrams.count == file.datagrams)
        // Every datagram is one that arrived, bytes and all.
        let sent = Dictionary(
            grouping: tape.datagrams, by: { $0.header.time }
        )
        for (header, bytes) in read.tape.datagrams {
            let isKnown =
                sent[header.time]?.contains {
                    $0.bytes == bytes && $0.header.source == header.source
                        && $0.header.destination == header.destination
                        && $0.header.ttl == header.ttl && $0.header.dscp == header.dscp
                } ?? false
            #expect(isKnown, "\(label): a datagram at \(header.time) never arrived")
        }
        #expect(read.line["total"] as? Int == clip.facts.windows.total)
        let listed = read.listed
        #expect(listed.count == clip.facts.windows.total)
        let own = read.windows[channel.identity.destination] ?? []
        var counts = [0, 0, 0]
        for window in listed {
            let opened = StreamTime(rfc3339: window["opened"] as? String ?? "")
            let first = window["firstSeq"] as? Int
            let found = own.filter { record in
                guard let first else { return record.opened == opened }
                return Int(UInt16(truncatingIfNeeded: record.firstNumber)) == first
                    && opened.map { abs((record.opened - $0).seconds) < 2 } ?? false
            }
            switch found.first(where: \.isClassified)?.outcome {
            case .noLoss: counts[0] += 1
            case .recovered: counts[1] += 1
            case .recoveryFailed: counts[2] += 1
            default: break
            }
        }
        let claimed = clip.facts.windows
        #expect(
            counts == [claimed.noLoss, claimed.recovered, claimed.failed], "\(label): \(channel.identity.destination)")
    }
}
