public import Evidence
public import History

/// Packets of a clip's evidence that did not arrive, told beside the next one that did.
public struct EvidenceGap: Hashable, Sendable {
    /// The datagram behind them in the order of their numbers.
    public var before: PacketID
    /// Packets that were rebuilt.
    public var rebuilt: Int
    /// Packets that are missing for good.
    public var lost: Int
}

extension EvidencePlan {
    /// The gaps in the packets that this is about, in their order.
    public func gaps(in media: MediaSnapshot) -> [EvidenceGap] {
        var gaps: [EvidenceGap] = []
        var (rebuilt, lost) = (0, 0)
        for serial in packets.range(in: media) {
            let packet = media[MediaID(serial: serial)]
            switch packet.kind {
            case .recovered: rebuilt += 1
            case .lost: lost += Int(max(1, packet.count))
            case .received:
                guard rebuilt + lost > 0 else { continue }
                gaps.append(EvidenceGap(before: packet.datagram, rebuilt: rebuilt, lost: lost))
                (rebuilt, lost) = (0, 0)
            }
        }
        return gaps
    }
}
