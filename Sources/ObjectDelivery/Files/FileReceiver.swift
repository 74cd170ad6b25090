import Bytes
import NetworkFormats
import Timing
import VenueWire

/// Puts the files of a FLUTE session together: ranges go out as they come, tables say what they belong to (RFC 6726).
struct FileReceiver: Sendable {
    let limits: ObjectLimits
    var counters = ObjectCounters()
    var shelf: SymbolShelf
    /// The senders in the order in which they were met.
    var sources: [TableSource] = []
    /// Every version of a file that a table named, in that order, which is the order of their serial numbers.
    var listed: [ListedFile] = []
    /// Those of them that are in the table.
    var currentCount = 0
    /// The files that objects carry now, by their serial numbers.
    var carried: [ObjectKey: UInt64] = [:]
    /// The latest version of each path, by its serial number.
    var latest: [String: UInt64] = [:]
    /// Objects that no table has named yet, in the order in which they were met.
    var unlisted: [UnlistedObject] = []
    /// Bytes of their packets.
    var waitingBytes = 0
    /// Bytes of the marks of all files.
    var markBytes = 0
    var nextSerial: UInt64 = 0
    var lastSweep: StreamTime?
    var refused = RefusedObjects()
    private var lastPlace = 0

    /// Knows no file yet.
    init(limits: ObjectLimits) {
        self.limits = limits
        shelf = SymbolShelf(limit: limits.symbolBytes)
    }

    /// Bytes held.
    var heldBytes: Int {
        var sum = shelf.heldBytes + waitingBytes + markBytes
        for source in sources {
            sum += source.newest.count
            for partial in source.partials { sum += partial.content.bytes.count + partial.assembly.markBytes }
        }
        return sum
    }

    /// Takes a datagram whose header is `header`.
    mutating func ingest(
        _ header: LCTHeader, _ datagram: RawSpan, from address: IPAddress, at time: StreamTime,
        into output: inout ObjectOutput
    ) {
        guard let object = UInt64(exactly: header.object), let sender = sender(address, header.transportSession)
        else {
            if refused.note(address, header.transportSession, header.object) { counters.refused += 1 }
            return
        }
        if header.closesSession {
            sources[sender].isClosed = true
        } else if sources[sender].isClosed {
            forgetTables(of: sender)
        }
        if object == 0 {
            ingestTable(header, datagram, sender, at: time, into: &output)
        } else if let serial = carried[ObjectKey(sender: sender, object: object)] {
            guard let place = place(of: serial) else { return }
            take(header, datagram, of: place, into: &output)
        } else {
            keep(datagram, ObjectKey(sender: sender, object: object), at: time)
        }
    }

    /// Takes a packet without a symbol that ends its sender's session.
    mutating func close(_ header: LCTHeader, from address: IPAddress) {
        if let sender = sender(address, header.transportSession) { sources[sender].isClosed = true }
    }

    private mutating func sender(_ address: IPAddress, _ session: UInt64) -> Int? {
        if let place = sources.firstIndex(where: { $0.transportSession == session && $0.source == address }) {
            return place
        }
        guard sources.count < limits.senders else { return nil }
        sources.append(TableSource(source: address, transportSession: session))
        return sources.count - 1
    }

    /// The place of file `serial` in the list; nil when it is forgotten.
    mutating func place(of serial: UInt64) -> Int? {
        if lastPlace < listed.count, listed[lastPlace].record.key.serial == serial { return lastPlace }
        var low = 0
        var high = listed.count
        while low < high {
            let middle = (low + high) / 2
            if listed[middle].record.key.serial < serial { low = middle + 1 } else { high = middle }
        }
        guard low < listed.count, listed[low].record.key.serial == serial else { return nil }
        lastPlace = low
        return low
    }

    /// Keeps a packet of an object that no table has named yet, as far as there is room.
    private mutating func keep(_ datagram: RawSpan, _ key: ObjectKey, at time: StreamTime) {
        guard waitingBytes + datagram.byteCount <= limits.waitingBytes else {
            counters.shed += 1
            return
        }
        var place = unlisted.lastIndex { $0.key == key }
        if place == nil, unlisted.count < limits.partialObjects {
            unlisted.append(UnlistedObject(key: key, first: time))
            place = unlisted.count - 1
        }
        // One object leaves room for others.
        guard let place, unlisted[place].packets.byteCount + datagram.byteCount <= limits.waitingBytes / 4 else {
            counters.shed += 1
            return
        }
        unlisted[place].packets.append(datagram)
        waitingBytes += datagram.byteCount
    }
}

extension ObjectOutput: ObjectTarget {
    mutating func put(_ piece: RawSpan, at offset: UInt64, of serial: UInt64) {
        let start = bytes.count
        bytes.append(copying: piece)
        let key = FileKey(serial: serial)
        // What goes on where the piece before ended is told as one.
        if case .fileBytes(key, let before, let range) = events.last, range.upperBound == start,
            before + UInt64(range.count) == offset
        {
            events[events.count - 1] = .fileBytes(key, offset: before, range.lowerBound..<bytes.count)
        } else {
            events.append(.fileBytes(key, offset: offset, start..<bytes.count))
        }
    }
}
