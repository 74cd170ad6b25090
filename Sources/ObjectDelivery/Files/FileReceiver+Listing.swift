import Timing
import VenueWire

extension FileReceiver {
    /// Lists what an instance of a table says of one file.
    mutating func list(
        _ entry: FileEntry, of sender: Int, _ mark: TableMark, until expires: StreamTime,
        into output: inout ObjectOutput
    ) {
        guard let path = FilePath.relative(entry.location), let coding = FileRecord.Coding(contentEncoding: entry),
            max(entry.contentLength ?? 0, entry.transferLength ?? 0) <= limits.fileLength
        else {
            counters.refused += 1
            return
        }
        let key = ObjectKey(sender: sender, object: entry.object)
        if let serial = carried[key], let place = place(of: serial), isOlder(mark, than: place) { return }
        let record = FileRecord(
            key: FileKey(serial: nextSerial), uri: entry.location, path: path, object: entry.object,
            transferLength: entry.objectLength, contentLength: entry.contentLength, contentType: entry.contentType,
            coding: coding, md5: entry.md5)
        if let serial = carried[key], let place = place(of: serial) {
            if listed[place].claim.isSameObject(as: record) {
                return renew(place, record, entry.transfer, mark, until: expires, into: &output)
            }
            // The sender began anew and uses the TOI again.
            drop(place, into: &output)
        }
        guard makeRoom() else {
            counters.refused += 1
            return
        }
        var file = ListedFile(
            record: record, claim: record, sender: sender, instance: mark.instance, expires: expires,
            transfer: entry.transfer)
        guard follow(&file, mark, into: &output) else { return }
        add(file, key, into: &output)
    }

    /// Puts a file on the list and takes the packets that came before its table.
    private mutating func add(_ file: ListedFile, _ key: ObjectKey, into output: inout ObjectOutput) {
        nextSerial += 1
        listed.append(file)
        currentCount += 1
        let serial = file.record.key.serial
        carried[key] = serial
        latest[file.record.path] = serial
        output.events.append(.fileListed(file.record))
        if file.record.transferLength == 0 { complete(listed.count - 1, into: &output) }
        guard let waiting = unlisted.firstIndex(where: { $0.key == key }) else { return }
        let packets = unlisted.remove(at: waiting).packets
        waitingBytes -= packets.byteCount
        for index in 0..<packets.count {
            packets.lend(index) { datagram in
                guard let header = try? LCTHeader(parsing: datagram), let place = place(of: serial),
                    listed[place].record.isCurrent
                else { return }
                take(header, datagram, of: place, into: &output)
            }
        }
    }

    /// Makes `file` the version behind the latest of its path; false when that is another's, or newer.
    private mutating func follow(_ file: inout ListedFile, _ mark: TableMark, into output: inout ObjectOutput) -> Bool {
        guard let serial = latest[file.record.path], let place = place(of: serial) else { return true }
        let former = listed[place]
        if former.record.isCurrent {
            guard former.sender == file.sender, former.record.uri == file.record.uri else {
                counters.refused += 1
                return false
            }
            if isOlder(mark, than: place) { return false }
        }
        file.record.version = former.record.version + 1
        if former.record.isComplete {
            file.replaces = former.record.isCurrent ? serial : nil
        } else {
            // What the unfinished version would have replaced, this one replaces.
            drop(place, into: &output)
            file.replaces = former.replaces
        }
        if let older = file.replaces, let place = self.place(of: older) { listed[place].isReplaced = true }
        return true
    }

    /// Whether an instance is older than the one that named the file at `place` last.
    private func isOlder(_ mark: TableMark, than place: Int) -> Bool {
        listed[place].instance.map { mark.distance(from: $0) < 0 } ?? false
    }

    /// A newer table names the file at `place` again.
    private mutating func renew(
        _ place: Int, _ record: FileRecord, _ transfer: TransferAttributes, _ mark: TableMark,
        until expires: StreamTime, into output: inout ObjectOutput
    ) {
        listed[place].instance = mark.instance
        listed[place].expires = expires
        listed[place].claim = record
        if listed[place].assembly == nil { listed[place].transfer = transfer }
        var known = listed[place].record
        known.contentType = record.contentType
        known.md5 = record.md5 ?? known.md5
        known.contentLength = known.contentLength ?? record.contentLength
        known.transferLength = known.transferLength ?? record.transferLength
        guard known != listed[place].record else { return }
        listed[place].record = known
        output.events.append(.fileListed(known))
    }

    /// Whether one more file can be listed; the oldest versions that are out of the table go for it.
    ///
    /// An eighth more versions than files are remembered, so that each search of the list finds many that can go.
    private mutating func makeRoom() -> Bool {
        guard currentCount < limits.files else { return false }
        guard listed.count >= limits.files + limits.files / 8 else { return true }
        var gone = max(1, limits.files / 8)
        listed.removeAll { file in
            guard gone > 0, !file.record.isCurrent else { return false }
            gone -= 1
            if latest[file.record.path] == file.record.key.serial { latest[file.record.path] = nil }
            return true
        }
        return true
    }
}

extension FileRecord {
    /// Whether `other`, which a table says of the same TOI, can be this object: what an object is never changes.
    fileprivate func isSameObject(as other: Self) -> Bool {
        func agrees<Value: Equatable>(_ mine: Value?, _ theirs: Value?) -> Bool {
            mine == nil || theirs == nil || mine == theirs
        }
        return uri == other.uri && coding == other.coding && agrees(md5, other.md5)
            && agrees(contentLength, other.contentLength) && agrees(transferLength, other.transferLength)
    }
}

extension FileRecord.Coding {
    /// The coding that a table's entry states; nil when it is none that is read.
    fileprivate init?(contentEncoding entry: FileEntry) {
        switch entry.contentEncoding.lowercased() {
        case "", "null", "identity": self = .none
        case "gzip": self = .gzip
        case "deflate": self = .deflate
        case "zlib": self = .zlib
        default: return nil
        }
    }
}
