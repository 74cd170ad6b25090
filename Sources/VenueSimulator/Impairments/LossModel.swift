/// How packets get lost on the way.
public enum LossModel: Hashable, Sendable {
    /// None is lost.
    case none
    /// Each is lost with the same probability, whatever happened to others.
    case bernoulli(Double)
    /// Gilbert and Elliott: a good and a bad state, each with its own probability of loss, and the probabilities of
    /// going from good to bad and from bad to good before each packet.
    case gilbertElliott(toBad: Double, toGood: Double, lossInGood: Double, lossInBad: Double)
}

/// A loss model at work.
struct LossProcess: Sendable {
    private let model: LossModel
    private var isBad = false

    /// Starts in the good state.
    init(_ model: LossModel) { self.model = model }

    /// Whether the next packet is lost.
    mutating func loses(_ random: inout VenueRandom) -> Bool {
        switch model {
        case .none: return false
        case .bernoulli(let probability): return random.chance(probability)
        case .gilbertElliott(let toBad, let toGood, let lossInGood, let lossInBad):
            if random.chance(isBad ? toGood : toBad) { isBad.toggle() }
            return random.chance(isBad ? lossInBad : lossInGood)
        }
    }
}
