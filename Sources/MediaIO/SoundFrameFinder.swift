import Bytes
import TransportStream

/// Finds coded frames in the PES packets of a sound track as they come, and which of them has a time of its own.
///
/// A packet's time is that of the first frame that begins in it (ISO/IEC 13818-1, 2.4.3.7). It holds less than a frame between
/// two packets.
struct SoundFrameFinder {
    /// A frame in `bytes`.
    struct Frame: Equatable {
        /// Where it lies.
        var place: Range<Int>
        /// When it begins, when its packet says so.
        var pts: Int64?
        /// Whether bytes that make no frame lie between it and the last frame with a time of its own.
        var isBehindDamage: Bool
    }

    /// What came and is not used up.
    private(set) var bytes: [UInt8] = []
    private let codec: Codec
    private var position = 0
    /// Where packets begin in `bytes` whose time no frame has taken, and that time.
    private var packets: [(offset: Int, pts: Int64)] = []
    /// What frames must have in common with the last one, which ended at `position`; nil behind damage and at the beginning.
    private var signature: UInt32?
    private var isBehindDamage = false

    /// Will find frames of `codec`.
    init(_ codec: Codec) { self.codec = codec }

    /// Adds the next packet; places of frames are no longer true after that.
    mutating func append(_ packet: SliceList, pts: Int64) {
        bytes.removeFirst(position)
        for index in packets.indices { packets[index].offset -= position }
        position = 0
        packets.append((bytes.count, pts))
        bytes.append(copying: packet)
    }

    /// Forgets all that came.
    mutating func removeAll() { self = Self(codec) }

    /// The next frame that is there as a whole; `isEnd` when nothing follows.
    mutating func next(isEnd: Bool = false) -> Frame? {
        while position < bytes.count {
            guard let header = SoundFrameHeader(bytes.lent, at: position, codec) else {
                // Too little to tell.
                if !isEnd, position + SoundFrameHeader.longest > bytes.count { return nil }
                skip()
                continue
            }
            let end = position + header.length
            switch verdict(on: header, end, isEnd) {
            case .wait: return nil
            case .damage: skip()
            case .frame where header.isContinuation:
                // Its frame is lost or was given already.
                position = end
            case .frame:
                guard let end = self.end(of: header, end, isEnd) else { return nil }
                return take(header, end)
            }
        }
        return nil
    }

    private enum Verdict { case frame, wait, damage }

    /// Whether a frame begins at `position`: it is whole, and it goes on like the last one, or another one follows.
    private func verdict(on header: SoundFrameHeader, _ end: Int, _ isEnd: Bool) -> Verdict {
        let isExpected = signature == header.signature
        guard end <= bytes.count else { return isEnd ? .damage : .wait }
        guard end + SoundFrameHeader.longest <= bytes.count else {
            // A packet that ends with a frame is the usual one; else the rest of the next header comes with the next packet.
            return end == bytes.count || isEnd ? .frame : .wait
        }
        guard let next = SoundFrameHeader(bytes.lent, at: end, codec) else { return .damage }
        return isExpected || next.signature == header.signature ? .frame : .damage
    }

    /// Where the frame ends with all that only adds to it; nil when some of that is still to come.
    private func end(of header: SoundFrameHeader, _ end: Int, _ isEnd: Bool) -> Int? {
        var end = end
        while let next = SoundFrameHeader(bytes.lent, at: end, codec), next.isContinuation {
            guard end + next.length <= bytes.count else { return isEnd ? end : nil }
            end += next.length
        }
        return end
    }

    private mutating func take(_ header: SoundFrameHeader, _ end: Int) -> Frame {
        var pts: Int64?
        while let packet = packets.first, packet.offset <= position {
            pts = packet.pts
            packets.removeFirst()
        }
        if pts != nil { isBehindDamage = false }
        let frame = Frame(place: position..<end, pts: pts, isBehindDamage: isBehindDamage)
        position = end
        signature = header.signature
        return frame
    }

    /// Passes over a byte that begins no frame.
    private mutating func skip() {
        if signature != nil { isBehindDamage = true }
        signature = nil
        position += 1
    }
}
