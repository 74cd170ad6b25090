/// Which pictures a window has, by the rules of definitions D3, from the source's pictures alone.
struct WindowOracle {
    struct Answer {
        /// The pictures that are presented, in order of presentation.
        var presented: [SourcePicture]
        /// Where decoding starts, a place among the source's pictures in decoding order.
        var entry: Int
        /// The last picture that they need.
        var last: Int
        /// Where the next picture begins, in 1/90000 s.
        var end: Int64
        /// Whether pictures at the window's start are missing because decoding can start nowhere before them.
        var isMoved: Bool

        var first: SourcePicture { presented[0] }
        /// How long the presented pictures last, in 1/90000 s.
        var duration: Int64 { end - first.pts }
    }

    /// The pictures of the source in decoding order.
    let pictures: [SourcePicture]
    /// How long the last picture lasts, in 1/90000 s.
    let step: Int64

    /// What the window from `start` to before `end` holds, nanoseconds as UTC; nil when that is nothing.
    func answer(_ start: Int64, _ end: Int64) -> Answer? {
        var wanted = pictures.indices.filter { pictures[$0].time >= start && pictures[$0].time < end }
        guard let low = wanted.map({ pictures[$0].pts }).min() else { return nil }
        let points = pictures.indices.filter { pictures[$0].point != nil }
        var isMoved = false
        var entry = points.last { pictures[$0].pts <= low }
        if entry == nil {
            entry = points.first { pictures[$0].pts >= low }
            isMoved = true
        }
        guard let entry else { return nil }
        if isMoved { wanted.removeAll { pictures[$0].pts < pictures[entry].pts } }
        guard let last = wanted.max() else { return nil }
        let presented = wanted.map { pictures[$0] }.sorted { $0.pts < $1.pts }
        let newest = presented[presented.count - 1].pts
        let next = pictures.map(\.pts).filter { $0 > newest }.min() ?? newest + step
        return Answer(presented: presented, entry: entry, last: last, end: next, isMoved: isMoved)
    }

    /// What a file that starts at a random access point has to hold, in decoding order: all up to the last picture that is
    /// needed, but none that could not be decoded.
    func samples(of answer: Answer) -> [SourcePicture] {
        decodable(answer.entry...answer.last)
    }

    /// The same, and so many pictures behind the entry as decoders need to present what an open group begins with: 16.
    func longestSamples(of answer: Answer) -> [SourcePicture] {
        let more = pictures[answer.entry].point == .open ? answer.entry + 16 : answer.last
        // Those that are left out may be counted or not.
        let skipped = pictures[answer.entry...].prefix(17).filter { isUndecodable($0, answer.entry) }.count
        return decodable(answer.entry...min(pictures.count - 1, max(answer.last, more + skipped)))
    }

    private func decodable(_ places: ClosedRange<Int>) -> [SourcePicture] {
        pictures[places].filter { !isUndecodable($0, places.lowerBound) }
    }

    /// Whether a picture is one of those before `entry` in presentation that need what came before it.
    private func isUndecodable(_ picture: SourcePicture, _ entry: Int) -> Bool {
        picture.isSkipped && picture.pts < pictures[entry].pts
    }
}
