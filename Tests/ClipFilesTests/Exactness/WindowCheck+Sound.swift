extension WindowCheck {
    /// How far a time may be off: half a sample of sound, and half a unit of 1/90000 s, rounded up.
    private static let rounding: Int64 = 3

    /// A track's frames are the source's, at their places, from one before the window to its end.
    func checkSound(_ file: MovieFile, _ track: MovieFile.Track, _ sound: SourceSound) throws {
        let delay = track.edits.first { $0.mediaTime < 0 }?.duration ?? 0
        guard let edit = track.edits.last, edit.mediaTime >= 0, track.edits.count <= 2 else {
            return expect(false, "edits of the sound: \(track.edits)")
        }
        checkOrder(track)
        let times = track.samples.map { ($0.pts - edit.mediaTime) * 90_000 / track.timeScale + delay }
        let places = try places(file, track, sound, times.map { $0 + answer.first.pts })
        let heard = zip(places, times).filter {
            $0.1 + sound.ticks > Self.rounding && $0.1 < answer.duration - Self.rounding
        }
        checkStretch(heard.map(\.0), of: sound, from: answer.first.pts)
        let first = overlapping(sound, answer.first.pts, answer.end).lowerBound
        if first > 0, let place = places.first {
            expect(place < first, "no frame before frame \(first) of \(track.format)")
        }
    }

    /// The places of the frames in the source, which follow each other; each is the source's, at its time and byte by byte.
    func places(
        _ file: MovieFile, _ track: MovieFile.Track, _ sound: SourceSound, _ times: [Int64]
    ) throws -> [Int] {
        var places: [Int] = []
        for (sample, time) in zip(track.samples, times) {
            let place =
                sound.frames.indices.min { abs(sound.frames[$0].pts - time) < abs(sound.frames[$1].pts - time) } ?? 0
            let frame = sound.frames[place]
            expect(
                abs(frame.pts - time) <= Self.rounding,
                "a frame of \(track.format) is off by \(time - frame.pts)/90000 s")
            if let last = places.last { expect(place == last + 1, "frame \(place) of \(track.format) behind \(last)") }
            if !frame.bytes.isEmpty {
                expect(
                    try file.bytes(of: sample) == frame.bytes,
                    "frame \(place) of \(track.format) has other bytes: \(sample.size) and \(frame.bytes.count)")
            }
            places.append(place)
        }
        return places
    }

    /// All frames are there that sound between `start` and the clip's end.
    func checkStretch(_ places: [Int], of sound: SourceSound, from start: Int64) {
        let wanted = overlapping(sound, start, answer.end)
        let found = (places.first ?? 0)..<((places.last ?? -1) + 1)
        expect(found == wanted, "frames \(found) are heard, not \(wanted)")
    }

    /// The frames that sound between two instants, but for those that do so for less than rounding can tell.
    func overlapping(_ sound: SourceSound, _ start: Int64, _ end: Int64) -> Range<Int> {
        let found = sound.frames.indices.filter {
            sound.frames[$0].pts + sound.ticks > start + Self.rounding && sound.frames[$0].pts < end - Self.rounding
        }
        return (found.first ?? 0)..<((found.last ?? -1) + 1)
    }
}
