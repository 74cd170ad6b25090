import VenueWire

extension FileReceiver {
    /// Takes a packet of the file at `place`, which a table has named.
    mutating func take(
        _ header: LCTHeader, _ datagram: RawSpan, of place: Int, into output: inout ObjectOutput
    ) {
        guard !listed[place].record.isComplete else { return }
        let encoding = ObjectEncoding(rawValue: header.codepoint)
        do throws(ParseError) {
            guard let information = try information(header, datagram, of: place) else {
                counters.shed += 1
                return
            }
            if listed[place].assembly == nil, !begin(place, information, into: &output) { return }
            if information.transferLength == 0 { return complete(place, into: &output) }
            let id = try ObjectSymbolID(parsing: datagram, at: header.length, encoding: encoding)
            let start = header.length + (encoding.symbolIDLength ?? 0)
            let payload = datagram.extracting(start..<datagram.byteCount)
            switch listed[place].assembly?.take(id, payload, shelf: &shelf, into: &output) {
            case .fresh: if listed[place].assembly?.isComplete == true { complete(place, into: &output) }
            case .known: break
            case .malformed, nil: throw .badLength
            }
        } catch {
            counters.note(error)
        }
    }

    /// How the file at `place` is sent, by its packets' EXT_FTI or else by the table; nil when neither says it.
    private func information(
        _ header: LCTHeader, _ datagram: RawSpan, of place: Int
    ) throws(ParseError) -> TransferInformation? {
        let encoding = ObjectEncoding(rawValue: header.codepoint)
        let known = listed[place].assembly?.information
        var stated: TransferInformation?
        if let range = header.transferInformation {
            stated = try TransferInformation(parsing: datagram, in: range, encoding: encoding)
            // How an object is sent never changes.
            if let known, known != stated { throw .badLength }
        } else if known == nil, let length = listed[place].record.transferLength {
            stated = listed[place].transfer.information(length: length, codepoint: encoding)
        }
        guard let information = known ?? stated else { return nil }
        guard information.encoding == encoding else { throw .badLength }
        return information
    }

    /// Begins to take the symbols of the file at `place`; false, with the file dropped, when that is beyond a limit.
    private mutating func begin(
        _ place: Int, _ information: TransferInformation, into output: inout ObjectOutput
    ) -> Bool {
        let serial = listed[place].record.key.serial
        guard information.transferLength <= limits.fileLength,
            let assembly = ObjectAssembly(serial: serial, information: information, symbolLimit: limits.symbols),
            assembly.markBytes <= limits.markBytes - markBytes
        else {
            counters.refused += 1
            drop(place, into: &output)
            return false
        }
        markBytes += assembly.markBytes
        listed[place].assembly = assembly
        note(length: information.transferLength, of: place, into: &output)
        return true
    }

    /// Notes how long the object is, and the file with it when it is sent as it is.
    private mutating func note(length: UInt64, of place: Int, into output: inout ObjectOutput) {
        var record = listed[place].record
        record.transferLength = length
        if record.coding == .none { record.contentLength = length }
        guard record != listed[place].record else { return }
        listed[place].record = record
        output.events.append(.fileListed(record))
    }

    /// The file at `place` is whole: it takes the place of the version before it.
    mutating func complete(_ place: Int, into output: inout ObjectOutput) {
        release(place)
        listed[place].record.isComplete = true
        let replaced = listed[place].replaces
        listed[place].replaces = nil
        output.events.append(.fileCompleted(listed[place].record))
        if let replaced, let older = self.place(of: replaced) { drop(older, into: &output) }
    }

    /// Lets what was held for the file at `place` go.
    private mutating func release(_ place: Int) {
        guard let assembly = listed[place].assembly else { return }
        markBytes -= assembly.markBytes
        if assembly.isCoded { shelf.removeAll(of: assembly.serial) }
        listed[place].assembly = nil
    }

    /// Takes the file at `place` out of the table.
    mutating func drop(_ place: Int, into output: inout ObjectOutput) {
        guard listed[place].record.isCurrent else { return }
        release(place)
        listed[place].record.isCurrent = false
        currentCount -= 1
        let file = listed[place]
        let key = ObjectKey(sender: file.sender, object: file.record.object)
        if carried[key] == file.record.key.serial { carried[key] = nil }
        output.events.append(.fileDropped(file.record))
        // The version before it stands again.
        if let replaces = file.replaces, let older = self.place(of: replaces) { listed[older].isReplaced = false }
    }
}
