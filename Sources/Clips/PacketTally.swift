import Evidence
import History

/// Counts the datagrams that something was gathered from, and the holes between them.
struct PacketTally: Sendable {
    /// Packets that did not arrive, rebuilt ones among them.
    private(set) var lost = 0
    /// Packets that were rebuilt.
    private(set) var recovered = 0
    /// The numbers of the datagrams, and of the holes.
    private(set) var stretches: [PacketStretch] = []
    /// The first datagram or hole; nil before it.
    private(set) var first: MediaID?

    /// Takes a datagram or hole into account that comes after all others so far, or is the last one again.
    mutating func count(_ packet: MediaID, _ kept: KeptPacket) {
        if self.first == nil { self.first = packet }
        // Without RTP every datagram is one step of the media, so that its place is its number.
        let first = kept.run == 0 ? Int64(truncatingIfNeeded: packet.serial) : kept.number
        let last = first &+ Int64(max(1, kept.count)) &- 1
        if let open = stretches.last, open.run == kept.run {
            if last <= open.last { return }
            if first <= open.last &+ 1 {
                stretches[stretches.count - 1].last = last
            } else {
                stretches.append(PacketStretch(run: kept.run, first: first, last: last))
            }
        } else {
            stretches.append(PacketStretch(run: kept.run, first: first, last: last))
        }
        switch kept.kind {
        case .received: break
        case .recovered:
            lost += 1
            recovered += 1
        case .lost: lost += Int(max(1, kept.count))
        }
    }

    /// Takes every datagram and hole from `start` on up to `end` into account.
    mutating func count(_ media: MediaSnapshot, from start: MediaID, upTo end: MediaID) {
        media.forEachPacket(from: start, upTo: end) { count($0, $1) }
    }
}
