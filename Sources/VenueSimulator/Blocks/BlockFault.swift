/// Why packets cannot be protected as wished.
public enum BlockFault: Error, Hashable, Sendable {
    /// A block has 1…254 source packets and at least one repair packet, together at most `BlockLayout.symbolLimit`.
    case size(sources: Int, repairs: Int)
    /// 71 is 0x47, the sync byte of transport packets: behind each packet it would mislead players that look for it.
    case syncByte
    /// No such evaluation points are known by name.
    case points
}

extension BlockFault: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    public var description: String {
        switch self {
        case .size(let sources, let repairs):
            "\(sources) source and \(repairs) repair packets make no window: give at least one of each and at most "
                + "\(BlockLayout.symbolLimit) together"
        case .syncByte:
            "71 source packets would put the sync byte 47 hex behind every packet, and players lose pictures: give 70 or 72"
        case .points: "a code to send with has points with a name: give rizzo, rfc5510 or consecutive"
        }
    }
}
