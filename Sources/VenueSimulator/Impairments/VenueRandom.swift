/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from the same seed, everywhere.
public struct VenueRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence of `seed`.
    public init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number of [0, 1) with 53 random bits.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True with `probability`; a probability of 0 takes no number from the sequence.
    mutating func chance(_ probability: Double) -> Bool { probability > 0 && fraction() < probability }

    /// A whole number of `range`, nearly evenly.
    mutating func pick(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// One of `choices`, which must not be empty.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[pick(0...choices.count - 1)] }
}
