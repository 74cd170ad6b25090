import Bytes
import Kernels
import Timing
import VenueWire

extension FileReceiver {
    /// Nobody means a table that ended so long ago: twenty years.
    private static let decades = StreamDuration(seconds: 20 * 365 * 86_400)

    /// Takes a packet of TOI 0.
    mutating func ingestTable(
        _ header: LCTHeader, _ datagram: RawSpan, _ sender: Int, at time: StreamTime,
        into output: inout ObjectOutput
    ) {
        guard let mark = header.tableMark else {
            counters.malformed += 1
            return
        }
        guard mark.version == 1 || mark.version == 2 else {
            counters.unsupported += 1
            return
        }
        let encoding = ObjectEncoding(rawValue: header.codepoint)
        do throws(ParseError) {
            // RFC 6726, 3.4.1: every packet of a table says how the table is sent.
            guard let range = header.transferInformation else { throw .badLength }
            let information = try TransferInformation(parsing: datagram, in: range, encoding: encoding)
            let id = try ObjectSymbolID(parsing: datagram, at: header.length, encoding: encoding)
            let start = header.length + (encoding.symbolIDLength ?? 0)
            let payload = datagram.extracting(start..<datagram.byteCount)
            if sources[sender].isKnown(mark.instance, information, id, payload) { return }
            guard let place = partialTable(mark.instance, information, header.contentCoding ?? 0, sender, at: time)
            else { return refuseTable(sender) }
            sources[sender].partials[place].last = time
            if sources[sender].partials[place].take(id, payload, shelf: &shelf) == .malformed { throw .badLength }
            if sources[sender].partials[place].assembly.isComplete {
                read(removePartial(place, of: sender), of: sender, at: time, into: &output)
            }
        } catch {
            counters.note(error)
        }
    }

    /// The place of an incomplete instance, which may begin here; nil when it is too long or sent in no known way.
    private mutating func partialTable(
        _ instance: UInt32, _ information: TransferInformation, _ coding: UInt8, _ sender: Int, at time: StreamTime
    ) -> Int? {
        let found = sources[sender].partials.firstIndex { $0.instance == instance }
        if let found {
            if sources[sender].partials[found].assembly.information == information { return found }
            _ = removePartial(found, of: sender)
        }
        guard information.transferLength <= UInt64(limits.tableLength), information.transferLength > 0,
            let assembly = ObjectAssembly(
                serial: nextSerial, information: information, symbolLimit: limits.tableLength)
        else { return nil }
        nextSerial += 1
        let partial = TableSource.Partial(
            instance: instance, coding: coding, assembly: assembly,
            content: WholeObject(length: Int(information.transferLength)), last: time)
        if let gone = sources[sender].begin(partial) { shelf.removeAll(of: gone.assembly.serial) }
        return sources[sender].partials.count - 1
    }

    private mutating func refuseTable(_ sender: Int) {
        let source = sources[sender]
        if refused.note(source.source, source.transportSession, 0) { counters.refused += 1 }
    }

    /// Takes an incomplete instance off the list.
    mutating func removePartial(_ place: Int, of sender: Int) -> TableSource.Partial {
        let partial = sources[sender].partials.remove(at: place)
        shelf.removeAll(of: partial.assembly.serial)
        return partial
    }

    /// Reads a whole instance and lists its files.
    private mutating func read(
        _ partial: TableSource.Partial, of sender: Int, at time: StreamTime, into output: inout ObjectOutput
    ) {
        let content = partial.content.bytes
        var expires = time + limits.tableWait
        defer {
            let known = TableSource.Known(
                instance: partial.instance, information: partial.assembly.information, expires: expires)
            sources[sender].note(known, content: content)
        }
        guard let body = inflated(content, partial.coding),
            let table = try? FileDeliveryTable(parsing: body.lent, entryLimit: limits.tableEntries)
        else {
            counters.refused += 1
            return
        }
        let end = Self.end(of: table, at: time)
        guard end > time else {
            counters.expired += 1
            return
        }
        expires = end
        counters.refused += table.faultyEntries
        for entry in table.entries {
            list(entry, of: sender, TableMark(instance: partial.instance), until: end, into: &output)
        }
    }

    /// Until when a table holds.
    ///
    /// Some senders count seconds from 1970 where RFC 6726 has 1900: what would have ended decades ago is read so.
    private static func end(of table: FileDeliveryTable, at time: StreamTime) -> StreamTime {
        let end = NetworkTime(seconds: table.expires, fraction: 0).instant(near: time)
        guard time - end >= decades else { return end }
        return StreamTime(nanoseconds: Int64(table.expires) * 1_000_000_000)
    }

    /// The table without its compression (EXT_CENC); nil when that is unknown, broken, or hides too much.
    private func inflated(_ content: [UInt8], _ coding: UInt8) -> [UInt8]? {
        switch coding {
        case 0: content
        case 1: try? Inflater.inflate(content.lent, .zlibOrGzip, limit: limits.tableLength)
        case 2: try? Inflater.inflate(content.lent, .raw, limit: limits.tableLength)
        case 3: try? Inflater.inflate(content.lent, .gzip, limit: limits.tableLength)
        default: nil
        }
    }
}
