import Bytes
import CaptureFormats
import Clips
import Evidence
import History
import NetworkFormats
import PacketIO
import Pipeline
import Timing

/// Evidence before it is written: what goes in, when it ends, and whether an analysis finds what it is to prove.
struct EvidenceDraft {
    let plan: EvidencePlan
    let excerpt: ChannelExcerpt
    let packets: [EvidencePacket]
    let span: ClosedRange<StreamTime>
    /// When the capture ends: windows that only time closed close in it as well.
    let end: StreamTime
    let isProven: Bool

    /// Chooses from an excerpt; nil when nothing of the channel is in it.
    init?(_ plan: EvidencePlan, _ excerpt: ChannelExcerpt, _ history: HistorySnapshot) {
        let selection = EvidenceSelection(plan, from: excerpt)
        guard let first = selection.datagrams.first, let last = selection.datagrams.last else { return nil }
        self.plan = plan
        self.excerpt = excerpt
        packets = EvidencePacket.all(of: selection, gaps: plan.gaps(in: history.media))
        span = first.header.time...max(first.header.time, last.header.time)
        let latest = packets.last?.header.time ?? span.upperBound
        end = max(latest, min(excerpt.now, plan.closed ?? latest))
        isProven = EvidenceCheck.holds(plan, packets, end: end, excerpt)
    }

    /// The capture: a section that says what it is, every datagram, and its end.
    func write(of channel: ClipChannel, version: String) -> SliceList {
        let format = PCAPNGWriter()
        let comments = EvidenceComment(plan, excerpt, channel, isProven: isProven).texts
        var body = SliceList()
        var own = ByteWriter()
        own.write(
            contentsOf: format.sectionHeader(
                application: "\(CaptureSource.recorderName) \(version)", comments: comments) + format.interface(.raw))
        // What is written around the payloads lies in one slab, in pieces between them.
        let room = packets.map(Self.room).reduce(own.count + Self.endRoom, +)
        let slab = Slab(capacity: room)
        var written = 0
        func flush() {
            body.append(SlabSlice(slab, written..<slab.count))
            written = slab.count
        }
        slab.append(own.bytes.lent)
        var drops: UInt64 = 0
        for packet in packets {
            drops &+= UInt64(packet.header.droppedBefore)
            guard UDPFrame.fits(packet.header) else { continue }
            if packet.comment != nil {
                slab.append(Self.commented(packet, format).lent)
                continue
            }
            let envelope = Self.envelope(packet)
            let payload = packet.bytes.slab
            slab.appendZeros(PacketEnvelope.startLength) { envelope.writeStart(at: packet.header.time, into: &$0) }
            slab.appendZeros(UDPFrame.headerLength(of: packet.header)) {
                UDPFrame.writeHeaders(of: packet.header, payload.bytes(in: packet.bytes.range), into: &$0)
            }
            flush()
            body.append(packet.bytes)
            slab.appendZeros(envelope.endLength) { envelope.writeEnd(into: &$0) }
        }
        slab.append(
            format.statistics(
                at: end, endTime: end, received: UInt64(packets.count) &+ drops, dropped: drops
            ).lent)
        flush()
        return body
    }

    /// Bytes of the block that ends the capture, at most.
    private static let endRoom = 128
    /// Bytes that a comment takes beside its text, at most.
    private static let commentRoom = 12

    private static func envelope(_ packet: EvidencePacket) -> PacketEnvelope {
        let header = UDPFrame.headerLength(of: packet.header)
        return PacketEnvelope(
            storedLength: header + packet.bytes.count, wireLength: header + Int(packet.header.wireLength),
            droppedBefore: UInt64(packet.header.droppedBefore))
    }

    private static func room(_ packet: EvidencePacket) -> Int {
        let envelope = envelope(packet)
        guard let comment = packet.comment else { return envelope.length - packet.bytes.count }
        return envelope.length + comment.utf8.count + commentRoom
    }

    /// The rare block that bears a comment, encoded whole.
    private static func commented(_ packet: EvidencePacket, _ format: PCAPNGWriter) -> [UInt8] {
        let length = UDPFrame.headerLength(of: packet.header)
        let slab = packet.bytes.slab
        var frame = [UInt8](repeating: 0, count: length)
        frame.lendForWriting {
            UDPFrame.writeHeaders(of: packet.header, slab.bytes(in: packet.bytes.range), into: &$0)
        }
        frame.append(copying: slab.bytes(in: packet.bytes.range))
        return format.frame(
            frame, at: packet.header.time, wireLength: length + Int(packet.header.wireLength),
            droppedBefore: packet.header.droppedBefore, comment: packet.comment)
    }

    /// Names the capture by what it was made from.
    func entityTag(of channel: ClipChannel) -> String {
        var tag = EntityTag()
        for word in [channel.id, "evidence", plan.windows.text, "\(end.nanoseconds)"] { tag.add(word) }
        for packet in packets {
            tag.add(packet.header.ordinal)
            tag.add(packet.header.time.nanoseconds)
            if let comment = packet.comment { tag.add(comment) }
        }
        return tag.text
    }
}
