public import Bytes

/// Puts access units into a whole MP4 file with libavformat (definitions E5).
///
/// Every call is complete in itself: any thread may make any file.
public enum MovieMuxer {
    /// A file and what became of the samples that were to go into it.
    public struct File: Sendable {
        /// The file's bytes; they lie in slabs of the pool and go back to it when nobody holds them any more.
        public var bytes: SliceList
        /// The movie's tracks that it has: those of which there is something to show or to hear.
        public var tracks: [Int]
        /// Pictures and audio frames in it.
        public var samples: Int
        /// Pictures and audio frames that were left out: damaged, or out of order.
        public var dropped: Int
    }

    /// Samples that one file may be made of, and audio frames that a track of it may have.
    public static let sampleLimit = 1 << 20
    /// Bytes that the samples of one file may have: 768 MiB, so that 32 bits hold every place in it.
    public static let byteLimit = 768 << 20
    /// The longest file, and how far its samples may lie from its beginning, in 1/90000 s: 3 h 18 min.
    public static let longest: Int64 = 1 << 30

    /// The file that `movie` makes; the same bytes for the same movie.
    ///
    /// At time 0 it begins with what is presented then, and it ends at the movie's duration. In a progressive file edit lists
    /// see to that; they are as exact as 1/90000 s. A fragmented file begins with its first sample.
    public static func file(of movie: Movie, in pool: SlabLender = SlabLender()) throws(MediaFailure) -> File {
        guard movie.duration > 0 else { throw .nothingToWrite }
        guard movie.duration <= longest, movie.samples.count <= sampleLimit else { throw .tooLarge }
        let queues = try queues(
            of: movie.tracks, movie.samples, following: [], bytes: byteLimit,
            TrackQueue.Limits(
                earliest: -longest, latest: longest, frames: sampleLimit, heard: heard(of: movie),
                hidden: movie.layout == .progressive ? 1 : 0))
        var file = File(
            bytes: SliceList(), tracks: queues.indices.filter { !queues[$0].entries.isEmpty }, samples: 0,
            dropped: queues.reduce(0) { $0 + $1.dropped })
        switch movie.layout {
        case .progressive: try writeProgressive(movie, queues, pool, &file)
        case .fragmented: try writeFragmented(movie, queues, pool, &file)
        }
        return file
    }

    /// The stretch whose sound goes into the file; nil for all of it.
    private static func heard(of movie: Movie) -> Range<Int64>? {
        guard movie.trimsSound else { return nil }
        guard movie.layout == .fragmented else { return 0..<movie.duration }
        let first = movie.samples.first { sample in
            movie.tracks.indices.contains(sample.track) && movie.tracks[sample.track].size != nil
        }
        let start = min(max(-longest, first?.pts ?? -longest), movie.duration)
        return start..<movie.duration
    }

    /// The samples of each track, in decoding order.
    static func queues(
        of tracks: [MediaTrack], _ samples: [MediaSample], following: [MediaSample], bytes: Int,
        _ limits: TrackQueue.Limits
    ) throws(MediaFailure) -> [TrackQueue] {
        guard !tracks.isEmpty, tracks.count <= FragmentedMuxer.trackLimit else { throw .trackCount(tracks.count) }
        var own = [[Int]](repeating: [], count: tracks.count)
        var total = 0
        for (index, sample) in samples.enumerated() {
            guard tracks.indices.contains(sample.track) else { throw .unknownTrack(sample.track) }
            own[sample.track].append(index)
            total += sample.bytes.count
        }
        for sample in following {
            guard tracks.indices.contains(sample.track) else { throw .unknownTrack(sample.track) }
            total += sample.bytes.count
        }
        guard total <= bytes else { throw .tooLarge }
        return tracks.enumerated().map { number, track in
            TrackQueue(track, number, samples, own[number], following: following, limits)
        }
    }

    private static func writeProgressive(
        _ movie: Movie, _ queues: [TrackQueue], _ pool: SlabLender, _ file: inout File
    ) throws(MediaFailure) {
        var ready = FileSamples(queues, [FileSamples.merged(queues)], movie.samples, pool)
        ready.markFirstSync(queues.count)
        guard !ready.samples.isEmpty else { throw .nothingToWrite }
        let muxer = try MuxerContext.begun(movie.tracks, .progressive, into: pool)
        let front = muxer.file.own.count
        var index = MovieIndex(tracks: movie.tracks, duration: movie.duration)
        file.dropped += ready.dropped
        for sample in ready.samples {
            if try muxer.write(sample) {
                index.take(sample)
                file.samples += 1
            } else {
                file.dropped += 1
            }
        }
        guard file.samples > 0 else { throw .nothingToWrite }
        let behind = muxer.file.own.count
        try muxer.finish()
        guard let bytes = index.arranged(muxer.file, front: front, behind: behind) else {
            throw .refused(LibAVError.unexpected)
        }
        file.bytes = bytes
    }

    private static func writeFragmented(
        _ movie: Movie, _ queues: [TrackQueue], _ pool: SlabLender, _ file: inout File
    ) throws(MediaFailure) {
        let present = queues.filter { !$0.entries.isEmpty }
        guard !present.isEmpty else { throw .nothingToWrite }
        var ready = FileSamples(present, FileSamples.fragments(present), movie.samples, pool)
        guard let first = ready.samples.map({ present[$0.track].track.ticks(of: $0.dts) }).min() else {
            throw .nothingToWrite
        }
        // All tracks keep step: none begins before 0.
        if first < 0 { ready.shift(by: present.map { $0.track.units(of: -first) }) }
        let muxer = try MuxerContext.begun(present.map(\.track), .fragmented(sequence: 1), into: pool)
        file.dropped += ready.dropped
        for (number, range) in ready.fragments.enumerated() {
            try muxer.write(fragment: ready.samples[range], isFirst: number == 0) { isWritten in
                file.samples += isWritten ? 1 : 0
                file.dropped += isWritten ? 0 : 1
            }
        }
        guard file.samples > 0, !muxer.file.own.isEmpty else { throw .nothingToWrite }
        file.bytes = muxer.file.bytes()
    }
}
