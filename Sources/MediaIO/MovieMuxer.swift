public import Bytes

/// Puts access units into a whole MP4 file with libavformat (definitions E5).
public enum MovieMuxer {
    /// A file and what became of the samples that were to go into it.
    public struct File: Sendable {
        /// The file's bytes.
        public var bytes: SliceList
        /// Pictures and audio frames in it.
        public var samples: Int
        /// Pictures and audio frames that were left out: damaged, or out of order.
        public var dropped: Int
    }

    /// The file that `movie` makes; the same bytes for the same movie.
    public static func file(of movie: Movie) throws(MediaFailure) -> File { throw .nothingToWrite }
}
