import Bytes
import Glibc

/// What a muxer writes: bytes of its own, and between them media that stays where it is.
///
/// libavformat writes at a place and moves about; it moves into bytes of its own only, never into media.
final class MuxerOutput {
    /// A stretch of what was written.
    enum Piece {
        /// Bytes in `own`.
        case own(Range<Int>)
        /// Bytes in slabs.
        case media(SliceList)
    }

    /// Bytes of a file; more is refused.
    static let limit = 1 << 30

    /// Bytes that take no slab of the pool.
    private static let small = 1 << 16

    /// The muxer's own bytes, in the order of the file.
    private(set) var own: [UInt8] = []
    /// What was written before `run`, in the order of the file.
    private var pieces: [Piece] = []
    /// Media that nothing follows so far.
    private var run = SliceList()
    /// A sample that the muxer is about to hand on without looking at it, and where it lies in memory.
    var lentSample: (start: UnsafeRawPointer?, bytes: SlabSlice)?
    /// What the muxer gathered and is about to hand on, in this order: copies of these.
    var lentRuns: ArraySlice<SliceList> = []
    /// Bytes in all.
    private(set) var count = 0
    /// Where the next byte goes.
    private(set) var position = 0
    /// The muxer's own bytes that come before fragments.
    private(set) var front = 0
    /// Bytes of media, and where the last of it ends.
    private var mediaCount = 0
    private var mediaEnd = 0
    private var mediaStart = Int.max
    private let pool: SlabLender

    /// Will keep what is neither lent nor small in slabs of `pool`.
    init(_ pool: SlabLender) { self.pool = pool }

    /// Writes `source` at the present place and moves on; false when the file would become too long, or that is no place.
    func write(_ source: UnsafeRawBufferPointer) -> Bool {
        guard position + source.count <= Self.limit else { return false }
        if position == count, appendLent(source) { return true }
        guard let place = ownPlace else { return false }
        let replaced = min(source.count, own.count - place)
        guard replaced == source.count || position + replaced == count else { return false }
        if replaced > 0 {
            own.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[place..<(place + replaced)])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<replaced]))
            }
        }
        appendOwn(UnsafeRawBufferPointer(rebasing: source[replaced...]))
        position += source.count
        return true
    }

    /// Moves to byte `place` of what was written; false when the muxer's own bytes do not go on there.
    func move(to place: Int) -> Bool {
        guard place >= 0, place <= count, place < mediaStart || place >= mediaEnd else { return false }
        position = place
        return true
    }

    /// Where in `own` the present place lies.
    private var ownPlace: Int? {
        if position >= mediaEnd { return position - mediaCount }
        return position < mediaStart ? position : nil
    }

    private func appendOwn(_ source: UnsafeRawBufferPointer) {
        guard !source.isEmpty else { return }
        if run.count > 0 {
            pieces.append(.media(run))
            run = SliceList()
        }
        let start = own.count
        own.append(contentsOf: source)
        count += source.count
        if case .own(let range) = pieces.last {
            pieces[pieces.count - 1] = .own(range.lowerBound..<own.count)
        } else {
            pieces.append(.own(start..<own.count))
        }
    }

    /// Appends what was lent when it is what lies at `source`.
    private func appendLent(_ source: UnsafeRawBufferPointer) -> Bool {
        let start = run.count
        if let lentSample, lentSample.start == source.baseAddress, lentSample.bytes.count == source.count {
            run.append(lentSample.bytes)
        } else if let next = lentRuns.first, next.isCopied(at: source) {
            lentRuns.removeFirst()
            run.append(contentsOf: next)
        } else {
            return false
        }
        mediaStart = min(mediaStart, count)
        count += run.count - start
        mediaCount += run.count - start
        mediaEnd = count
        position = count
        return true
    }

    /// Says that what was written so far is no fragment.
    func beginFragments() { front = own.count }

    /// Overwrites the muxer's own bytes; none may be added.
    func change(_ body: (inout [UInt8]) -> Void) { body(&own) }

    /// Everything in the order of the file without the first `front` of the muxer's own bytes.
    func bytes(without front: Int = 0) -> SliceList { bytes(pieces(clamped: front..<own.count)) }

    /// The media, and of the muxer's own bytes those in `range`, in the order of the file.
    func pieces(clamped range: Range<Int>) -> [Piece] {
        (run.count > 0 ? pieces + [.media(run)] : pieces).map { piece in
            if case .own(let other) = piece { return .own(other.clamped(to: range)) }
            return piece
        }
    }

    /// The muxer's own bytes and the media of `pieces` in their order, the muxer's own copied once.
    func bytes(_ pieces: [Piece]) -> SliceList {
        var list = SliceList()
        let own = own
        guard !own.isEmpty else { return list }
        let slab = own.count < Self.small ? Slab(capacity: own.count) : pool.lease(own.count)
        slab.append(own.lent)
        for piece in pieces {
            switch piece {
            case .own(let range): list.append(SlabSlice(slab, range))
            case .media(let media): list.append(contentsOf: media)
            }
        }
        return list
    }
}

extension SliceList {
    /// Whether the same bytes lie at `source`.
    fileprivate func isCopied(at source: UnsafeRawBufferPointer) -> Bool {
        guard count == source.count else { return false }
        var position = 0
        return slices.allSatisfy { slice in
            let other = UnsafeRawBufferPointer(rebasing: source[position..<(position + slice.count)])
            position += slice.count
            return slice.slab.bytes(in: slice.range).withUnsafeBytes { bytes in
                guard let one = bytes.baseAddress, let two = other.baseAddress else { return bytes.isEmpty }
                return memcmp(one, two, bytes.count) == 0
            }
        }
    }
}
