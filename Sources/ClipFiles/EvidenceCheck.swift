import Bytes
import Channels
import Clips
import History
import NetworkFormats
import Pipeline
import Protection
import Timing

/// Whether an analysis of evidence alone finds what the clip claims: every inner window, and in the same class.
struct EvidenceCheck: ChannelSink {
    /// Two accounts of one window may differ by so much in when its first packet came, where that packet is repeated.
    private static let tolerance = StreamDuration(seconds: 2)

    private var destinations: [Endpoint] = []
    private var records: [(channel: Int32, record: WindowRecord)] = []

    mutating func opened(_ channel: ChannelIdentity) { destinations.append(channel.destination) }
    mutating func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {}
    mutating func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {
        records.append((channel, record))
    }

    /// Reads `packets` as an analyzer without options does, up to `end`, and compares.
    static func holds(_ plan: EvidencePlan, _ packets: [EvidencePacket], end: StreamTime, _ excerpt: ChannelExcerpt)
        -> Bool
    {
        let claimed = plan.inner.filter(\.record.isClassified)
        if claimed.isEmpty { return true }
        var engine = VenueEngine(parameters: VenueParameters(), output: EvidenceCheck())
        for (place, packet) in packets.enumerated() {
            var header = packet.header
            header.ordinal = UInt64(place) + 1
            let slab = packet.bytes.slab
            engine.ingest(header, slab.bytes(in: packet.bytes.range))
        }
        engine.advance(to: end)
        engine.finish()
        let isTimed = excerpt.scheme == .none || excerpt.scheme == .undecided
        return engine.output.find(claimed.map(\.record), at: excerpt.identity.destination, isTimed: isTimed)
    }

    /// Whether all of `claimed` are among the windows of the channels at `destination`, each once.
    private func find(_ claimed: [WindowRecord], at destination: Endpoint, isTimed: Bool) -> Bool {
        let own = records.filter { destinations[Int($0.channel)] == destination }.map(\.record)
        // By the number on the wire, or by the slot: counts from the beginning of a run are others here.
        func name(_ record: WindowRecord) -> Int64 {
            isTimed ? record.opened.nanoseconds : Int64(UInt16(truncatingIfNeeded: record.firstNumber))
        }
        var found = Dictionary(grouping: own, by: name)
        for record in claimed {
            let name = name(record)
            let place = found[name]?.firstIndex { own in
                let distance = own.opened - record.opened
                return own.outcome == record.outcome && own.k == record.k && own.d == record.d
                    && distance <= Self.tolerance && distance >= .zero - Self.tolerance
            }
            guard let place else { return false }
            found[name]?.remove(at: place)
        }
        return true
    }
}
