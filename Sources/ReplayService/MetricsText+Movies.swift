extension MetricsText {
    /// Adds what is counted of MP4 clips and of those that are kept for further readers.
    mutating func add(_ shelf: MovieShelf) {
        family("svm_clip_shelf_bytes", "gauge", "Bytes of MP4 clips that are kept for further readers")
        sample("svm_clip_shelf_bytes", Double(shelf.byteCount))
        let tally = shelf.tally
        family("svm_clip_movies_total", "counter", "Final MP4 clips that were asked for, by where they came from")
        let sources: [(String, UInt64)] = [("made", tally.made), ("kept", tally.found), ("shared", tally.shared)]
        for (source, count) in sources {
            sample("svm_clip_movies_total", Double(count), labels: [("source", source)])
        }
    }
}
