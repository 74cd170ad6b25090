import Bytes
import Clips
import Foundation
import History
import TestSupport
import TransportStream

/// A fixture, made and sent, with all that others say of it: what clips of it are compared with.
struct SourceStream: Sendable {
    struct Odd: Error { var text: String }

    let fixture: ClipFixture
    let bytes: [UInt8]
    /// In decoding order; where there is sound alone, its frames.
    let oracle: WindowOracle
    let sounds: [SourceSound]
    /// The time stamps of the PES packets of each sound, by PID.
    let soundStamps: [(pid: Int, stamps: [Int64])]
    let history: HistorySnapshot
    let media: TransportFacts
    static let channel = ClipChannel(id: "0123456789ab", name: "Camera")

    /// How the video is coded; nil for sound alone.
    let codec: Codec?
    /// The video's PID, or that of the only sound.
    let pid: Int
    /// The first and the last instant between which windows are looked at, nanoseconds as UTC.
    let span: Range<Int64>

    private static let shelf = Shelf()

    /// The fixture's stream, made once in each run of the tests.
    static func of(_ fixture: ClipFixture) async throws -> SourceStream { try await shelf.stream(of: fixture) }

    private actor Shelf {
        private var makings: [String: Task<SourceStream, any Error>] = [:]

        func stream(of fixture: ClipFixture) async throws -> SourceStream {
            let making = makings[fixture.name] ?? Task { try SourceStream(fixture) }
            makings[fixture.name] = making
            return try await making.value
        }
    }

    private init(_ fixture: ClipFixture) throws {
        self.fixture = fixture
        let (stream, listing, sounds) = try Tool.withFolder { folder in
            let file = folder.appending(path: "source.ts")
            try fixture.stream.write(to: file)
            if let edit = fixture.edit { try Data(edit(Tool.bytes("source.ts", in: folder))).write(to: file) }
            let listing = try SourceListing("source.ts", in: folder)
            return (
                try Tool.bytes("source.ts", in: folder), listing, try Self.sounds(of: listing, fixture, in: folder)
            )
        }
        bytes = stream
        guard let lead = listing.streams.first(where: { $0.kind == (fixture.hasVideo ? "video" : "audio") }) else {
            throw Odd(text: "ffprobe finds nothing in \(fixture.name)")
        }
        codec = Codec(rawValue: lead.codec).flatMap { $0.kind == .video ? $0 : nil }
        pid = lead.pid
        let sent = try SentFixture(stream, fixture)
        (history, media) = (sent.history, sent.media)
        var pictures = try Self.pictures(of: lead, stream, codec)
        if let arrivals = sent.arrivals {
            let scan = TransportScan(stream, pid: lead.pid).units
            for index in pictures.indices { pictures[index].completed = arrivals[scan[index].last / 7] }
            pictures = PictureTimes.set(pictures)
        } else {
            pictures = try sent.timed(pictures)
        }
        // Nothing tells that the last one is whole.
        pictures.removeLast()
        let stamps = pictures.map(\.pts).sorted()
        oracle = WindowOracle(pictures: pictures, step: stamps[stamps.count - 1] - stamps[stamps.count - 2])
        let origin = pictures[0].pts
        self.sounds = sounds.map { sound in
            var sound = sound
            for index in sound.frames.indices {
                sound.frames[index].pts = Stamp.near(origin, sound.frames[index].pts)
            }
            return sound
        }
        soundStamps = listing.streams.filter { $0.kind == "audio" }.prefix(fixture.ownTracks ?? .max).map { track in
            (track.pid, TransportScan(stream, pid: track.pid).units.map { Stamp.near(origin, $0.pts) })
        }
        let times = pictures.map(\.time).sorted()
        span = times[0]..<(times[times.count - 1] - 700_000_000)
    }

    /// The pictures of a stream as ffprobe lists them; what they are made of is read from the stream.
    private static func pictures(
        of listed: SourceListing.Stream, _ stream: [UInt8], _ codec: Codec?
    ) throws -> [SourcePicture] {
        let units = TransportScan(stream, pid: listed.pid).units
        guard units.count == listed.packets.count,
            zip(units, listed.packets).allSatisfy({ ($0.pts - $1.pts) % Stamp.modulus == 0 })
        else { throw Odd(text: "\(units.count) units, of which ffprobe lists \(listed.packets.count)") }
        var pictures: [SourcePicture] = []
        var point: Int64 = .min
        var isOpen = false
        for (unit, packet) in zip(units, listed.packets) {
            let origin = pictures.last?.pts ?? packet.pts
            var picture = SourcePicture(pts: Stamp.near(origin, packet.pts), dts: Stamp.near(origin, packet.dts))
            let kinds = TransportScan.kinds(unit.bytes)
            // NAL types 19 and 20 are IDR pictures of HEVC, 8 and 9 skipped leading ones; 5 are IDR slices of H.264.
            let isInstantaneous =
                codec == .hevc
                ? kinds.contains { [19, 20].contains($0 >> 1 & 63) }
                : codec == .h264 ? kinds.contains { $0 & 31 == 5 } : codec == nil
            if packet.isKey {
                picture.point = isInstantaneous ? .instantaneous : .open
                (point, isOpen) = (picture.pts, !isInstantaneous)
            }
            picture.isSkipped =
                codec == .hevc ? kinds.contains { [8, 9].contains($0 >> 1 & 63) } : isOpen && picture.pts < point
            pictures.append(picture)
        }
        let order = pictures.indices.sorted { pictures[$0].pts < pictures[$1].pts }
        for (number, place) in order.enumerated() { pictures[place].number = number }
        return pictures
    }

    private static func sounds(
        of listing: SourceListing, _ fixture: ClipFixture, in folder: URL
    ) throws -> [SourceSound] {
        let tracks = Array(listing.streams.filter { $0.kind == "audio" }.prefix(fixture.ownTracks ?? .max))
        guard !tracks.isEmpty else { return [] }
        var decoding = ["-nostdin", "-v", "error", "-i", "source.ts"]
        for index in tracks.indices {
            decoding += ["-map", "0:a:\(index)", "-ac", "1", "-f", "f32le", "-y", "\(index).raw"]
        }
        var errors = try Tool.run("ffmpeg", decoding, in: folder).errors
        let isCopied = tracks.allSatisfy { $0.codec != "aac_latm" }
        if isCopied {
            errors += try Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-i", "source.ts", "-map", "0:a", "-c", "copy", "-bitexact", "-y",
                    "whole.mp4",
                ], in: folder
            ).errors
        }
        guard errors.isEmpty else { throw Odd(text: errors) }
        let copy = isCopied ? try MovieFile(Tool.bytes("whole.mp4", in: folder)) : nil
        return try tracks.indices.map { index in
            let stamps = tracks[index].packets.map(\.pts)
            let samples = try Tool.samples("\(index).raw", in: folder)
            let length = stamps.count > 1 ? Int(stamps[1] - stamps[0]) * tracks[index].rate / 90_000 : 0
            let frames = try stamps.indices.map { place in
                let bytes = try copy.map { try $0.bytes(of: $0.tracks[index].samples[place]) }
                return SourceFrame(pts: stamps[place], bytes: bytes ?? [])
            }
            return SourceSound(frames: frames, frameLength: length, rate: tracks[index].rate, samples: samples)
        }
    }
}
