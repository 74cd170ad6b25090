public import Evidence
public import History
import Protection
public import Timing

/// Which windows and datagrams prove how a clip arrived (definitions D6): those of the windows behind its bytes, and of some
/// windows either side, without which the inner ones cannot be judged.
public struct EvidencePlan: Sendable {
    /// Windows either side that the definition asks for: the first and last window of a run are in no class, and a window is
    /// closed by the second one behind it.
    public static let usualMargin = 2
    /// How long before the first packet and after the last one datagrams may have come that belong to the windows.
    ///
    /// Repair packets may come before, late and repeated ones after. A run that is silent for so long is over.
    static let before = StreamDuration(seconds: 2)
    static let after = StreamDuration(seconds: 10)

    /// The windows with a source packet in the clip's bytes, in the order of packets; those in no class among them.
    public let inner: [KeptWindow]
    /// How those of them ended that are in a class: what the clip's headers claim.
    public let windows: ClipWindows
    /// Windows either side that are meant to be there.
    public let margin: Int
    /// The packets of the inner windows and the margin; open at an end where fewer windows are kept.
    public let packets: EvidencePackets
    /// Where the datagrams lie; nil when none of them arrived.
    public let stretch: DatagramStretch?
    /// When the last of these windows closed; nil without windows.
    public let closed: StreamTime?

    /// Plans the evidence of a clip made of `stretches` of `history`.
    public init(of stretches: [PacketStretch], in history: HistorySnapshot, margin: Int = Self.usualMargin) {
        let all = history.windows.sorted { Self.place($0) < Self.place($1) }
        let isInner = all.map { window in stretches.contains { $0.reaches(window) } }
        inner = zip(all, isInner).filter(\.1).map(\.0)
        windows = ClipWindows(inner)
        self.margin = margin
        var packets = EvidencePackets(stretches)
        var closed: StreamTime?
        if let first = isInner.firstIndex(of: true), let last = isInner.lastIndex(of: true) {
            packets.include(all[max(0, first - margin)...min(all.count - 1, last + margin)])
            closed = all[max(0, first - margin)...min(all.count - 1, last + margin)].map(\.record.closed).max()
            if first < margin { packets.isOpenBefore = true }
            if last + margin >= all.count { packets.isOpenBehind = true }
        } else {
            packets.isOpenBefore = true
            packets.isOpenBehind = true
        }
        self.packets = packets
        self.closed = closed
        stretch = packets.stretch(in: history.media, before: Self.before, after: Self.after)
    }

    private static func place(_ window: KeptWindow) -> (Int32, Int64, Int64) {
        (window.run, window.record.firstNumber, window.record.opened.nanoseconds)
    }
}
