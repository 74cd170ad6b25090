public import Channels
public import NetworkFormats

/// The flows that belong to no channel, for someone who asks what else was there; bounded.
public struct OtherFlowTable: Sendable {
    /// One flow.
    public struct Flow: Hashable, Sendable {
        /// Who sends it.
        public var source: IPAddress
        /// Where it goes.
        public var destination: Endpoint
        /// What its first datagram was taken for.
        public var content: OtherTraffic
        /// Datagrams so far.
        public var datagrams: Int
    }

    /// The most flows that are told apart: the first ones seen.
    public static let limit = 64

    private var flows: [Flow] = []
    private var last = 0

    /// No flows.
    public init() {}

    /// The flows, the busiest first.
    public var ranked: [Flow] {
        flows.sorted {
            $0.datagrams != $1.datagrams ? $0.datagrams > $1.datagrams : $0.destination < $1.destination
        }
    }

    mutating func count(_ header: DatagramHeader, _ content: OtherTraffic) {
        if !flows.indices.contains(last) || !isSame(flows[last], header) {
            guard let index = flows.firstIndex(where: { isSame($0, header) }) else { return add(header, content) }
            last = index
        }
        flows[last].datagrams += 1
    }

    private mutating func add(_ header: DatagramHeader, _ content: OtherTraffic) {
        guard flows.count < Self.limit else { return }
        last = flows.count
        flows.append(
            Flow(source: header.source.address, destination: header.destination, content: content, datagrams: 1))
    }

    private func isSame(_ flow: Flow, _ header: DatagramHeader) -> Bool {
        flow.destination == header.destination && flow.source == header.source.address
    }
}
