/// A hole between the beginnings of two units, of which it is not known yet how many units it swallowed.
struct UnsettledHole: Sendable {
    /// From the one unit's DTS to the other's, in 1/90000 s.
    var step: Int64
    /// Units that are certainly hit, the one before the hole left out.
    var atLeast: Int
    /// The unit before the hole is hit if any is missing.
    var isSuspect: Bool

    /// How many units are missing, if it is units of `cadence` that are.
    func missing(_ cadence: FrameCadence) -> Int {
        let found = cadence.missing(in: step)
        return max(atLeast, found) + (isSuspect && found > 0 ? 1 : 0)
    }
}
