import Bytes
import NetworkFormats
import Timing
import VenueWire

/// A sender of files: which instances of its table are known, and which are on their way.
struct TableSource: Sendable {
    /// An instance of which something came.
    struct Partial: Sendable {
        /// Its ID.
        let instance: UInt32
        /// How it is compressed (EXT_CENC).
        let coding: UInt8
        /// Which symbols are there.
        var assembly: ObjectAssembly
        /// The table as far as it is there.
        var content: WholeObject
        /// When its last packet came.
        var last: StreamTime
    }

    /// An instance that was read, whatever came of it.
    struct Known: Sendable {
        /// Its ID.
        let instance: UInt32
        /// How it is sent.
        let information: TransferInformation
        /// Until when its ID stands for it.
        let expires: StreamTime
    }

    /// Instances that are put together at one time.
    private static let partialLimit = 4
    /// Instances that are remembered.
    private static let knownLimit = 32

    /// Who sends.
    let source: IPAddress
    /// Its TSI.
    let transportSession: UInt64
    /// Instances on their way, in the order in which they were met.
    var partials: [Partial] = []
    /// Instances that were read, in that order.
    private(set) var known: [Known] = []
    /// The bytes of the instance read last, as they were sent: an ID with other bytes is another instance.
    private(set) var newest: [UInt8] = []
    /// Whether no instance was read since the sender began, or began anew.
    private(set) var isBlank = true
    /// Whether the session was closed by its sender: what comes now is another one.
    var isClosed = false

    /// The sender `source` in session `transportSession`, of whose tables none is known.
    init(source: IPAddress, transportSession: UInt64) {
        self.source = source
        self.transportSession = transportSession
    }

    /// Notes an instance that was read.
    mutating func note(_ table: Known, content: [UInt8]) {
        known.removeAll { $0.instance == table.instance }
        if known.count == Self.knownLimit { known.removeFirst() }
        known.append(table)
        newest = content
        isBlank = false
    }

    /// Forgets the instances that do not hold any more.
    mutating func expire(at time: StreamTime) {
        known.removeAll { $0.expires <= time }
        if known.isEmpty { newest = [] }
    }

    /// Forgets all instances that were read.
    mutating func forget() {
        known.removeAll()
        newest = []
        isClosed = false
        isBlank = true
    }

    /// Begins to put an instance together, and gives back the one that had to go for it.
    mutating func begin(_ partial: Partial) -> Partial? {
        let gone = partials.count >= Self.partialLimit ? partials.removeFirst() : nil
        partials.append(partial)
        return gone
    }

    /// Whether a packet belongs to an instance that was read and is the same still.
    func isKnown(
        _ instance: UInt32, _ information: TransferInformation, _ id: ObjectSymbolID, _ payload: RawSpan
    ) -> Bool {
        guard let table = known.last(where: { $0.instance == instance }), table.information == information else {
            return false
        }
        guard table.instance == known.last?.instance,
            let partition = BlockPartition(
                transferLength: information.transferLength, symbolLength: information.symbolLength,
                blockLength: information.blockLength),
            let count = partition.sourceCount(of: id.block), Int(id.symbol) < count
        else { return true }
        let index = partition.firstSymbol(of: id.block) + Int(id.symbol)
        let start = Int(partition.offset(of: index))
        let length = partition.length(of: index)
        guard length <= payload.byteCount, start + length <= newest.count else { return true }
        // A sender that began anew uses IDs again: other bytes are another table.
        return newest.lent.extracting(start..<(start + length)).equals(payload.extracting(0..<length))
    }
}

extension TableSource.Partial {
    /// Takes a packet's symbols.
    mutating func take(
        _ id: ObjectSymbolID, _ payload: RawSpan, shelf: inout SymbolShelf
    ) -> ObjectAssembly.Taken {
        assembly.take(id, payload, shelf: &shelf, into: &content)
    }
}
