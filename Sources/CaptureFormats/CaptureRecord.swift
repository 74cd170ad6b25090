public import Timing

/// One captured frame: what the capture says of it, and where its bytes lie.
public struct CaptureRecord: Hashable, Sendable {
    /// Its number from 1, as Wireshark counts: every packet block, and the blocks that Wireshark lists beside packets.
    public var frame: UInt64
    /// Its stamp as captured; that of the record before it when `isTimed` is false.
    public var time: StreamTime
    /// Whether the capture has a stamp for it (Simple Packet Blocks have none).
    public var isTimed: Bool
    /// What its first bytes are.
    public var linkType: LinkType
    /// The interface that captured it, counted from 0 within the section; 0 in pcap.
    public var interface: UInt32
    /// Its length on the wire, in bytes; never less than what was stored.
    public var wireLength: Int
    /// Frames that the capturer itself lost just before this one, on the same interface.
    public var droppedBefore: UInt32
    /// Whether the capture has a comment on it.
    public var hasComment: Bool
    /// Where its stored bytes lie in the bytes that the decoder was given.
    public var bytes: Range<Int>

    /// States a frame.
    public init(
        frame: UInt64, time: StreamTime, isTimed: Bool = true, linkType: LinkType, interface: UInt32 = 0,
        wireLength: Int, droppedBefore: UInt32 = 0, hasComment: Bool = false, bytes: Range<Int>
    ) {
        self.frame = frame
        self.time = time
        self.isTimed = isTimed
        self.linkType = linkType
        self.interface = interface
        self.wireLength = wireLength
        self.droppedBefore = droppedBefore
        self.hasComment = hasComment
        self.bytes = bytes
    }

    /// Whether the capture cut the frame short.
    public var isTruncated: Bool { bytes.count < wireLength }
}
