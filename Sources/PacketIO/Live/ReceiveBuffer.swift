import CSockets
import Glibc

/// The memory that datagrams are read into: slots of 2 KiB, of which there are as many as are needed, up to a bound.
///
/// A datagram lies in its slot until it was given out; the slots used last are used first again, so that they are still in
/// the processor's cache. Longer datagrams get memory of their own.
struct ReceiveBuffer: ~Copyable {
    /// Bytes of a slot: more than any datagram of an Ethernet frame.
    static let slotLength = 2_048
    /// The most slots: 32 MiB.
    static let slotLimit = 16_384
    /// Slots that are allocated together.
    static let slotsPerPage = 256
    /// Bytes of long datagrams that may wait before no more are read.
    static let longLimit = 28 << 20
    /// Datagrams that are read by one call.
    static let batch = Int(CSOCKETS_BATCH)
    /// Bytes of the longest datagram that is kept whole.
    static let longest = slotLength + Int(CSOCKETS_LONGEST)

    private let inbox: OpaquePointer
    private let facts: UnsafeMutablePointer<csockets_datagram>
    /// The slots that are free, the one to be used next at the end.
    private let free: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private var freeCount = 0
    private var pages: [UnsafeMutableRawPointer] = []
    private var longBytes = 0
    /// Since the last rest: the most slots that were taken, and whether a datagram was longer than one.
    private var mostTaken = 0
    private var hasSpilled = false
    /// Slots of the last call that hold nothing to be kept.
    private var rejected: [UnsafeMutableRawPointer] = []

    init() throws(ReceiverFailure) {
        guard let made = csockets_inbox_make() else { throw .cannotOpen(reason: systemReason(-ENOMEM)) }
        inbox = made
        facts = .allocate(capacity: Self.batch)
        facts.initialize(repeating: csockets_datagram(), count: Self.batch)
        free = .allocate(capacity: Self.slotLimit)
        free.initialize(repeating: nil, count: Self.slotLimit)
    }

    deinit {
        csockets_inbox_free(inbox)
        facts.deallocate()
        free.deallocate()
        for page in pages { page.deallocate() }
    }

    /// How many datagrams can be read now, up to `wanted` and a batch; 0 when the bound is reached.
    mutating func room(for wanted: Int) -> Int {
        if longBytes > Self.longLimit { return 0 }
        let wanted = min(wanted, Self.batch)
        if freeCount < wanted, pages.count < Self.slotLimit / Self.slotsPerPage {
            let page = UnsafeMutableRawPointer.allocate(byteCount: Self.slotsPerPage * Self.slotLength, alignment: 64)
            pages.append(page)
            giveSlots(of: page)
        }
        return min(wanted, freeCount)
    }

    /// Reads up to `count` datagrams, for which there must be room; how many came, or the negative errno.
    ///
    /// Until the next call ``fact(_:)`` tells of each, and ``slot(_:of:)`` where it lies.
    mutating func receive(from socket: Int32, _ count: Int) -> Int {
        let slots = UnsafePointer(free + (freeCount - count))
        let got = Int(csockets_receive(inbox, socket, slots, UInt32(Self.slotLength), UInt32(count), facts))
        if got > 0 {
            freeCount -= got
            mostTaken = max(mostTaken, slotCount - freeCount)
        }
        return got
    }

    /// What is known of datagram `index` of the last call.
    func fact(_ index: Int) -> csockets_datagram { facts[index] }

    /// The slot of datagram `index` of the last call, which gave `got`.
    func slot(_ index: Int, of got: Int) -> UnsafeMutableRawPointer? { free[freeCount + got - 1 - index] }

    /// Puts the two pieces of a long datagram together in memory of its own.
    mutating func join(_ index: Int, in slot: UnsafeMutableRawPointer, length: Int) -> UnsafeMutableRawPointer {
        let whole = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
        whole.copyMemory(from: slot, byteCount: Self.slotLength)
        if let rest = csockets_spilled(inbox, UInt32(index)) {
            (whole + Self.slotLength).copyMemory(from: rest, byteCount: length - Self.slotLength)
        }
        longBytes += length
        hasSpilled = true
        return whole
    }

    /// Says that a slot of the last call holds nothing to be kept.
    mutating func reject(_ slot: UnsafeMutableRawPointer) { rejected.append(slot) }

    /// Takes the rejected slots back, when those of the last call were all looked at.
    mutating func giveRejected() {
        for slot in rejected { giveSlot(slot) }
        rejected.removeAll(keepingCapacity: true)
    }

    /// Takes the memory of a datagram back.
    mutating func give(_ bytes: UnsafeMutableRawPointer, length: Int) {
        guard length > Self.slotLength else { return giveSlot(bytes) }
        longBytes -= length
        bytes.deallocate()
    }

    /// Gives back to the system what only a burst needed, unless something waits; between two calls of the system.
    mutating func rest() {
        if hasSpilled { csockets_inbox_rest(inbox) }
        hasSpilled = false
        guard freeCount == slotCount else { return }
        let needed = max(1, (mostTaken + Self.batch + Self.slotsPerPage - 1) / Self.slotsPerPage)
        mostTaken = 0
        guard pages.count > needed else { return }
        for page in pages[needed...] { page.deallocate() }
        pages.removeSubrange(needed...)
        freeCount = 0
        for page in pages.reversed() { giveSlots(of: page) }
    }

    /// Slots that there are, free ones and taken ones.
    var slotCount: Int { pages.count * Self.slotsPerPage }

    private mutating func giveSlots(of page: UnsafeMutableRawPointer) {
        for index in (0..<Self.slotsPerPage).reversed() { giveSlot(page + index * Self.slotLength) }
    }

    private mutating func giveSlot(_ slot: UnsafeMutableRawPointer) {
        free[freeCount] = slot
        freeCount += 1
    }

    /// Whether little or nothing more can be read before something is given back.
    var isExhausted: Bool {
        longBytes > Self.longLimit || (freeCount < Self.batch && pages.count >= Self.slotLimit / Self.slotsPerPage)
    }
}
