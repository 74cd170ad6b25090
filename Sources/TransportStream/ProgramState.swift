import Timing

/// What an analyzer keeps of one program.
struct ProgramState: Sendable {
    let number: UInt16
    var mapPID: UInt16
    var isListed = true
    /// Not yet named by the association table that is being read.
    var isPending = false
    /// The CRC of the map that holds.
    var checksum: UInt32?
    var clockPID: UInt16 = 0x1FFF
    /// A clock value was seen.
    var hasClock = false
    /// Its tracks, in the map's order.
    var tracks: [Int] = []
    /// Its first video track, else its first audio track.
    var anchor: Int?
    /// Counts the program's time bases.
    var timeBase: UInt32 = 0
    /// The last time stamp of the anchor, without wraps.
    var reference: Int64?

    init(number: UInt16, mapPID: UInt16) {
        self.number = number
        self.mapPID = mapPID
    }

    /// Begins a new time base.
    mutating func restart() {
        timeBase &+= 1
        reference = nil
    }

    /// The two time stamps without wraps.
    ///
    /// Those of the anchor carry the reference on; other tracks must not, since a wild
    /// one could move it half way round the circle.
    mutating func unwrap(pts: MediaTimestamp, dts: MediaTimestamp?, isAnchor: Bool) -> (pts: Int64, dts: Int64) {
        let wire = dts ?? pts
        let decoding = wire.unwrapped(nearest: reference ?? Int64(wire.rawValue))
        if isAnchor || reference == nil { reference = decoding }
        return (pts.unwrapped(nearest: decoding), decoding)
    }
}
