import NetworkFormats
import Timing

/// How much of a channel arrived, and when.
struct ChannelTraffic: Hashable, Sendable {
    /// The first media datagram; nil before it.
    private(set) var first: Moment?
    /// The last media datagram; nil before the first.
    private(set) var last: Moment?
    /// Bytes of media as they were on the wire: transport-stream packets without what a sender appends to them.
    private(set) var mediaBytes = 0
    /// Datagrams that the receiver itself lost just before one of this channel.
    private(set) var receiverDrops = 0
    /// Silences of ten seconds and more between two media datagrams.
    private(set) var interruptions = Interruptions()
    /// Whether the capture cut any datagram of the channel.
    private(set) var isTruncated = false

    mutating func count(_ header: DatagramHeader, mediaBytes bytes: Int) {
        if first == nil { first = header.moment }
        if let last, header.time - last.time >= Interruptions.least {
            interruptions.count += 1
            interruptions.longest = max(interruptions.longest, header.time - last.time)
            if interruptions.first == nil { interruptions.first = header.moment }
        }
        last = header.moment
        mediaBytes += bytes
        if header.isTruncated { isTruncated = true }
        if header.droppedBefore > 0 { receiverDrops += Int(header.droppedBefore) }
    }

    /// Counts a repair packet: what the receiver lost before it is the channel's too.
    mutating func countRepair(_ header: DatagramHeader) {
        if header.isTruncated { isTruncated = true }
    }

    /// Takes bytes back that turned out to be a repetition.
    mutating func discount(mediaBytes bytes: Int) { mediaBytes -= bytes }

    /// Received media bits over the time from the first to the last datagram, in kbit/s; 0 for a single instant.
    var bitrateKbps: Double {
        guard let first, let last, last.time > first.time else { return 0 }
        return Double(mediaBytes) * 8 / (last.time - first.time).seconds / 1000
    }
}
