/// Counts one run as a whole: which numbers arrived first when, and what follows from that alone.
struct RunAccount {
    /// Numbers here count from the run's first sent packet.
    private(set) var firstArrival: [Int32]
    /// Whether each arrival, repair packets included, was the first of its number.
    private var firsts: [Bool]
    private let start: Int
    /// The lowest number among the first 100 arrivals.
    private(set) var base = Int.max
    /// The highest number that arrived.
    private(set) var highest = -1
    private(set) var received = 0
    private(set) var duplicates = 0
    private(set) var reordered = 0
    private(set) var reorderDepth = 0
    private(set) var arrivals = 0

    /// How many arrivals decide the base.
    static let arrivalsForBase = 100

    /// A run of `count` packets, of which none of its `arrivals` has been taken yet.
    init(count: Int, arrivals: Range<Int>) {
        firstArrival = Array(repeating: -1, count: count)
        firsts = Array(repeating: false, count: arrivals.count)
        start = arrivals.lowerBound
    }

    /// Takes the arrival `order` of packet `number`.
    mutating func take(_ number: Int, order: Int32) {
        arrivals += 1
        if arrivals <= Self.arrivalsForBase { base = min(base, number) }
        if firstArrival[number] >= 0 {
            duplicates += 1
            return
        }
        firstArrival[number] = order
        firsts[Int(order) - start] = true
        received += 1
        if number > highest {
            highest = number
        } else {
            reordered += 1
            reorderDepth = max(reorderDepth, highest - number)
        }
    }

    /// Whether the arrival `order` was the first of its number.
    func isFirst(_ order: Int) -> Bool { firsts[order - start] }

    /// Whether anything arrived.
    var isSeen: Bool { received > 0 }

    /// Adds the run to a channel's counters.
    func add(to truth: inout SequenceTruth) {
        guard isSeen else { return }
        truth.expected += highest - base + 1
        truth.received += received
        truth.duplicates += duplicates
        truth.reordered += reordered
        truth.reorderDepth = max(truth.reorderDepth, reorderDepth)
        truth.lost = truth.expected - truth.received
        var hole = 0
        var separation: Int?
        for number in base...highest {
            if firstArrival[number] < 0 {
                if hole == 0, let apart = separation {
                    truth.minSeparation = min(truth.minSeparation ?? .max, apart)
                }
                hole += 1
                continue
            }
            if hole > 0 {
                truth.holes += 1
                truth.longestHole = max(truth.longestHole, hole)
                truth.runLengths[hole, default: 0] += 1
                hole = 0
                separation = 0
            }
            separation = separation.map { $0 + 1 }
        }
    }
}
