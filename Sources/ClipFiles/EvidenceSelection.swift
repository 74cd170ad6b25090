import Bytes
import Channels
import Clips
import Evidence
import NetworkFormats
import Pipeline
import Protection
import Timing
import VenueWire

/// The datagrams of an excerpt that belong into evidence: everything between the first and the last packet of its windows that
/// came in time, and before and behind that what belongs to these windows: repair packets, late and repeated ones.
struct EvidenceSelection {
    let datagrams: [ArrivedDatagram]
    let announcements: [KeptAnnouncement]

    init(_ plan: EvidencePlan, from excerpt: ChannelExcerpt) {
        guard let stretch = plan.stretch else {
            datagrams = []
            announcements = []
            return
        }
        let core = stretch.first...stretch.last
        let attribution = Attribution(plan, excerpt, core)
        datagrams = excerpt.datagrams.filter {
            core.contains($0.id) || attribution.takes($0, isBefore: $0.id < core.lowerBound)
        }
        announcements = excerpt.announcements
    }

    /// Tells of a datagram whether it belongs to the windows.
    private struct Attribution {
        private let packets: EvidencePackets
        private let scheme: ProtectionCounters.Scheme
        private let isRTP: Bool
        private var blocks: Set<UInt32> = []

        init(_ plan: EvidencePlan, _ excerpt: ChannelExcerpt, _ core: ClosedRange<PacketID>) {
            packets = plan.packets
            scheme = excerpt.scheme
            isRTP = excerpt.identity.carriage.isRTP
            guard scheme == .reedSolomon else { return }
            for datagram in excerpt.datagrams
            where core.contains(datagram.id) && !datagram.flags.contains(.repair)
                && (isSource(datagram, near: packets.first) || isSource(datagram, near: packets.last))
            {
                let slab = datagram.bytes.slab
                let bytes = slab.bytes(in: datagram.bytes.range)
                guard let id = SourceBlockID(bytes, at: bytes.byteCount - SourceBlockID.length),
                    Int(id.symbol) < Int(id.sourceCount)
                else { continue }
                blocks.insert(id.block)
            }
        }

        /// Whether a datagram that came before or behind the packets in time belongs to their windows.
        func takes(_ datagram: ArrivedDatagram, isBefore: Bool) -> Bool {
            guard isRTP else { return false }
            let place = isBefore ? packets.first : packets.last
            guard datagram.flags.contains(.repair) else { return isSource(datagram, near: place) }
            let slab = datagram.bytes.slab
            let bytes = slab.bytes(in: datagram.bytes.range)
            switch scheme {
            case .parity:
                guard let header = try? ParityHeader(parsing: bytes) else { return false }
                return holds(header.snBase, header.span, near: place)
            case .carrier:
                guard let header = CarrierRepairHeader(parsing: bytes, wireLength: Int(datagram.header.wireLength))
                else { return false }
                return holds(header.first, header.sourceCount, near: place)
            case .reedSolomon: return SourceBlockID(bytes, at: 0).map { blocks.contains($0.block) } ?? false
            case .none, .undecided: return false
            }
        }

        private func isSource(_ datagram: ArrivedDatagram, near place: EvidencePackets.Place?) -> Bool {
            guard datagram.bytes.count >= RTPHeader.fixedLength else { return false }
            let slab = datagram.bytes.slab
            let bytes = slab.bytes(in: datagram.bytes.range)
            return holds(SequenceNumber(bytes.bigEndian(at: 2)), 1, near: place)
        }

        /// Whether one of `count` numbers from `first` on is that of a packet that the evidence is about.
        private func holds(_ first: SequenceNumber, _ count: Int, near place: EvidencePackets.Place?) -> Bool {
            guard let place else { return false }
            let lower = first.extended(nearest: place.number)
            return packets.contains(from: lower, through: lower + Int64(max(1, count)) - 1, of: place.run)
        }
    }
}
