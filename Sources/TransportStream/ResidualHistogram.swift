/// Counts absolute deviations in bins of 0.1 µs, and above 25.6 µs in bins of less than 0.8 % of their value.
struct ResidualHistogram: Sendable {
    private static let fine = 128
    private static let octaves = 27
    private var bins: [UInt32] = []
    private var total: UInt64 = 0

    /// Adds a deviation in nanoseconds, of either sign.
    mutating func add(nanoseconds: Double) {
        if bins.isEmpty { bins = Array(repeating: 0, count: Self.fine * (Self.octaves + 1)) }
        let tenths = min(abs(nanoseconds) / 100, 1e15)
        let place = Self.bin(UInt64(tenths.rounded()))
        if bins[place] < .max { bins[place] += 1 }
        total += 1
    }

    private static func bin(_ value: UInt64) -> Int {
        guard value >= UInt64(fine) else { return Int(value) }
        let octave = value.bitWidth - value.leadingZeroBitCount - 7  // 128…255 is octave 1.
        guard octave <= octaves else { return fine * (octaves + 1) - 1 }
        return octave * fine + Int(value >> UInt64(octave - 1)) - fine
    }

    /// The smallest deviation that at least `share` of all do not exceed, in nanoseconds (a bin's middle); nil for none.
    func quantile(_ share: Double) -> Double? {
        guard total > 0 else { return nil }
        let rank = UInt64((share * Double(total)).rounded(.up))
        var seen: UInt64 = 0
        for (place, count) in bins.enumerated() {
            seen += UInt64(count)
            if seen >= max(1, rank) { return Self.middle(place) * 100 }
        }
        return nil
    }

    private static func middle(_ place: Int) -> Double {
        guard place >= fine else { return Double(place) }
        let width = 1 << (place / fine - 1)
        return Double((fine + place % fine) * width) + Double(width - 1) / 2
    }
}
