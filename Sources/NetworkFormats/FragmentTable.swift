import Timing

/// The packets that are being put together from fragments: few, small and young, whatever the traffic does.
///
/// Packets stand in the order in which their first fragment came. A fragment usually belongs to the newest, so they are
/// searched from the end; the oldest goes when a limit is passed.
struct FragmentTable: Sendable {
    /// How many packets wait at once.
    static let maximumPackets = 256
    /// How many payload bytes they may hold together.
    static let maximumBytes = 4 << 20
    /// How long a packet waits for its last fragment, in stream time (RFC 791 names 15 s; identifications return sooner).
    static let maximumAge = StreamDuration(seconds: 5)
    private static let spareBuffers = 4

    private struct Waiting: Sendable {
        var since: StreamTime
        var packet: FragmentedPacket
    }

    private var waiting: [Waiting] = []
    private var spare: [[UInt8]] = []
    /// Payload bytes held by the packets that wait.
    private(set) var byteCount = 0

    /// How many packets wait.
    var count: Int { waiting.count }

    /// Takes a fragment of which the capture holds `bytes`, and gives the packet when it is complete with it.
    mutating func insert(_ fragment: Fragment, _ bytes: RawSpan) -> FragmentedPacket? {
        forgetOld(at: fragment.origin.moment.time)
        let isWhole = fragment.wireLength > 0 && (fragment.isLast || fragment.wireLength % 8 == 0)
        guard isWhole, fragment.range.upperBound <= FragmentedPacket.maximumLength else {
            if let index = index(of: fragment.key) { remove(at: index) }
            return nil
        }
        let index = index(of: fragment.key) ?? open(fragment)
        let before = waiting[index].packet.buffer.count
        let outcome = waiting[index].packet.add(fragment, bytes)
        byteCount += waiting[index].packet.buffer.count - before
        switch outcome {
        case .duplicate: return nil
        case .contradiction:
            remove(at: index)
            return nil
        case .taken: break
        }
        guard waiting[index].packet.isComplete else {
            while byteCount > Self.maximumBytes, !waiting.isEmpty { remove(at: 0) }
            return nil
        }
        let whole = waiting.remove(at: index).packet
        byteCount -= whole.buffer.count
        return whole
    }

    /// Takes memory back that a complete packet no longer needs.
    mutating func reuse(_ buffer: consuming [UInt8]) {
        if spare.count < Self.spareBuffers { spare.append(buffer) }
    }

    private mutating func open(_ fragment: Fragment) -> Int {
        if waiting.count >= Self.maximumPackets { remove(at: 0) }
        let packet = FragmentedPacket(fragment, reusing: spare.popLast() ?? [])
        waiting.append(Waiting(since: fragment.origin.moment.time, packet: packet))
        return waiting.count - 1
    }

    private func index(of key: FragmentKey) -> Int? { waiting.lastIndex { $0.packet.key == key } }

    private mutating func forgetOld(at time: StreamTime) {
        while let oldest = waiting.first, time - oldest.since > Self.maximumAge { remove(at: 0) }
    }

    private mutating func remove(at index: Int) {
        byteCount -= waiting[index].packet.buffer.count
        waiting.remove(at: index)
    }
}
