/// One packet of a loop: when it is sent, and what differs from one round to the next.
struct LoopPacket: Sendable {
    /// When it is sent, in nanoseconds from the first packet of its round.
    var time: Int64 = 0
    /// By how much its continuity counter rises from round to round.
    var counterStep: UInt8 = 0
    /// Where its program clock references lie, in bytes from its start; 0 for none.
    var clock: UInt8 = 0
    var originalClock: UInt8 = 0
    /// Where its time stamps lie, in bytes from its start; 0 for none.
    var presentation: UInt8 = 0
    var decoding: UInt8 = 0

    /// Whether nothing but the continuity counter differs.
    var isPlain: Bool { clock | originalClock | presentation | decoding == 0 }
}
