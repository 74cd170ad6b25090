/// Learns the constant duration of a track's pictures, to tell how many a hole swallowed.
struct FrameCadence: Sendable {
    /// Equal steps in a row after which the duration counts as known.
    static let needed = 4
    /// The most units one hole is said to have swallowed.
    static let lossLimit: Int64 = 1_000
    /// The longest duration of a picture, in 1/90000 s.
    static let longestStep: Int64 = 90_000
    /// Steps that differ, in a row, after which another duration is learned.
    static let patience = 3

    private var sum: Int64 = 0
    private var count: Int64 = 0
    private var strikes = 0

    /// Whether a step has been seen.
    var isBegun: Bool { count > 0 }

    /// The duration in 1/90000 s, rounded; nil while none is known.
    var duration: Int64? { count >= Self.needed ? (sum + count / 2) / count : nil }

    /// Takes the step from one unit's DTS to the next one's where nothing is missing between them.
    mutating func observe(_ step: Int64) {
        guard step > 0, step <= Self.longestStep else { return }
        if count > 0, abs(step * count - sum) * 16 <= sum {
            strikes = 0
            sum += step
            count += 1
            if count >= 1_024 {
                sum /= 2
                count /= 2
            }
        } else {
            strikes += 1
            if count < Self.needed || strikes >= Self.patience {
                sum = step
                count = 1
                strikes = 0
            }
        }
    }

    /// How many units are missing in a step of `step` across a hole, by the duration as far as it is known.
    func missing(in step: Int64) -> Int {
        guard count > 0, step > 0 else { return 0 }
        let duration = (sum + count / 2) / count
        return Int(min(Self.lossLimit, max(0, (step + duration / 2) / duration - 1)))
    }
}
