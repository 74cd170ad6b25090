import NetworkFormats
import Timing
import VenueWire

/// An SSRC from one address to one endpoint that has not proved to be a stream (RFC 3550, A.1 probation).
struct Candidate: Sendable {
    var destination: Endpoint
    var source: IPAddress
    var synchronizationSource: UInt32
    var payloadType: UInt8
    var lastSequence: SequenceNumber
    var firstTime: StreamTime
    var lastTime: StreamTime
    /// What its datagrams look like: media, or repair packets that wait for their media.
    var role = FlowRole.media
    var isRow = false
    /// Two datagrams followed each other while it waited as repair packets.
    var sawSequence = false
    var list = HeldList()

    var isRepair: Bool { role.isRepair }
}

/// The candidates: a few ways in each set, of which the longest silent one gives way.
struct CandidateTable: Sendable {
    static let ways = 4
    static let setCount = 512

    private(set) var entries: [Candidate?] = []
    private(set) var repairCount = 0

    /// The slot of the candidate; nil when it is none.
    func slot(of destination: Endpoint, from source: IPAddress, _ synchronizationSource: UInt32) -> Int? {
        guard !entries.isEmpty else { return nil }
        let first = Self.set(destination, source, synchronizationSource) * Self.ways
        return (first..<(first + Self.ways)).first { slot in
            guard let entry = entries[slot] else { return false }
            return entry.synchronizationSource == synchronizationSource && entry.source == source
                && entry.destination == destination
        }
    }

    /// The slot that a new candidate is to take: an empty one, or that of the longest silent in its set.
    mutating func slotToFill(for candidate: Candidate) -> Int {
        if entries.isEmpty { entries = Array(repeating: nil, count: Self.setCount * Self.ways) }
        let first =
            Self.set(candidate.destination, candidate.source, candidate.synchronizationSource) * Self.ways
        var chosen = first
        for slot in first..<(first + Self.ways) {
            guard let entry = entries[slot] else { return slot }
            if let oldest = entries[chosen], entry.lastTime < oldest.lastTime { chosen = slot }
        }
        return chosen
    }

    subscript(slot: Int) -> Candidate? {
        get { entries.indices.contains(slot) ? entries[slot] : nil }
        set {
            if entries[slot]?.isRepair == true { repairCount -= 1 }
            if newValue?.isRepair == true { repairCount += 1 }
            entries[slot] = newValue
        }
    }

    private static func set(_ destination: Endpoint, _ source: IPAddress, _ synchronizationSource: UInt32) -> Int {
        var hash = FlowHash()
        hash.mix(destination.address.low)
        hash.mix(destination.address.high)
        hash.mix(source.low)
        hash.mix(source.high &+ UInt64(destination.port))
        hash.mix(UInt64(synchronizationSource))
        return hash.index(below: setCount)
    }
}
