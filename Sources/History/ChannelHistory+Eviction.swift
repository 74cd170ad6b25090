public import Evidence
public import Timing

extension ChannelHistory {
    /// Gives up what is too old, and the oldest of what is too much; the datagrams go with it, but for those from `needed` on.
    ///
    /// Chunks go by picture time, media that no chunk needs by its time of arrival, windows and datagrams with the media.
    /// Call it after some datagrams; `arrival` is when the newest one came, nil when none came since.
    public mutating func evict(
        from store: inout DatagramStore, keeping needed: PacketID, arrival: StreamTime? = nil
    ) {
        if let arrival { newestArrival = arrival }
        evictOldChunks()
        evictOldMedia()
        retire(from: &store, keeping: needed)
        while indexBytes &+ store.heldBytes > limits.byteCap {
            guard evictOldest() else {
                store.retire(before: needed)
                break
            }
            isCapped = true
            retire(from: &store, keeping: needed)
        }
        if let start = media.start ?? newestArrival.map(horizon) { windows.remove(closedBefore: start) }
    }

    /// Gives up whole chunks, oldest first, that are too far behind the live edge.
    mutating func evictOldChunks() {
        guard let edge = movingEdge else { return }
        let horizon = horizon(of: edge)
        while let oldest = oldestChunk, oldest.end <= horizon { removeOldestChunk() }
    }

    private func horizon(of edge: StreamTime) -> StreamTime {
        edge - limits.depth - limits.targetDuration - limits.targetDuration
    }

    /// The live edge, which goes on with what arrives when pictures have ceased.
    private var movingEdge: StreamTime? {
        guard let liveEdge, let run, let newestArrival else { return liveEdge }
        return liveEdge + max(.zero, newestArrival - run.lastTime - Self.longestPictureSilence)
    }

    private mutating func evictOldMedia() {
        guard let newestArrival else { return }
        let horizon = horizon(of: newestArrival)
        while media.isOldest(before: min(horizon, leadInStart ?? horizon), and: oldestUnit) { media.removeOldest() }
    }

    /// Where the media begins that the oldest chunk is read with.
    private var leadInStart: StreamTime? { oldestUnit.flatMap(media.time).map { $0 - Self.leadIn } }

    /// Gives up the oldest part that can be had; false when nothing is left.
    private mutating func evictOldest() -> Bool {
        if let oldestUnit, media.isOldest(before: leadInStart ?? StreamTime(nanoseconds: .max), and: oldestUnit) {
            media.removeOldest()
        } else if oldestChunk != nil {
            removeOldestChunk()
        } else if building != nil {
            building = nil
            findOldestUnit()
        } else if !media.isEmpty {
            media.removeOldest()
        } else {
            return false
        }
        return true
    }

    /// Datagrams reach back as far as the media does, or as long without any.
    private mutating func retire(from store: inout DatagramStore, keeping needed: PacketID) {
        let kept =
            media.oldestDatagram ?? store.firstDatagram(since: horizon(of: newestArrival ?? .init(nanoseconds: .min)))
        store.retire(before: min(needed, kept))
    }

    private var oldestChunk: Chunk? { groups.first?.chunks[dropped] ?? recent.first }

    private mutating func removeOldestChunk() {
        chunkBytes &-= oldestChunk?.indexBytes ?? 0
        if groups.isEmpty {
            recent.removeFirst()
            if let kept = run?.recentChunks, kept > recent.count { run?.recentChunks = recent.count }
        } else {
            dropped += 1
            if dropped == ChunkGroup.size {
                groups.removeFirst()
                dropped = 0
            }
        }
        findOldestUnit()
    }

    private mutating func findOldestUnit() {
        var oldest = recent.lazy.map(\.oldestPacket).min()
        if let packet = building?.oldestPacket { oldest = min(oldest ?? packet, packet) }
        for (place, group) in groups.enumerated() {
            let packet = place == 0 ? group.oldestPacket(from: dropped) : group.oldestPacket
            oldest = min(oldest ?? packet, packet)
        }
        oldestUnit = oldest
    }
}
