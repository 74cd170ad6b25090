/// Takes link-layer frames apart down to UDP datagrams and membership messages.
///
/// IP fragments are put together in a bounded table. What gives no datagram is counted by reason; nothing that a frame
/// holds can stop the program. A frame may be cut: what it was on the wire is then taken from its headers.
public struct FrameDecoder: Sendable {
    /// What was done so far.
    public internal(set) var counters = FrameCounters()
    /// Datagrams that the receiver lost since the last one given to a sink, saturating; the next one will carry it.
    public internal(set) var pendingDrops: UInt32 = 0
    let options: FrameOptions
    var fragments = FragmentTable()

    /// A decoder that has seen nothing yet.
    public init(options: FrameOptions = FrameOptions()) { self.options = options }

    /// Takes one frame and gives `sink` every datagram in it, usually none or one.
    ///
    /// - Parameters:
    ///   - frame: What the capture holds of the frame.
    ///   - linkType: The LINKTYPE_ value of the capture (tcpdump.org/linktypes.html).
    ///   - wireLength: Length of the frame as it was on the wire, in bytes.
    ///   - moment: When the frame was captured and its number; time never falls. A datagram put together from fragments
    ///     takes the moment of the one that came last.
    ///   - droppedBefore: Frames that the receiver lost just before this one. They are carried by the next datagram given.
    ///   - sink: Takes the datagrams; payloads are lent for the length of each call.
    public mutating func decode(
        _ frame: RawSpan, linkType: UInt32, wireLength: Int, at moment: Moment, droppedBefore: UInt32 = 0,
        into sink: inout some DatagramSink
    ) {
        counters.frames += 1
        let (drops, overflow) = pendingDrops.addingReportingOverflow(droppedBefore)
        pendingDrops = overflow ? .max : drops
        // A capture that states less than it holds is wrong about the wire.
        let length = max(wireLength, frame.byteCount)
        if length > frame.byteCount { counters.truncatedFrames += 1 }
        let content = LinkLayer.content(of: frame, linkType: linkType, wireLength: length)
        guard case .aggregate(var rest) = content else {
            return packet(content, frame, moment, into: &sink)
        }
        while let part = WirelessLAN.nextSubframe(frame, &rest) { packet(part, frame, moment, into: &sink) }
    }

    private mutating func packet(
        _ content: LinkContent, _ frame: RawSpan, _ moment: Moment, into sink: inout some DatagramSink
    ) {
        switch content {
        case .ipv4(let cursor): ipv4(frame, cursor, moment, into: &sink)
        case .ipv6(let cursor): ipv6(frame, cursor, moment, into: &sink)
        case .aggregate: counters.count(.malformed)
        case .refused(let refusal): counters.count(refusal)
        }
    }
}
