/// What became of each packet of an RTP run, counted from the run's first sent packet.
struct RunFates {
    /// It arrived, and in time (or in order).
    private(set) var isDelivered: [Bool]
    /// It arrived after its window had closed.
    private(set) var isLate: [Bool]
    /// It was missing when its window closed, and rebuilt.
    private(set) var isRebuilt: [Bool]

    /// The fates of `count` packets, none of which has arrived.
    init(count: Int) {
        isDelivered = Array(repeating: false, count: count)
        isLate = isDelivered
        isRebuilt = isDelivered
    }

    /// Notes that `number` arrived in time.
    mutating func deliver(_ number: Int) { isDelivered[number] = true }

    /// Notes that `number` arrived too late.
    mutating func delay(_ number: Int) { isLate[number] = true }

    /// Notes that `number` was rebuilt.
    mutating func rebuild(_ number: Int) {
        if isDelivered.indices.contains(number) { isRebuilt[number] = true }
    }

    /// Whether a viewer gets `number`.
    func isShown(_ number: Int) -> Bool { isDelivered[number] || isRebuilt[number] }
}
