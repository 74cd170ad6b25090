public import Timing

/// A channel's history as it was at one moment; it stays whole while the history moves on.
public struct HistorySnapshot: Sendable {
    let groups: [ChunkGroup]
    /// Chunks of the first group that are no longer part of the history.
    let dropped: Int
    let recent: [Chunk]
    /// The packets of the media, and their bytes.
    public let media: MediaSnapshot
    let keptWindows: KeptWindows
    /// The end of the newest complete access unit, as picture time; nil before the first.
    public let liveEdge: StreamTime?
    /// Whether the newest run's picture times are final: its first two seconds are over.
    public let isSettled: Bool

    /// How many chunks there are.
    public var count: Int { groups.count * ChunkGroup.size - dropped + recent.count }

    /// Chunk number `index`, from the oldest one, which is 0.
    public subscript(index: Int) -> Chunk {
        let place = index + dropped
        let shared = groups.count * ChunkGroup.size
        return place < shared
            ? groups[place / ChunkGroup.size].chunks[place % ChunkGroup.size] : recent[place - shared]
    }

    /// The earliest picture time of the oldest chunk.
    public var oldest: StreamTime? { count > 0 ? self[0].start : nil }

    /// The protection windows of the media, oldest first; gathered when asked.
    public var windows: [KeptWindow] { keptWindows.all }

    /// All units of one track, in decoding order.
    public func units(of track: Int) -> [IndexedUnit] { (0..<count).flatMap { self[$0].units(of: track) } }
}
