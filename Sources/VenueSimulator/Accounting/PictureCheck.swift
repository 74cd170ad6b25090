/// Counts the pictures that miss packets, as far as a receiver can know of them.
///
/// It gets every packet that a receiver gets or misses, in sending order. A receiver knows pictures from the first PMT
/// after a PAT on, begins to count with the first one whose beginning comes, and learns from what comes later of what
/// was missing before: of the last picture that begins from any of its PID's packets, of others from the next
/// beginning.
struct PictureCheck {
    /// Pictures with a packet that did not come.
    private(set) var dropped = 0
    /// Those of them of which nothing came.
    private(set) var whollyLost = 0
    /// Whole pictures that end without stuffing before a packet that did not come, so that nothing shows that they are whole.
    private(set) var doubtful = 0

    private var isAssociated = false
    private var isMapped = false
    /// The last picture whose beginning came, and whether it is counted.
    private var last: Int32?
    private var isLastDropped = false
    /// What came last of a picture ended it without stuffing.
    private var isFilled = false
    private var isInDoubt = false
    /// Pictures with missing packets that nothing shows yet, in order.
    private var missing: [Int32] = []
    /// Pictures of which something came since the last beginning.
    private var shown: Set<Int32> = []

    /// Another run begins; the map stays known.
    mutating func restart() {
        last = nil
        missing = []
        shown = []
        isInDoubt = false
    }

    /// Takes the next packet, which came or not.
    mutating func take(_ fact: TransportFact, isShown: Bool) {
        guard fact.picture >= 0 else {
            guard isShown else { return }
            if fact.role == .association { isAssociated = true }
            if fact.role == .map, isAssociated { isMapped = true }
            return
        }
        guard isMapped else { return }
        if isShown { show(fact) } else { miss(fact.picture) }
    }

    private mutating func show(_ fact: TransportFact) {
        if fact.role == .pictureStart {
            if last != nil { settle() }
            restart()
            last = fact.picture
            isLastDropped = false
        } else if let last {
            if missing.first == last, !isLastDropped {
                dropped += 1
                isLastDropped = true
            }
            if isInDoubt { doubtful += 1 }
            isInDoubt = false
        }
        shown.insert(fact.picture)
        isFilled = fact.end == .filled
    }

    private mutating func miss(_ picture: Int32) {
        guard let last else { return }
        if isFilled, picture > last, missing.isEmpty, !isLastDropped { isInDoubt = true }
        if missing.last != picture { missing.append(picture) }
    }

    private mutating func settle() {
        let others = missing.filter { $0 != last || !isLastDropped }
        dropped += others.count
        whollyLost += others.count { !shown.contains($0) }
        if isInDoubt { doubtful += 1 }
    }
}
