import Bytes
import MediaIO
import Testing
import TransportStream

@Suite("The tables of progressive MP4", .enabled(if: Peer.isPresent), .serialized)
struct MovieBoxTests {
    /// Closed groups of 25 pictures, each with two B pictures between others.
    static let stream = Result {
        try Peer.transportStream(
            MovieTests.pictures + ["-x264-params", "open-gop=0:scenecut=0", "-c:a", "aac"] + MovieTests.aligned,
            seconds: 3)
    }

    static func source() throws -> MovieSource { try MovieSource(stream.get(), [.h264, .aac]) }

    @Test("lie in front, name every sample's place, times and kind, and hide what is not presented")
    func tables() throws {
        let asked = try Self.source().movie(31..<62)
        let file = try MovieMuxer.file(of: asked)
        let bytes = file.bytes.joined
        let movie = MovieReader(bytes)
        #expect(movie.names == ["ftyp", "moov", "free", "mdat"])
        #expect(movie.timeScale == 90_000)
        // 31 pictures of 1/25 s.
        #expect(movie.duration == 31 * 3_600)
        #expect(movie.tracks.map(\.duration) == [31 * 3_600, 31 * 3_600])
        #expect(movie.tracks.map(\.isEnabled) == [true, true])
        #expect(movie.tracks.map(\.timeScale) == [90_000, 48_000])
        for (track, reader) in movie.tracks.enumerated() {
            let given = asked.samples.filter { $0.track == track }
            let scale = Int64(reader.timeScale)
            let zero = given[0].dts
            #expect(reader.samples.count == given.count)
            #expect(reader.edits.count == 1)
            #expect(reader.edits[0].duration == 31 * 3_600)
            // What is presented first is at time 0: to half a sample of sound.
            #expect(abs(reader.edits[0].mediaTime * 90_000 + zero * scale) <= 45_000)
            for (sample, original) in zip(reader.samples, given) {
                #expect(abs(sample.dts * 90_000 - (original.dts - zero) * scale) <= 90_000)
                #expect(abs(sample.pts * 90_000 - (original.pts - zero) * scale) <= 90_000)
                #expect(sample.isSync == original.isSync)
            }
            // Strictly rising.
            #expect(zip(reader.samples, reader.samples.dropFirst()).allSatisfy { $0.dts < $1.dts })
        }
        // All frames of sound have 1 024 samples, so no time drifts.
        let sounds = movie.tracks[1].samples
        #expect(zip(sounds, sounds.dropFirst()).allSatisfy { $1.dts - $0.dts == 1_024 })
    }

    @Test("agree with what ffprobe reads of every packet")
    func packets() throws {
        let asked = try Self.source().movie(31..<62)
        let bytes = try MovieMuxer.file(of: asked).bytes.joined
        let movie = MovieReader(bytes)
        for (track, kind) in [(0, "v"), (1, "a")] {
            let reader = movie.tracks[track]
            let packets = try Peer.packets(bytes, "x.mp4", kind)
            // ffprobe leaves out nothing that an edit hides, and marks it with D.
            let start = reader.edits[0].mediaTime
            #expect(packets.map(\.pts) == reader.samples.map { $0.pts - start })
            #expect(packets.map(\.dts) == reader.samples.map { $0.dts - start })
            #expect(packets.map(\.isKey) == reader.samples.map(\.isSync))
            #expect(packets.map(\.place) == reader.samples.map(\.place.lowerBound))
            #expect(packets.map(\.size) == reader.samples.map(\.place.count))
            #expect(packets.map(\.isHidden).contains(true))
        }
    }

    @Test("hold NAL units behind their lengths, without delimiters and the sets that the configuration has")
    func units() throws {
        let asked = try Self.source().movie(0..<25)
        let bytes = try MovieMuxer.file(of: asked).bytes.joined
        for sample in MovieReader(bytes).tracks[0].samples {
            var place = sample.place.lowerBound
            while place < sample.place.upperBound {
                let length = Int(bytes.lent.bigEndian(at: place, as: UInt32.self))
                #expect(place + 4 + length <= sample.place.upperBound)
                // Table 7-1 of H.264: slices and SEI, no 7, 8, 9 or 12.
                #expect([1, 5, 6].contains(bytes[place + 4] & 31))
                place += 4 + length
            }
            #expect(place == sample.place.upperBound)
        }
    }

    @Test("begin a track that starts later with an empty edit, and end it where sound ends")
    func lateSound() throws {
        var asked = try Self.source().movie(25..<75)
        // From half a second on, and without the last half second.
        asked.samples.removeAll { $0.track == 1 && ($0.pts < 45_000 || $0.pts > 130_000) }
        let bytes = try MovieMuxer.file(of: asked).bytes.joined
        let movie = MovieReader(bytes)
        let sound = movie.tracks[1]
        let first = try #require(asked.samples.first { $0.track == 1 }?.pts)
        #expect(sound.edits.count == 2)
        #expect(sound.edits[0].mediaTime == -1)
        // A length in 1/90000 s of a time that was rounded to samples.
        #expect(abs(sound.edits[0].duration - first) <= 2)
        #expect(sound.edits[1].mediaTime == 0)
        let end = first + Int64(sound.samples.count) * 1_920
        #expect(abs(sound.edits[0].duration + sound.edits[1].duration - end) <= 2)
        #expect(sound.duration == sound.edits[0].duration + sound.edits[1].duration)
        #expect(movie.duration == 50 * 3_600)
        let packets = try Peer.packets(bytes, "x.mp4", "a")
        #expect(packets.first.map { abs($0.pts * 90_000 - first * 48_000) <= 90_000 } == true)
    }

    @Test("give equal bytes for equal movies, whatever memory they are made in")
    func deterministic() throws {
        let source = try Self.source()
        let pool = SlabLender()
        for layout in [Movie.Layout.progressive, .fragmented] {
            let movie = source.movie(31..<62, layout)
            let first = try MovieMuxer.file(of: movie).bytes.joined
            for _ in 0..<3 { #expect(try MovieMuxer.file(of: movie, in: pool).bytes.joined == first) }
            var scattered = movie
            for index in scattered.samples.indices {
                scattered.samples[index].bytes = SliceList(scattered.samples[index].bytes.joined, pieces: 184)
            }
            #expect(try MovieMuxer.file(of: scattered, in: pool).bytes.joined == first)
            for index in scattered.samples.indices {
                scattered.samples[index].bytes = SliceList(copying: scattered.samples[index].bytes.joined)
            }
            #expect(try MovieMuxer.file(of: scattered, in: pool).bytes.joined == first)
        }
    }

    @Test("say that a picture is a sync sample only where that was said, or of the first when it was said nowhere")
    func syncSamples() throws {
        var movie = try Self.source().movie(0..<50)
        for wanted in [[Int](), [0], [3, 17], Array(0..<50)] {
            var number = 0
            for index in movie.samples.indices where movie.samples[index].track == 0 {
                movie.samples[index].isSync = wanted.contains(number)
                number += 1
            }
            let track = MovieReader(try MovieMuxer.file(of: movie).bytes.joined).tracks[0]
            let found = track.samples.indices.filter { track.samples[$0].isSync }
            #expect(found == (wanted.isEmpty ? [0] : wanted))
        }
    }

    @Test("use the memory of files that are over again")
    func pooled() throws {
        let movie = try Self.source().movie(0..<75)
        let pool = SlabLender()
        var kept: [MovieMuxer.File] = []
        for _ in 0..<3 { kept.append(try MovieMuxer.file(of: movie, in: pool)) }
        let size = pool.size
        let bytes = kept[0].bytes.joined
        // What is held is never written to.
        for _ in 0..<20 { _ = try MovieMuxer.file(of: movie, in: pool) }
        #expect(kept[0].bytes.joined == bytes)
        kept = []
        for _ in 0..<20 { _ = try MovieMuxer.file(of: movie, in: pool) }
        #expect(pool.size <= size + 4 * SlabLender.slabLength)
        let small = SlabLender(keeping: 0)
        _ = try MovieMuxer.file(of: movie, in: small)
        #expect(small.size == 0)
    }

    @Test("keep parameter sets in the pictures when some of them are other ones than the configuration's")
    func otherSets() throws {
        let first = try Self.source()
        let second = try MovieSource(
            Peer.transportStream(
                ["-c:v", "libx264", "-profile:v", "high", "-level", "4.0", "-g", "25", "-qp", "40", "-c:a", "aac"]
                    + MovieTests.aligned, seconds: 1), [.h264, .aac])
        var asked = first.movie(0..<25)
        asked.samples.removeAll { $0.track == 1 }
        let other = second.movie(0..<25).samples.filter { $0.track == 0 }
        for shift in [90_000, 180_000] as [Int64] {
            let added = shift == 90_000 ? other : asked.samples.filter { $0.pts < 90_000 }
            asked.samples += added.map { sample in
                var sample = sample
                sample.pts += shift
                sample.dts += shift
                return sample
            }
        }
        asked.duration *= 3
        // The pictures of the first stream come again behind those of the second: their own sets must come again, too.
        let bytes = try MovieMuxer.file(of: asked).bytes.joined
        let pictures = try Peer.pictures(bytes, "x.mp4").map(\.sum)
        let truth = try Peer.pictures(Self.stream.get(), "x.ts")[..<25].map(\.sum)
        #expect(pictures.count == 75)
        #expect(Array(pictures[..<25]) == Array(truth))
        #expect(Array(pictures[50...]) == Array(truth))
    }
}
