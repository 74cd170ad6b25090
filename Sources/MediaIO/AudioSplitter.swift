import Bytes
import TransportStream

/// Finds the frames in the PES packets of one audio track, and when each is due.
struct AudioSplitter {
    /// A frame in `bytes`.
    struct Frame: Equatable {
        /// Where its payload lies.
        var place: Range<Int>
        /// When it begins, in audio samples on the time line of the run.
        var start: Int64 = 0
        /// The packet in which it begins.
        fileprivate var packet: Int
        /// Whether bytes that make no frame lie before it.
        fileprivate var isBehindDamage: Bool
    }

    /// All bytes, one PES packet behind the other.
    private(set) var bytes: [UInt8] = []
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

    /// All whole frames that are due one after the other, and how many were left out: damaged or late.
    func frames() -> (frames: [Frame], dropped: Int) {
        var (found, dropped) = wholeFrames()
        setTimes(&found)
        var kept: [Frame] = []
        kept.reserveCapacity(found.count)
        var end: Int64 = 0
        for var frame in found {
            // The transport stream's clock rounds; a gap or an overlap is longer than that.
            if !kept.isEmpty, abs(frame.start - end) <= tolerance { frame.start = end }
            guard frame.start >= end else {
                dropped += 1
                continue
            }
            end = frame.start + length
            kept.append(frame)
        }
        return (kept, dropped)
    }

    private var tolerance: Int64 { Int64(track.sampleRate / 500) }
    private var length: Int64 { Int64(track.frameLength) }

    private func wholeFrames() -> (frames: [Frame], dropped: Int) {
        var frames: [Frame] = []
        var dropped = 0
        var packet = 0
        var position = 0
        var isBehindDamage = false
        while position < ownCount, frames.count < FragmentedMuxer.sampleLimit {
            guard let header = header(at: position) else {
                // The rest of a frame that began before the fragment is no loss of its own.
                if !isBehindDamage, !frames.isEmpty { dropped += 1 }
                isBehindDamage = true
                position += 1
                continue
            }
            while packet + 1 < packets.count, packets[packet + 1].offset <= position { packet += 1 }
            let payload = (position + header.headerLength)..<(position + header.length)
            frames.append(Frame(place: payload, packet: packet, isBehindDamage: isBehindDamage))
            isBehindDamage = false
            position += header.length
        }
        return (frames, dropped)
    }

    /// Counts on from each packet's time; behind damage, counts back from the next packet's as far as nothing is missing.
    private func setTimes(_ frames: inout [Frame]) {
        var isUnsure: [Bool] = []
        for index in frames.indices {
            let isFirst = index == 0 || frames[index - 1].packet != frames[index].packet
            frames[index].start = isFirst ? packets[frames[index].packet].start : frames[index - 1].start + length
            isUnsure.append(frames[index].isBehindDamage || !isFirst && isUnsure[index - 1])
        }
        var next: Int64?
        for index in frames.indices.reversed() {
            if index + 1 < frames.count, frames[index + 1].packet != frames[index].packet {
                next = packets[frames[index + 1].packet].start
            }
            if index + 1 < frames.count, frames[index + 1].isBehindDamage { next = nil }
            guard let known = next else { continue }
            next = known - length
            if isUnsure[index], abs(frames[index].start - (known - length)) > tolerance {
                frames[index].start = known - length
            }
        }
    }

    /// The header at `position` when it is of this track, its frame is whole, and another frame or nothing follows.
    private func header(at position: Int) -> AudioFrameHeader? {
        guard let header = AudioFrameHeader(bytes.lent, at: position, track.codec), matches(header) else { return nil }
        let end = position + header.length
        guard end < bytes.count else { return end == bytes.count ? header : nil }
        // Too little may follow to tell.
        if end + AudioFrameHeader.longest > bytes.count { return header }
        guard let other = AudioFrameHeader(bytes.lent, at: end, track.codec), matches(other) else { return nil }
        return header
    }

    private func matches(_ header: AudioFrameHeader) -> Bool {
        header.codec == track.codec && header.sampleRate == track.sampleRate && header.channels == track.channels
            && header.samples == track.frameLength
    }
}
