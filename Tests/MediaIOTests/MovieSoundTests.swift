import Bytes
import MediaIO
import Testing
import TransportStream

@Suite("Sound in MP4")
struct MovieSoundTests {
    static func movie(_ track: MediaTrack, _ units: [PlainDemuxer.Unit], from zero: Int64 = 0) -> Movie {
        let samples = units.map { unit in
            MediaSample(
                track: 0, pts: unit.pts - zero, dts: unit.dts - zero, duration: 0, isSync: true,
                bytes: SliceList(unit.bytes, pieces: 97))
        }
        return Movie(tracks: [track], samples: samples, duration: 90_000, layout: .progressive)
    }

    static let streams: [(codec: Codec, options: [String])] = [
        (.aac, ["-c:a", "aac"]), (.aacLATM, ["-c:a", "aac", "-mpegts_flags", "latm"]), (.ac3, ["-c:a", "ac3"]),
        (.eac3, ["-c:a", "eac3"]), (.opus, ["-c:a", "libopus"]), (.mpegAudio, ["-c:a", "mp2"]),
    ]

    @Test(
        "is the same however its frames are cut into PES packets", .enabled(if: Peer.isPresent),
        arguments: streams.indices)
    func packets(_ number: Int) throws {
        let stream = Self.streams[number]
        let bytes = try Peer.transportStream(stream.options + ["-vn"] + MovieTests.aligned, seconds: 1)
        let units = PlainDemuxer.units(bytes, pid: 256)
        let track = try TrackProbe.track(of: stream.codec, in: units.lazy.map { SliceList($0.bytes) })
        let whole = try MovieMuxer.file(of: Self.movie(track, units, from: units[0].pts))
        #expect(whole.samples == units.count)
        #expect(whole.dropped == 0)
        for length in [50, 700, 2_000] {
            let cut = try MovieMuxer.file(
                of: Self.movie(track, PlainDemuxer.spread(units, length: length), from: units[0].pts))
            #expect(cut.bytes.joined == whole.bytes.joined)
        }
    }

    @Test("has every track of it, the first one enabled", .enabled(if: Peer.isPresent))
    func tracks() throws {
        let bytes = try Peer.transportStream(
            [
                "-map", "0:v", "-map", "1:a", "-map", "1:a", "-c:v", "libx264", "-g", "25", "-c:a:0", "aac", "-c:a:1",
                "mp2",
            ]
                + MovieTests.aligned, seconds: 2)
        let source = try MovieSource(bytes, [.h264, .aac, .mpegAudio])
        let asked = source.movie(10..<40)
        let movie = try MovieMuxer.file(of: asked).bytes.joined
        let reader = MovieReader(movie)
        #expect(reader.tracks.map(\.isEnabled) == [true, true, false])
        #expect(reader.tracks.map(\.duration) == [108_000, 108_000, 108_000])
        #expect(reader.tracks[1].group == reader.tracks[2].group)
        for track in 1...2 {
            let samples = try Peer.samples(movie, "x.mp4", map: "0:a:\(track - 1)")
            let truth = try Peer.samples(bytes, "x.ts", map: "0:a:\(track - 1)")
            let skipped = (source.pictureTimes[10] - source.units[track][0].pts) * 48_000 / 90_000
            #expect(samples.count >= 57_600)
            #expect(
                (1_152..<57_600).allSatisfy { abs(samples[$0] - truth[Int(skipped) + $0]) < 1e-3 }
                    || (1_152..<57_600).allSatisfy { abs(samples[$0] - truth[Int(skipped) + 1 + $0]) < 1e-3 })
        }
    }

    @Test("goes on without a step while the sender's clock, which rounds, agrees")
    func rounding() throws {
        let track = try TrackProbe.track(of: .aac, in: [SliceList(RefusalTests.audio)])
        // 44 100 Hz: a frame lasts 2 089.79… units of 1/90000 s. Each packet's time is a little off, and the clocks drift
        // apart by 1 in 10 000, each way.
        var other = RefusalTests.audio
        other[2] = 0x50
        other[18] = 0x50
        let slow = try TrackProbe.track(of: .aac, in: [SliceList(other)])
        #expect(slow.sampleRate == 44_100)
        for (track, bytes, length, drift) in [
            (track, RefusalTests.audio, 1_920.0, 0.0), (slow, other, 2_089.795_918, 0.0),
            (track, RefusalTests.audio, 1_920.0, -1e-4), (slow, other, 2_089.795_918, 1e-5),
        ] {
            let units = (0..<1_000).map { number in
                let time = Int64(Double(2 * number) * length * (1 + drift)) + Int64(number % 3 * 30)
                return PlainDemuxer.Unit(pts: time, dts: time, isIndicated: true, bytes: bytes)
            }
            let file = try MovieMuxer.file(of: Self.movie(track, units))
            #expect(file.samples == 2_000)
            let samples = MovieReader(file.bytes.joined).tracks[0].samples
            #expect(samples.enumerated().allSatisfy { $1.dts == Int64($0) * 1_024 })
        }
    }

    @Test("keeps a gap that is longer than the clock rounds, and leaves out what is sent twice")
    func gaps() throws {
        let track = try TrackProbe.track(of: .aac, in: [SliceList(RefusalTests.audio)])
        let units = [0, 3_840, 90_000, 90_000, 93_840].map { time in
            PlainDemuxer.Unit(pts: time, dts: time, isIndicated: true, bytes: RefusalTests.audio)
        }
        let file = try MovieMuxer.file(of: Self.movie(track, units))
        #expect(file.samples == 8)
        #expect(file.dropped == 2)
        let samples = MovieReader(file.bytes.joined).tracks[0].samples
        #expect(samples.map(\.dts) == [0, 1_024, 2_048, 3_072, 48_000, 49_024, 50_048, 51_072])
    }

    @Test("of E-AC-3 in frames of one block goes into samples of six, as ETSI TS 102 366 F.1 has it")
    func blocks() throws {
        // `numblkscod` 0: one block of 256 samples; else as the frames of `MovieRefusalTests`.
        let frame: [UInt8] = [0x0B, 0x77, 0x00, 0x3F, 0x02, 0x80, 0, 0] + [UInt8](repeating: 0x55, count: 120)
        let track = try TrackProbe.track(of: .eac3, in: [SliceList(frame + frame)])
        #expect(track.frameLength == 256)
        let units = (0..<12).map { number in
            PlainDemuxer.Unit(
                pts: Int64(number) * 480, dts: Int64(number) * 480, isIndicated: true,
                bytes: frame[..<127] + [UInt8(number)])
        }
        let bytes = try MovieMuxer.file(of: Self.movie(track, units)).bytes.joined
        let samples = MovieReader(bytes).tracks[0].samples
        #expect(samples.map(\.dts) == [0, 1_536])
        #expect(samples.map(\.place.count) == [6 * 128, 6 * 128])
        let stored = samples.flatMap { Array(bytes[$0.place]) }
        #expect(stored == units.flatMap(\.bytes))
    }

    @Test("in LATM that says another configuration is left out until the first one comes again")
    func otherConfiguration() throws {
        let track = try TrackProbe.track(of: .aacLATM, in: [SliceList(MovieRefusalTests.latm)])
        // The first bit behind the header says that the configuration is as before; the second LOAS frame has 44.1 kHz.
        var other = MovieRefusalTests.latm
        // 16 bits, 5 bits of object type, then 4 of the rate's index: 3 is 48 kHz, 4 is 44.1 kHz.
        other[3 + 2] ^= 0x03
        other[3 + 3] ^= 0x80
        let units = [MovieRefusalTests.latm, other, MovieRefusalTests.latm].enumerated().map { number, bytes in
            PlainDemuxer.Unit(
                pts: Int64(number) * 3_840, dts: Int64(number) * 3_840, isIndicated: true, bytes: bytes)
        }
        let file = try MovieMuxer.file(of: Self.movie(track, units))
        #expect(file.samples + file.dropped == 6)
        #expect(file.dropped == 1)
        let bytes = file.bytes.joined
        let samples = MovieReader(bytes).tracks[0].samples
        #expect(samples.allSatisfy { Array(bytes[$0.place]) == [0x21, 0x10, 0x04, 0x60] })
    }
}
