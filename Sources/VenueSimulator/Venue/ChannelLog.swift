/// Everything that happened to one channel: what was sent, and what arrived when.
///
/// Payloads are not kept.
struct ChannelLog: Sendable {
    /// A source packet that was sent.
    struct Source: Sendable {
        /// The run it belongs to, counted from 0.
        var run: Int32
        /// Its extended sequence number: that of the run's first packet is its number on the wire.
        var number: Int64
        /// Where its transport packets begin in `facts`.
        var firstFact: Int32
        /// How many it holds.
        var facts: Int32
    }

    /// A repair packet that was sent.
    struct Repair: Sendable {
        /// The run it protects.
        var run: Int32
        /// Whether it protects a row.
        var isRow: Bool
        /// The extended number of the first packet it protects.
        var first: Int64
        /// How far apart they are.
        var step: Int64
        /// How many they are.
        var count: Int64
    }

    /// An arrival: of source packet `index`, or of repair packet `index`.
    struct Arrival: Sendable {
        /// When, in nanoseconds of stream time.
        var time: Int64
        /// Which packet.
        var index: Int32
        /// Whether it is a repair packet.
        var isRepair: Bool
    }

    /// Source packets in sending order.
    var sources: [Source] = []
    /// Repair packets in sending order.
    var repairs: [Repair] = []
    /// The transport packets of all source packets, in sending order.
    var facts: [TransportFact] = []
    /// Arrivals in order.
    var arrivals: [Arrival] = []
}
