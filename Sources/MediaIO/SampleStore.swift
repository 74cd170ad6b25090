import Bytes
import TransportStream

/// Copies media out of the datagrams into slabs, in the form that files have, and remembers nothing of it.
struct SampleStore {
    private let pool: SlabLender
    /// Where samples go.
    private var slab: Slab
    /// Where a unit is put together first.
    private var scratch: Slab
    private var places: [Range<Int>] = []
    /// Whether parameter sets that the file's configuration holds are left out of the samples.
    private let leavesOutSets: Bool
    /// Whether a parameter set was met that the file's configuration does not hold.
    ///
    /// From then on decoders need those that were left out, too.
    private(set) var hasOtherSets = false

    init(_ pool: SlabLender, leavesOutSets: Bool) {
        self.pool = pool
        self.leavesOutSets = leavesOutSets
        slab = pool.lease(SlabLender.slabLength)
        scratch = pool.lease(SlabLender.slabLength)
    }

    /// Keeps an entry of `queue`; nil when nothing of it is left.
    mutating func put(_ entry: TrackQueue.Entry, of queue: TrackQueue, _ samples: [MediaSample]) -> SlabSlice? {
        if queue.track.size == nil { return put(queue.sound, entry.place) }
        let unit = samples[entry.place.lowerBound].bytes
        return queue.track.isLengthPrefixed ? put(prefixing: unit, queue.track) : put(unit)
    }

    private mutating func put(_ bytes: [UInt8], _ place: Range<Int>) -> SlabSlice? {
        guard !place.isEmpty else { return nil }
        makeRoom(place.count)
        let start = slab.count
        slab.append(bytes.lent.extracting(place))
        return SlabSlice(slab, start..<slab.count)
    }

    private mutating func put(_ unit: SliceList) -> SlabSlice? {
        guard unit.count > 0 else { return nil }
        makeRoom(unit.count)
        let start = slab.count
        _ = slab.fill { unit.copy(from: 0, into: $0) }
        return SlabSlice(slab, start..<slab.count)
    }

    /// Turns start codes into lengths of four bytes, and leaves out what files carry elsewhere or not at all.
    private mutating func put(prefixing unit: SliceList, _ track: MediaTrack) -> SlabSlice? {
        // A unit that lies in one piece is read where it is.
        let piece = unit.slices.count == 1 ? unit.slices[0] : gather(unit)
        let plain = piece.slab.bytes(in: piece.range)
        places.removeAll(keepingCapacity: true)
        AnnexB.forEachUnit(plain) { places.append($0) }
        let length = leaveOutUnits(plain, track)
        guard length > 0 else { return nil }
        makeRoom(length)
        let start = slab.count
        _ = slab.fill { room in
            plain.withUnsafeBytes { write($0, into: room) }
            return length
        }
        return SlabSlice(slab, start..<slab.count)
    }

    /// Puts a unit together that lies in pieces.
    private mutating func gather(_ unit: SliceList) -> SlabSlice {
        if unit.count > scratch.capacity { scratch = pool.lease(unit.count) }
        scratch.recycle()
        _ = scratch.fill { unit.copy(from: 0, into: $0) }
        return SlabSlice(scratch, 0..<scratch.count)
    }

    /// Leaves in `places` what goes into the file, and gives how long that is with its lengths.
    private mutating func leaveOutUnits(_ plain: RawSpan, _ track: MediaTrack) -> Int {
        var kept = 0
        var length = 0
        for place in places {
            switch NALKind(plain.byte(at: place.lowerBound), track.codec) {
            case .padding: continue
            case .parameterSet:
                // A set that differs from the file's own stays: decoders take it from here.
                let isKnown = track.parameterSets.contains { $0.lent.equals(plain.extracting(place)) }
                if !isKnown { hasOtherSets = true }
                if isKnown, leavesOutSets { continue }
            case .other: break
            }
            places[kept] = place
            kept += 1
            length += 4 + place.count
        }
        places.removeLast(places.count - kept)
        return length
    }

    /// Writes the units at `places` of `plain`, each behind its length; there is room for them.
    private func write(_ plain: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) {
        var position = 0
        for place in places {
            room.storeBytes(
                of: UInt32(truncatingIfNeeded: place.count).bigEndian, toByteOffset: position, as: UInt32.self)
            UnsafeMutableRawBufferPointer(rebasing: room[(position + 4)..<(position + 4 + place.count)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: plain[place]))
            position += 4 + place.count
        }
    }

    private mutating func makeRoom(_ count: Int) {
        if slab.spare < count { slab = pool.lease(max(count, SlabLender.slabLength)) }
    }
}
