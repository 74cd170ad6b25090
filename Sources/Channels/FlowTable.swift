import NetworkFormats

/// Which role a stream plays in its flow.
enum FlowRole: UInt8, Sendable {
    case media
    case transport
    case parity
    case object
    case blockRepair
    case carrierRepair

    /// Whether its packets repair those of a channel.
    var isRepair: Bool { self == .parity || self == .blockRepair || self == .carrierRepair }
}

/// The datagrams from one address to one endpoint, with what the last of them was.
struct Flow: Sendable {
    let destination: Endpoint
    let source: IPAddress
    /// The signature of the stream seen last, which the next datagram likely has too; 0 asks for a closer look.
    var signature: UInt64 = 0
    var channel: Int32 = -1
    var role = FlowRole.media
    var packetLength: UInt16 = 0
    /// The newest of the flow's members; -1 when there is none.
    var newestMember: Int32 = -1
    var memberCount: UInt8 = 0
    /// Whether packets are held to tell a second sender from a restart.
    var isWatched = false
    /// What its newest media packet tells the repair packets of a Reed-Solomon code by.
    var trace = BlockTrace()
}

/// The known flows: open addressing, at most half full, never more than a few slots looked at.
struct FlowTable: Sendable {
    /// More flows than this are not told apart.
    static let flowLimit = 4_096
    /// Slots looked at before a flow counts as absent, or the table as full.
    static let probeLimit = 32
    private static let slotCount = flowLimit * 2

    var flows: [Flow] = []
    private var slots: [Int32] = []
    private var last = -1

    /// The index of the flow; -1 when it is not known.
    mutating func index(of destination: Endpoint, from source: IPAddress) -> Int {
        if last >= 0, flows[last].destination == destination, flows[last].source == source { return last }
        guard !slots.isEmpty else { return -1 }
        var slot = Self.slot(destination, source)
        for _ in 0..<Self.probeLimit {
            let index = Int(slots[slot])
            if index < 0 { return -1 }
            if flows[index].destination == destination, flows[index].source == source {
                last = index
                return index
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return -1
    }

    /// Adds a flow that is not known yet; nil when the table is full.
    mutating func insert(_ destination: Endpoint, from source: IPAddress) -> Int? {
        guard flows.count < Self.flowLimit else { return nil }
        if slots.isEmpty { slots = Array(repeating: -1, count: Self.slotCount) }
        var slot = Self.slot(destination, source)
        for _ in 0..<Self.probeLimit {
            if slots[slot] < 0 {
                slots[slot] = Int32(truncatingIfNeeded: flows.count)
                flows.append(Flow(destination: destination, source: source))
                return flows.count - 1
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    private static func slot(_ destination: Endpoint, _ source: IPAddress) -> Int {
        var hash = FlowHash()
        hash.mix(destination.address.low)
        hash.mix(destination.address.high)
        hash.mix(source.low)
        hash.mix(source.high &+ UInt64(destination.port))
        return hash.index(below: slotCount)
    }
}

/// A fixed hash: the same traffic fills the same slots on every machine.
struct FlowHash: Sendable {
    private var state: UInt64 = 0x243F_6A88_85A3_08D3

    mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 32
    }

    /// An index below `count`, a power of two.
    func index(below count: Int) -> Int { Int(truncatingIfNeeded: state) & (count - 1) }
}
