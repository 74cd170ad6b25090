/// How the packets of one picture interval are shared out.
struct PicturePlan: Sendable {
    /// The first packet.
    var start = 0
    /// One past the last packet.
    var end = 0
    /// Packets of PAT and PMT, which come first.
    var tables = 0
    /// Packets of sound.
    var sounds = 0
    /// Packets of the picture.
    var videos = 0
}

/// What is left to send of a picture.
struct PictureBytes: Sendable {
    /// Its number in coding order.
    var index: Int32 = 0
    /// Whether decoding can start at it.
    var isRandomAccess = false
    /// PES header, delimiter, parameter sets and slice header.
    var head: [UInt8] = []
    /// Bytes of the head that are sent.
    var headSent = 0
    /// Packets sent.
    var sent = 0
    /// Bytes that the last packet leaves to stuffing.
    var stuffing = 0
}
