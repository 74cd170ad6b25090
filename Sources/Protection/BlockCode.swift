import Bytes
import ErasureCode
import Evidence
import NetworkFormats
import VenueWire

/// The Reed-Solomon code of a flow: what is known of it, and the room in which symbols are rebuilt.
struct BlockCode: Sendable {
    /// So many repair packets of whole windows are looked at for a code that none of the known ones is.
    private static let attemptLimit = 256
    /// Bytes of a carrier's packet that it may rewrite after it made the repair packets: the RTP header.
    static let rewritable = 0..<RTPHeader.fixedLength
    /// Repair symbols for which a code is made at least: windows of a flow have about as many.
    private static let usualRepairs = 16

    /// Which code it is; nil until that was announced or found.
    private(set) var points: CodePoints?
    /// Repair packets of a window as announced; 0 when nobody said.
    private(set) var announcedRepairs = 0
    private var attempts = 0
    private var finder: CodeFinder?
    private var coder: ReedSolomon?
    private var rows = SymbolRows()
    private var isCarrier = false
    private var present: [UInt8] = []
    private var arrivals: [UInt64] = []
    /// The source symbols to be rebuilt, by encoding symbol ID.
    private(set) var missing: [UInt8] = []
    /// Where they are rebuilt, one behind the other.
    private(set) var room = Slab(capacity: 0)

    /// Whether whole windows are still to show the code's points.
    var isSought: Bool { points == nil && attempts < Self.attemptLimit }

    /// Takes what an announcement says; what it leaves out stays as it is known.
    mutating func announce(points: CodePoints?, repairs: Int) {
        if let points { self.points = points }
        announcedRepairs = max(0, repairs)
    }

    /// The code turned out to be of `points`.
    mutating func find(_ points: CodePoints) { self.points = points }

    /// Notes an attempt to find the points that failed.
    mutating func failed() { attempts += 1 }

    /// Gives up learned rows when windows become others than those that they were learned from.
    mutating func expect(sources: Int) {
        if case .learned(let rows) = points, rows.sources != sources {
            points = nil
            attempts = 0
        }
    }

    /// Learns the rows of a code of no known points from a whole window, which was laid out, and its repair `symbols`.
    mutating func learn(
        _ k: Int, repairs: Int, _ symbols: [BlockSymbol], length: Int, _ store: borrowing DatagramStore
    ) {
        guard isSought, !symbols.isEmpty else { return }
        if finder?.sources != k || finder?.repairs != repairs {
            finder = CodeFinder(sources: k, repairs: repairs, candidates: [], forgivable: Self.rewritable)
        }
        var repairRows = SymbolRows()
        var numbers: [UInt8] = []
        for symbol in symbols {
            guard let slab = store.slab(of: symbol.id), let range = store.range(of: symbol.id) else { return }
            let start = min(range.lowerBound + symbol.bytes.lowerBound, range.upperBound)
            let end = min(range.lowerBound + symbol.bytes.upperBound, range.upperBound)
            repairRows.append(slab, start..<max(start, end))
            numbers.append(UInt8(truncatingIfNeeded: symbol.symbol - k))
        }
        finder?.look(at: rows, repairRows, numbers: numbers, length: length)
        if case .found(let found) = finder?.state { points = found.points }
    }

    /// Lays out the source symbols of a window that arrived, all but `omitted`; false when bytes are gone.
    mutating func lay(
        _ window: BlockWindow, omitting omitted: Int? = nil, isCarrier: Bool, _ held: HeldPackets,
        _ store: borrowing DatagramStore
    ) -> Bool {
        clear()
        if isCarrier != self.isCarrier || rows.headLength == 0 && !isCarrier {
            self.isCarrier = isCarrier
            rows = SymbolRows(headLength: isCarrier ? 0 : FlowState.informationLength)
        }
        for place in 0..<window.k {
            let entry = held[window.first + Int64(place)]
            guard entry.state == .arrived, place != omitted else {
                missing.append(UInt8(truncatingIfNeeded: place))
                continue
            }
            guard let slab = store.slab(of: entry.id), let range = store.range(of: entry.id) else { return false }
            // The payload ID is no part of the symbol.
            let length = isCarrier ? range.count : min(range.count, entry.payload.upperBound)
            rows.append(slab, range.lowerBound..<(range.lowerBound + length), head: UInt32(length))
            present.append(UInt8(truncatingIfNeeded: place))
            arrivals.append(entry.id.serial)
        }
        return true
    }

    /// Adds a repair symbol to what was laid out; false when bytes are gone.
    mutating func add(_ symbol: BlockSymbol, _ store: borrowing DatagramStore) -> Bool {
        arrivals.append(symbol.id.serial)
        guard symbol.symbol < 256, let slab = store.slab(of: symbol.id), let range = store.range(of: symbol.id) else {
            return false
        }
        let start = min(range.lowerBound + symbol.bytes.lowerBound, range.upperBound)
        let end = min(max(start, range.lowerBound + symbol.bytes.upperBound), range.upperBound)
        rows.append(slab, start..<end)
        present.append(UInt8(truncatingIfNeeded: symbol.symbol))
        return true
    }

    /// The datagram with which enough of the window had come, once everything was laid out.
    mutating func deciding(_ k: Int) -> PacketID? {
        guard k > 0, k <= arrivals.count else { return nil }
        arrivals.sort()
        return PacketID(serial: arrivals[k - 1])
    }

    /// Rebuilds the missing symbols, of `length` bytes each, by a code of `points`; false when that cannot be done.
    mutating func solve(_ points: CodePoints, _ k: Int, length: Int) -> Bool {
        guard length > 0, let highest = present.max(), let coder = coder(points, k, repairs: Int(highest) + 1 - k)
        else { return false }
        let needed = missing.count * length
        if room.capacity < needed { room = Slab(capacity: needed) } else { room.recycle() }
        return coder.rebuild(missing: missing, from: rows, present: present, length: length, into: room)
    }

    /// Lets go of what was laid out.
    mutating func clear() {
        rows.removeAll()
        present.removeAll(keepingCapacity: true)
        missing.removeAll(keepingCapacity: true)
        arrivals.removeAll(keepingCapacity: true)
    }

    private mutating func coder(_ points: CodePoints, _ k: Int, repairs: Int) -> ReedSolomon? {
        if let coder, coder.sources == k, coder.repairs >= repairs, coder.points == points { return coder }
        guard repairs > 0, k + repairs <= points.symbolLimit else { return nil }
        var most = min(max(repairs, Self.usualRepairs), points.symbolLimit - k)
        if case .learned(let rows) = points { most = rows.repairs }
        coder = ReedSolomon(points: points, sources: k, repairs: most)
        return coder
    }
}
