import Bytes
import CLibAV
import TransportStream

extension FragmentedMuxer {
    /// The longest that the last picture of a fragment lasts: 10 s.
    private static let longestPicture: Int64 = 900_000

    /// The longest hole at the end of the sound that its last frame covers, in seconds.
    private static let longestHole: Int64 = 1

    /// Writes the pictures of one track.
    static func write(
        _ samples: [MediaSample], of track: MediaTrack, _ number: Int, to muxer: borrowing MuxerContext,
        _ result: inout MediaFragment
    ) throws(MediaFailure) {
        var plain: [UInt8] = []
        var prefixed: [UInt8] = []
        var last: Int64 = -1
        for sample in samples {
            // Decode times must rise, and a picture cannot be shown before it is decoded.
            let dts = max(min(sample.dts, sample.pts), last + 1)
            plain.removeAll(keepingCapacity: true)
            plain.append(copying: sample.bytes)
            lengthPrefix(plain, track, into: &prefixed)
            guard dts <= sample.pts, sample.pts < timeLimit, !prefixed.isEmpty else {
                result.dropped += 1
                continue
            }
            let duration = max(1, min(sample.duration, longestPicture))
            try withBytes(prefixed) { bytes throws(MediaFailure) in
                try muxer.write(
                    bytes, track: number, pts: sample.pts, dts: dts, duration: duration, isSync: sample.isSync)
            }
            last = dts
            result.samples += 1
        }
    }

    /// Turns start codes into lengths of four bytes, and leaves out what files carry elsewhere or not at all.
    private static func lengthPrefix(_ plain: [UInt8], _ track: MediaTrack, into prefixed: inout [UInt8]) {
        prefixed.removeAll(keepingCapacity: true)
        let span = plain.lent
        var places: [Range<Int>] = []
        AnnexB.forEachUnit(span) { places.append($0) }
        for place in places {
            let unit = span.extracting(place)
            switch NALKind(unit.byte(at: 0), track.codec) {
            case .padding: continue
            // A set that differs from the file's own stays: decoders take it from here.
            case .parameterSet where track.parameterSets.contains { $0.lent.equals(unit) }: continue
            case .parameterSet, .other: break
            }
            let length = UInt32(truncatingIfNeeded: place.count)
            for shift: UInt32 in [24, 16, 8, 0] { prefixed.append(UInt8(truncatingIfNeeded: length >> shift)) }
            prefixed.append(copying: unit)
        }
    }

    /// Writes the frames of one audio track.
    static func write(
        _ samples: [MediaSample], _ following: [MediaSample], of track: MediaTrack, _ number: Int,
        to muxer: borrowing MuxerContext, _ result: inout MediaFragment
    ) throws(MediaFailure) {
        var splitter = AudioSplitter(track)
        for sample in samples {
            guard let start = audioTime(sample.pts, track) else {
                result.dropped += 1
                continue
            }
            splitter.append(sample.bytes, start: start)
        }
        for sample in following { splitter.append(following: sample.bytes) }
        let length = Int64(track.frameLength)
        let (frames, dropped) = splitter.frames()
        // Sound that is missing at the end must leave no hole: players stop at one.
        let end = samples.last.flatMap { audioTime($0.pts &+ max(0, $0.duration), track) } ?? 0
        try withBytes(splitter.bytes) { bytes throws(MediaFailure) in
            for (index, frame) in frames.enumerated() {
                let missing = index + 1 == frames.count ? end - (frame.start + length) : 0
                let isHole = missing > length / 2 && missing <= longestHole * Int64(track.sampleRate)
                try muxer.write(
                    UnsafeBufferPointer(rebasing: bytes[frame.place]), track: number, pts: frame.start,
                    dts: frame.start, duration: isHole ? length + missing : length, isSync: true)
            }
        }
        result.samples += frames.count
        result.dropped += dropped
    }

    /// An instant in 1/90000 s as audio samples, rounded; nil when it lies outside the time line.
    private static func audioTime(_ pts: Int64, _ track: MediaTrack) -> Int64? {
        guard pts >= 0, pts < timeLimit else { return nil }
        let (seconds, rest) = pts.quotientAndRemainder(dividingBy: 90_000)
        let rate = Int64(track.sampleRate)
        return seconds * rate + (rest * rate + 45_000) / 90_000
    }

    private static func withBytes<R>(
        _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(MediaFailure) -> R
    ) throws(MediaFailure) -> R {
        let outcome = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(MediaFailure) in try body(buffer) }
        }
        return try outcome.get()
    }
}
