import Bytes
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("What does not go into a movie")
struct MovieRefusalTests {
    /// Samples of the tracks of `RefusalTests`: a picture of 1/25 s each, a packet with two frames of sound for each.
    static func movie(_ layout: Movie.Layout = .progressive, pictures: Int = 5) throws -> Movie {
        let samples = (0..<pictures).flatMap { number in
            let time = Int64(number) * 3_600
            return [
                RefusalTests.sample(0, time, time, RefusalTests.video),
                RefusalTests.sample(1, time, time, RefusalTests.audio),
            ]
        }
        return Movie(
            tracks: try RefusalTests.tracks(), samples: samples, duration: Int64(pictures) * 3_600, layout: layout)
    }

    static let layouts = [Movie.Layout.progressive, .fragmented]

    @Test("is a movie without tracks, samples or length, or with more than fits", arguments: layouts)
    func requests(_ layout: Movie.Layout) throws {
        var movie = try Self.movie(layout)
        movie.samples = []
        #expect(throws: MediaFailure.nothingToWrite) { _ = try MovieMuxer.file(of: movie) }
        for duration in [0, -1, .min] as [Int64] {
            movie = try Self.movie(layout)
            movie.duration = duration
            #expect(throws: MediaFailure.nothingToWrite) { _ = try MovieMuxer.file(of: movie) }
        }
        for duration in [MovieMuxer.longest + 1, .max] {
            movie.duration = duration
            #expect(throws: MediaFailure.tooLarge) { _ = try MovieMuxer.file(of: movie) }
        }
        movie = try Self.movie(layout)
        for track in [2, -1, .max] {
            movie.samples[0].track = track
            #expect(throws: MediaFailure.unknownTrack(track)) { _ = try MovieMuxer.file(of: movie) }
        }
        movie.tracks = []
        #expect(throws: MediaFailure.trackCount(0)) { _ = try MovieMuxer.file(of: movie) }
        movie.tracks = Array(repeating: try RefusalTests.tracks()[1], count: 17)
        #expect(throws: MediaFailure.trackCount(17)) { _ = try MovieMuxer.file(of: movie) }
    }

    @Test("is a sample without bytes, out of time or behind another one; the others go in", arguments: layouts)
    func placing(_ layout: Movie.Layout) throws {
        var movie = try Self.movie(layout, pictures: 1)
        movie.samples += [
            // Decoded before the one before it, but shown in time: moved by as little as can be.
            RefusalTests.sample(0, 9_000, -3_000, RefusalTests.video),
            RefusalTests.sample(0, -5_000, -5_000, RefusalTests.video),
            RefusalTests.sample(0, .min, .min, RefusalTests.video),
            RefusalTests.sample(0, .max, .max, RefusalTests.video),
            RefusalTests.sample(0, .max, .min, RefusalTests.video),
            RefusalTests.sample(0, 12_600, 12_600, [1, 2, 3]),
            RefusalTests.sample(0, 12_600, 12_600, []),
            RefusalTests.sample(1, .min, 0, RefusalTests.audio),
            RefusalTests.sample(1, .max, 0, RefusalTests.audio),
            RefusalTests.sample(1, 90_000, 0, RefusalTests.audio),
            // Both of its frames would be heard at the time of others.
            RefusalTests.sample(1, 45_000, 0, RefusalTests.audio),
            RefusalTests.sample(1, 99_000, 0, [0xff, 0xf1, 0x4c]),
        ]
        movie.duration = 90_000
        let file = try MovieMuxer.file(of: movie)
        #expect(file.samples == 6)
        #expect(file.dropped == 11)
    }

    @Test("leaves a movie of one track when the samples of the other are none", arguments: layouts)
    func oneTrack(_ layout: Movie.Layout) throws {
        for track in [0, 1] {
            var movie = try Self.movie(layout)
            movie.samples.removeAll { $0.track == track }
            let file = try MovieMuxer.file(of: movie)
            #expect(file.samples == (track == 0 ? 10 : 5))
            if layout == .progressive {
                #expect(MovieReader(file.bytes.joined).tracks.map(\.duration).count == 1)
            }
        }
    }

    @Test("takes equal times apart, and is bounded in what it makes of them", arguments: layouts)
    func equalTimes(_ layout: Movie.Layout) throws {
        var movie = try Self.movie(layout, pictures: 1)
        movie.samples = (0..<10).map { _ in RefusalTests.sample(0, 20, 20, RefusalTests.video) }
        movie.samples += (0..<10).map { _ in RefusalTests.sample(0, 25, 0, RefusalTests.video) }
        // Decode times 20 … 25 fit, and no more before 25 itself.
        let file = try MovieMuxer.file(of: movie)
        #expect(file.samples == 6)
        #expect(file.dropped == 14)
    }

    @Test("takes 65 536 pictures, and sixteen tracks", arguments: layouts)
    func many(_ layout: Movie.Layout) throws {
        var movie = try Self.movie(layout, pictures: 1)
        movie.samples = (0..<65_536).map { number in
            var sample = RefusalTests.sample(0, Int64(number), Int64(number), RefusalTests.video)
            sample.isSync = number % 5_000 == 0
            return sample
        }
        movie.duration = 65_536
        let file = try MovieMuxer.file(of: movie)
        #expect(file.samples == 65_536)
        movie = try Self.movie(layout)
        movie.tracks = Array(repeating: try RefusalTests.tracks()[1], count: 16)
        movie.samples = (0..<16).map { RefusalTests.sample($0, 0, 0, RefusalTests.audio) }
        let sounds = try MovieMuxer.file(of: movie)
        #expect(sounds.samples == 32)
        guard layout == .progressive else { return }
        let reader = MovieReader(sounds.bytes.joined)
        // Of tracks of one kind, one is enabled and all are in one group (ISO/IEC 14496-12, 8.3.2).
        #expect(reader.tracks.map(\.isEnabled) == [true] + Array(repeating: false, count: 15))
        #expect(Set(reader.tracks.map(\.group)) == [1])
    }

    @Test("never stops the program, however bytes and times are damaged", arguments: layouts)
    func hostile(_ layout: Movie.Layout) throws {
        var generator = SeededGenerator(seed: 11)
        let times: [Int64] = [.min, .max, 0, -1, 1 << 30, -(1 << 30), 1 << 53, 1_920, 90_000]
        let sounds: [(Codec, [UInt8])] = [
            (.aac, RefusalTests.audio), (.aacLATM, Self.latm), (.ac3, Self.ac3), (.eac3, Self.eac3),
            (.opus, Self.opus), (.mpeg2video, Self.mpeg2),
        ]
        for round in 0..<150 {
            let (codec, bytes) = sounds[round % sounds.count]
            let whole = try TrackProbe.track(of: codec, in: [SliceList(bytes)])
            let tracks = [try RefusalTests.tracks()[0], whole]
            _ = try? TrackProbe.track(of: codec, in: [SliceList(Mutation.mutated(bytes, with: &generator))])
            let samples = (0..<12).map { number in
                let isVideo = number % 2 == 0
                let damaged = Mutation.mutated(isVideo ? RefusalTests.video : bytes, with: &generator)
                let time = Int.random(in: 0..<3, using: &generator) == 0 ? times.randomElement(using: &generator) : nil
                return RefusalTests.sample(
                    isVideo ? 0 : 1, time ?? Int64(number) * 1_920, Int64(number) * 1_920, damaged)
            }
            _ = try? MovieMuxer.file(of: Movie(tracks: tracks, samples: samples, duration: 90_000, layout: layout))
            _ = try? FragmentedMuxer.initialization(of: tracks)
            _ = try? FragmentedMuxer.fragment(of: tracks, samples: samples, sequence: UInt32(round))
        }
    }

    /// Two LOAS elements as by ISO/IEC 14496-3, 1.7: a configuration (AAC-LC, 48 kHz, stereo) and a frame of four bytes.
    static let latm: [UInt8] = {
        var bits: [UInt8] = []
        func add(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) }
        }
        // useSameStreamMux, audioMuxVersion, allStreamsSameTimeFraming, numSubFrames, numProgram, numLayer.
        for (value, count) in [(0, 1), (0, 1), (1, 1), (0, 6), (0, 4), (0, 3)] { add(value, count) }
        // Object type 2, 48 kHz, stereo, no more.
        for (value, count) in [(2, 5), (3, 4), (2, 4), (0, 3)] { add(value, count) }
        // frameLengthType, latmBufferFullness, no other data, no CRC.
        for (value, count) in [(0, 3), (255, 8), (0, 1), (0, 1)] { add(value, count) }
        add(4, 8)
        for byte in [0x21, 0x10, 0x04, 0x60] { add(byte, 8) }
        while bits.count % 8 != 0 { bits.append(0) }
        let element = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }
        }
        let header = [0x56, UInt8(0xE0 | element.count >> 8), UInt8(element.count & 255)]
        return header + element + header + element
    }()

    /// Two AC-3 frames of 48 kHz, 32 kb/s, mono: 64 words each (ETSI TS 102 366, table 4.13).
    static let ac3: [UInt8] = {
        let frame: [UInt8] = [0x0B, 0x77, 0, 0, 0x00, 0x40, 0x20, 0x00] + [UInt8](repeating: 0x55, count: 120)
        return frame + frame
    }()

    /// Two E-AC-3 frames of 48 kHz, six blocks, mono, 64 words each (annex E.1.2).
    static let eac3: [UInt8] = {
        let frame: [UInt8] = [0x0B, 0x77, 0x00, 0x3F, 0x32, 0x80, 0x00, 0x00] + [UInt8](repeating: 0x55, count: 120)
        return frame + frame
    }()

    /// Two Opus packets of 20 ms and four bytes behind their control headers.
    static let opus: [UInt8] = [0x7F, 0xE0, 4, 0xFC, 1, 2, 3, 0x7F, 0xE0, 4, 0xFC, 1, 2, 3]

    /// A sequence of 160 x 90 pictures, its extension, and a picture header (ISO/IEC 13818-2, 6.2.2).
    static let mpeg2: [UInt8] =
        [0, 0, 1, 0xB3, 0x0A, 0x00, 0x5A, 0x13, 0xFF, 0xFF, 0xE0, 0x18] + [0, 0, 1, 0xB5, 0x14, 0x8A, 0, 1, 0, 0]
        + [0, 0, 1, 0, 0, 0x0F, 0xFF, 0xF8]

    @Test("finds each codec in the bytes of its standard")
    func probes() throws {
        let latm = try TrackProbe.track(of: .aacLATM, in: [SliceList(Self.latm)])
        #expect(latm.configuration == [0x11, 0x90])
        #expect(latm.codecs == "mp4a.40.2")
        let ac3 = try TrackProbe.track(of: .ac3, in: [SliceList(Self.ac3)])
        // ETSI TS 102 366, F.4: 48 kHz, bsid 8, bsmod 0, acmod 1, no lfe, 32 kb/s, 5 bits of nothing.
        #expect(ac3.configuration == [0x10, 0x08, 0x00])
        #expect((ac3.sampleRate, ac3.channels, ac3.frameLength) == (48_000, 1, 1_536))
        let eac3 = try TrackProbe.track(of: .eac3, in: [SliceList(Self.eac3)])
        #expect((eac3.sampleRate, eac3.channels, eac3.frameLength) == (48_000, 1, 1_536))
        let opus = try TrackProbe.track(of: .opus, in: [SliceList(Self.opus)])
        #expect((opus.channels, opus.frameLength) == (2, 960))
        let mpeg2 = try TrackProbe.track(of: .mpeg2video, in: [SliceList(Self.mpeg2)])
        #expect(mpeg2.size == PictureSize(width: 160, height: 90))
        #expect(mpeg2.configuration == Array(Self.mpeg2[..<22]))
    }
}
