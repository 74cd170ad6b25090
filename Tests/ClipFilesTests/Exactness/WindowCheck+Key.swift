import Bytes
import ClipFiles
import Clips
import TransportStream

/// Formats that begin at a random access point, and say so.
extension WindowCheck {
    func checkTransport() throws {
        let clip = try TransportClip(request, of: SourceStream.channel, from: source.history)
        check(clip.facts, .key)
        let bytes = clip.body.joined
        let units = TransportScan(bytes, pid: source.pid).units.map(\.pts)
        let wanted = source.oracle.pictures[answer.entry...answer.last].map { $0.pts & (Stamp.modulus - 1) }
        // What sounds behind the last picture of sound alone is no part of it.
        expect(units == wanted, "TS: \(units.count) units, not \(wanted.count)")
        for (pid, stamps) in source.soundStamps where pid != source.pid {
            let found = Set(TransportScan(bytes, pid: pid).units.map(\.pts))
            let entry = source.oracle.pictures[answer.entry].pts
            let missing = stamps.filter { $0 >= entry && $0 < answer.end && !found.contains($0 & (Stamp.modulus - 1)) }
            // Sound that was sent before the entry's picture is not part of it: muxers send it later than its picture.
            expect(
                missing.isEmpty, "TS: \(missing.count) packets of sound are missing, at \(missing.map { $0 - entry })")
        }
    }

    func checkFragmented() throws {
        let clip = try movie(.fragmented)
        check(clip.facts, .key)
        let file = try MovieFile(clip.body.joined)
        expect(file.boxes.contains("moof"), "boxes \(file.boxes)")
        let entry = source.oracle.pictures[answer.entry]
        guard let lead = file.tracks.first(where: { $0.isVideo == (source.codec != nil) }),
            let first = lead.samples.first
        else { return expect(false, "nothing in the first track") }
        expect(file.tracks.allSatisfy { $0.edits.allSatisfy { $0.mediaTime <= 0 } }, "fragmented: edits")
        let zero = first.pts * 90_000 / lead.timeScale
        if lead.isVideo {
            checkOrder(lead)
            let pictures = source.oracle.samples(of: answer)
            let times = lead.samples.map { $0.pts - first.pts + entry.pts }
            expect(times == pictures.map(\.pts), "fragmented: \(times.count) samples, not \(pictures.count)")
            checkPoints(lead, pictures)
            let points = lead.samples.indices.filter { lead.samples[$0].isSync }
            expect(points == lead.fragments, "fragments begin with \(lead.fragments), not \(points)")
            try checkShown(file, lead, pictures.count)
        }
        for (track, sound) in zip(file.tracks.filter { !$0.isVideo }, source.sounds)
        where !overlapping(sound, answer.first.pts, answer.end).isEmpty {
            checkOrder(track)
            let times = track.samples.map { $0.pts * 90_000 / track.timeScale - zero + entry.pts }
            let places = try places(file, track, sound, times)
            // Nothing is hidden, so that sound begins with the picture, within a frame.
            if let first = places.first {
                expect(
                    sound.frames[first].pts + sound.ticks > entry.pts,
                    "fragmented: sound begins \(entry.pts - sound.frames[first].pts)/90000 s early")
            }
            if let last = places.last {
                expect(
                    sound.frames[last].pts < answer.end,
                    "fragmented: sound ends \(sound.frames[last].pts - answer.end)/90000 s late")
            }
            let start = max(answer.first.pts, sound.frames[0].pts)
            checkStretch(
                zip(places, times).filter { $0.1 + sound.ticks > start + 3 && $0.1 < answer.end - 3 }.map(\.0),
                of: sound, from: start)
        }
    }

    /// Every picture of the window can be decoded, at its time.
    private func checkShown(_ file: MovieFile, _ track: MovieFile.Track, _ count: Int) throws {
        // libavcodec does not give out what follows a recovery point closely at a stream's end.
        guard source.oracle.pictures[answer.entry].point == .instantaneous || count > 17 else { return }
        let (shown, givenUp) = try file.decoded(track, source.codec ?? .h264)
        expect(givenUp == 0, "fragmented: the decoder gave up \(givenUp)")
        let entry = source.oracle.pictures[answer.entry].pts
        let zero = track.samples[0].pts
        let wanted = answer.presented.map {
            MovieFile.Shown(pts: $0.pts - entry + zero, number: $0.number, isDamaged: false)
        }
        let found = shown.filter { $0.pts >= wanted[0].pts && $0.pts <= wanted[wanted.count - 1].pts }
        expect(found == wanted, "fragmented: shows \(found.map { $0.number ?? -1 })")
    }
}
