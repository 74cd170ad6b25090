import Bytes
import TransportStream

/// Finds the frames in the PES packets of one audio track, and when each is due.
struct AudioSplitter {
    /// A frame in ``Found/sound``.
    struct Frame: Equatable {
        /// Where its payload lies.
        var place: Range<Int>
        /// Audio samples in it.
        var samples: Int64
        /// When it begins, in audio samples on the time line of the run.
        var start: Int64 = 0
        /// The packet in which it begins.
        fileprivate var packet: Int
        /// Whether bytes that make no frame lie before it.
        fileprivate var isBehindDamage: Bool
        /// Whether nothing tells when it is due: sound is missing before it and behind it, in one packet.
        fileprivate var isTimeless = false
    }

    /// What was found.
    struct Found {
        /// The frames, each when the one before ends or later.
        var frames: [Frame] = []
        /// The bytes that they lie in.
        var sound: [UInt8] = []
        /// Frames that were left out: damaged, late, or of another format.
        var dropped = 0
    }

    /// All bytes, one PES packet behind the other.
    private var bytes: [UInt8] = []
    /// Where each packet begins in `bytes`, and when the first frame that begins in it is due.
    private var packets: [(offset: Int, start: Int64)] = []
    /// Bytes that belong to the fragment; what lies behind only completes its last frame.
    private var ownCount = 0
    private let track: MediaTrack

    /// Will find frames of `track`.
    init(_ track: MediaTrack) { self.track = track }

    /// Adds the next packet of the fragment; `start` counts audio samples.
    mutating func append(_ packet: SliceList, start: Int64) {
        packets.append((bytes.count, start))
        bytes.append(copying: packet)
        ownCount = bytes.count
    }

    /// Adds what follows the fragment, of which only the rest of a frame that began before matters.
    mutating func append(following packet: SliceList) { bytes.append(copying: packet) }

    /// How far a packet's time may lie from where the frame before ends: the clock of the stream rounds, and a gap is longer.
    private var tolerance: Int64 { Int64(track.sampleRate / 500) }
    /// How far frames may lie in one another: a sender's clock drifts, but half a frame is never sent twice.
    private var overlap: Int64 { max(tolerance, Int64(track.frameLength / 2)) }

    /// All whole frames that are due one after the other; the first `limit` of them.
    func frames(limit: Int) -> Found {
        var found = wholeFrames(limit)
        setTimes(&found.frames)
        var kept: [Frame] = []
        kept.reserveCapacity(found.frames.count)
        var end: Int64 = 0
        for var frame in found.frames {
            // A frame at the wrong time would be heard beside the pictures: silence is better.
            if frame.isTimeless {
                found.dropped += 1
                continue
            }
            if !kept.isEmpty, frame.start - end <= tolerance, end - frame.start <= overlap { frame.start = end }
            guard kept.isEmpty || frame.start >= end else {
                found.dropped += 1
                continue
            }
            end = frame.start + frame.samples
            kept.append(frame)
        }
        found.frames = kept
        return found
    }

    private func wholeFrames(_ limit: Int) -> Found {
        var found = Found()
        var elements = track.codec == .aacLATM ? ElementReader(track.configuration) : nil
        if elements == nil { found.sound = bytes }
        var packet = 0
        var position = 0
        var isBehindDamage = false
        while position < ownCount, found.frames.count < limit {
            guard let header = header(at: position) else {
                // The rest of a frame that began before the fragment is no loss of its own.
                if !isBehindDamage, !found.frames.isEmpty { found.dropped += 1 }
                isBehindDamage = true
                position = AudioFrameHeader.place(in: bytes, from: position + 1, track.codec)
                continue
            }
            while packet + 1 < packets.count, packets[packet + 1].offset <= position { packet += 1 }
            var payload = (position + header.headerLength)..<(position + header.length)
            position = payload.upperBound
            if elements != nil {
                guard let place = elements?.read(bytes, payload, into: &found.sound) else {
                    found.dropped += 1
                    isBehindDamage = true
                    continue
                }
                payload = place
            }
            let samples = Int64(track.codec == .opus ? header.samples : track.frameLength)
            found.frames.append(
                Frame(place: payload, samples: samples, packet: packet, isBehindDamage: isBehindDamage))
            isBehindDamage = false
        }
        return found
    }

    /// Counts on from each packet's time; behind damage, counts back from the next packet's as far as nothing is missing.
    private func setTimes(_ frames: inout [Frame]) {
        var isUnsure: [Bool] = []
        for index in frames.indices {
            let isFirst = index == 0 || frames[index - 1].packet != frames[index].packet
            frames[index].start =
                isFirst
                ? packets[frames[index].packet].start : frames[index - 1].start + frames[index - 1].samples
            // What lies before the first frame of all is the rest of one that began earlier.
            isUnsure.append(index > 0 && (frames[index].isBehindDamage || !isFirst && isUnsure[index - 1]))
        }
        let longest = longestPacket
        var next: Int64?
        for index in frames.indices.reversed() {
            let packet = frames[index].packet
            if index + 1 < frames.count, frames[index + 1].packet != packet, packet + 1 < packets.count {
                let start = packets[packet + 1].start
                // Behind a packet that is missing whole nothing tells when this one ended.
                next = start - packets[packet].start <= longest ? start : nil
            }
            if index + 1 < frames.count, frames[index + 1].isBehindDamage { next = nil }
            guard let known = next else {
                frames[index].isTimeless = isUnsure[index]
                continue
            }
            let start = known - frames[index].samples
            next = start
            if isUnsure[index], abs(frames[index].start - start) > tolerance { frames[index].start = start }
        }
    }

    /// No packet lasts longer than half as long again as most do.
    private var longestPacket: Int64 {
        let steps = zip(packets, packets.dropFirst()).map { $1.start - $0.start }.sorted()
        return steps.isEmpty ? .max : steps[steps.count / 2] * 3 / 2
    }

    /// The header at `position` when it is of this track, its frame is whole, and another frame or nothing follows.
    private func header(at position: Int) -> AudioFrameHeader? {
        let span = bytes.lent
        guard let header = AudioFrameHeader(span, at: position, track.codec), matches(header) else { return nil }
        let end = position + header.length
        guard end < bytes.count else { return end == bytes.count ? header : nil }
        // Too little may follow to tell.
        if end + AudioFrameHeader.longest > bytes.count { return header }
        guard let other = AudioFrameHeader(span, at: end, track.codec), matches(other) else { return nil }
        return header
    }

    private func matches(_ header: AudioFrameHeader) -> Bool {
        guard header.codec == track.codec else { return false }
        switch track.codec {
        case .aacLATM: return true
        case .opus: return header.sampleRate == track.sampleRate
        default:
            return header.sampleRate == track.sampleRate && header.channels == track.channels
                && header.samples == track.frameLength
        }
    }
}

/// Takes frames of AAC out of LATM.
private struct ElementReader {
    private let wanted: [UInt8]
    /// Whether the last element with a configuration had the one that the track has.
    private var isWanted = true

    /// Will take frames of streams with one `AudioSpecificConfig`.
    init(_ wanted: [UInt8]) { self.wanted = wanted }

    /// Appends the frame of the element at `place`, behind the three bytes before it, and tells where; nil when there is none.
    mutating func read(_ bytes: [UInt8], _ place: Range<Int>, into sound: inout [UInt8]) -> Range<Int>? {
        let element = bytes.lent.extracting((place.lowerBound + AudioFrameHeader.elementStart)..<place.upperBound)
        guard let frame = LATMFrame(element) else { return nil }
        if let configuration = frame.configuration { isWanted = configuration.specificConfig == wanted }
        guard isWanted else { return nil }
        let start = sound.count
        frame.append(from: element, to: &sound)
        return start..<sound.count
    }
}
