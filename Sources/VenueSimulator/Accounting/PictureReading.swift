/// Counts the pictures that a reader of counters and decoding times finds broken, where datagrams arrive twice or out
/// of order and nothing tells of it.
///
/// A wrong counter breaks the picture in progress, unless that was seen to end. At the next beginning the decoding
/// times tell how many pictures lie between; after an error there is at least one that is broken.
struct PictureReading {
    /// Broken pictures.
    private(set) var dropped = 0

    private var isAssociated = false
    private var isMapped = false
    private var last: Int32?
    private var isLastDropped = false
    private var isEnded = false
    private var isSealed = false
    private var isBroken = false

    /// Takes the next packet, of which its counter tells `finding`.
    mutating func take(_ fact: TransportFact, _ finding: ContinuityCheck.Finding) {
        if finding.isError { isBroken = true }
        guard finding != .copy, finding != .extraCopy, fact.hasPayload else { return }
        if fact.role == .association { isAssociated = true }
        if fact.role == .map, isAssociated { isMapped = true }
        guard fact.picture >= 0 else { return }
        if isMapped, finding == .wrong { breakLast() }
        if isMapped, fact.role == .pictureStart { begin(fact.picture) }
        isEnded = fact.end == .stuffed
    }

    private mutating func breakLast() {
        guard last != nil, !isLastDropped, !isSealed else { return }
        if isEnded {
            isSealed = true
        } else {
            drop()
        }
    }

    private mutating func begin(_ picture: Int32) {
        if let last, isBroken {
            let between = max(0, Int(picture - last) - 1)
            dropped += between
            if !isLastDropped, between == 0 ? isSealed : !isSealed && !isEnded { drop() }
        }
        last = picture
        isLastDropped = false
        isSealed = false
        isBroken = false
    }

    private mutating func drop() {
        dropped += 1
        isLastDropped = true
    }
}
