import Bytes
import NetworkFormats
import ObjectDelivery
import Timing
import VenueWire

extension FuzzTarget {
    /// An ALC packet.
    static func lct(_ input: RawSpan, _ complaints: inout Complaints) {
        guard let header = try? LCTHeader(parsing: input) else { return }
        complaints.expect(header.length <= input.byteCount, "a header of \(header.length) bytes")
        let encoding = ObjectEncoding(rawValue: header.codepoint)
        var information: TransferInformation?
        if let range = header.transferInformation {
            complaints.expect(range.upperBound <= header.length, "EXT_FTI at \(range)")
            information = try? TransferInformation(parsing: input, in: range, encoding: encoding)
        }
        if let information,
            let partition = BlockPartition(
                transferLength: information.transferLength, symbolLength: information.symbolLength,
                blockLength: information.blockLength), partition.blockCount > 0
        {
            let last = UInt32(truncatingIfNeeded: partition.blockCount - 1)
            let count = partition.sourceCount(of: last) ?? 0
            if partition.blockCount <= Int(UInt32.max) {
                complaints.expect(
                    partition.firstSymbol(of: last) + count == partition.symbolCount, "blocks lose symbols")
            }
        }
        if let id = try? ObjectSymbolID(parsing: input, at: header.length, encoding: encoding) {
            var writer = ByteWriter()
            id.write(to: &writer, encoding: encoding)
            let length = encoding.symbolIDLength ?? 0
            complaints.expect(
                writer.bytes == input.extracting(header.length..<(header.length + length)).copied(),
                "an ID is written differently")
        }
        var writer = ByteWriter()
        header.write(to: &writer, transfer: information)
        guard let again = try? LCTHeader(parsing: writer.bytes.lent) else {
            return complaints.expect(false, "what was written cannot be read")
        }
        complaints.expect(
            again.object == header.object && again.transportSession == header.transportSession
                && again.tableMark == header.tableMark && again.senderTime == header.senderTime
                && again.closesObject == header.closesObject && again.contentCoding == header.contentCoding,
            "written as \(again), was \(header)")
    }

    /// A file delivery table.
    static func fdt(_ input: RawSpan, _ complaints: inout Complaints) {
        guard let table = try? FileDeliveryTable(parsing: input, entryLimit: 64) else { return }
        complaints.expect(table.entries.count + table.faultyEntries <= 64, "too many entries")
        complaints.expect(table.entries.allSatisfy { $0.object != 0 && !$0.location.isEmpty }, "an entry names nothing")
        let body = table.xmlBody()
        guard var again = try? FileDeliveryTable(parsing: body.lent, entryLimit: 64) else {
            return complaints.expect(false, "what was written cannot be read")
        }
        again.faultyEntries = table.faultyEntries
        complaints.expect(again == table, "written as \(again), was \(table)")
    }

    /// Kind of the channel 1 | packets: time passed in units of 20 ms 1 | length 2 | ALC packet.
    static func objects(_ input: RawSpan, _ complaints: inout Complaints) {
        guard input.byteCount > 0 else { return }
        let first = witness(input, &complaints)
        let second = witness(input, &complaints)
        complaints.expect(first == second, "the same datagrams told something else")
    }

    /// Plays the datagrams, checks what was told, and gives it back.
    private static func witness(_ input: RawSpan, _ complaints: inout Complaints) -> [ObjectEvent] {
        var limits = ObjectLimits()
        limits.fileLength = 1 << 20
        limits.symbolBytes = 1 << 20
        limits.files = 20
        var receiver = ObjectReceiver(kind: input.byte(at: 0) & 1 == 0 ? .file : .data, limits: limits)
        var output = ObjectOutput()
        var told = ObjectWitness()
        var reader = ByteReader(input)
        try? reader.skip(1)
        var time = StreamTime(nanoseconds: 1_767_225_600_000_000_000)
        while reader.remaining >= 3, let step = try? reader.read(UInt8.self),
            let length = try? reader.read(UInt16.self),
            let packet = try? reader.readSpan(min(Int(length), reader.remaining))
        {
            for _ in 0..<Int(step) {
                time = time + StreamDuration(milliseconds: 20)
                if time.nanoseconds % StreamTime.tick.nanoseconds == 0 { receiver.tick(at: time, into: &output) }
            }
            if packet.byteCount == 0 { receiver.newSession(at: time, into: &output) }
            receiver.ingest(
                packet, from: IPAddress(v4: UInt32(length >> 14)), at: time, into: &output)
            told.take(&output, &complaints)
            complaints.expect(receiver.heldBytes <= 80 << 20, "\(receiver.heldBytes) bytes held")
            complaints.expect(receiver.files.count <= 20, "\(receiver.files.count) files")
        }
        receiver.finish(at: time, into: &output)
        told.take(&output, &complaints)
        let counters = receiver.counters
        complaints.expect(
            counters.delivered == told.messages && counters.delivered >= counters.outOfOrder, "\(counters)")
        return told.events
    }
}

/// What a receiver told, checked as it comes.
private struct ObjectWitness {
    var events: [ObjectEvent] = []
    var messages = 0
    private var known: [FileKey: FileRecord] = [:]
    private var told: [FileKey: UInt64] = [:]

    mutating func take(_ output: inout ObjectOutput, _ complaints: inout Complaints) {
        for event in output.events {
            switch event {
            case .message(let message, let range):
                messages += 1
                complaints.expect(range.upperBound <= output.bytes.count, "a message at \(range)")
                complaints.expect(message.first <= message.time, "a message before its first packet")
            case .fileBytes(let key, let offset, let range):
                complaints.expect(range.upperBound <= output.bytes.count && !range.isEmpty, "bytes at \(range)")
                told[key, default: 0] += UInt64(range.count)
                let length = known[key]?.transferLength ?? 0
                complaints.expect(offset + UInt64(range.count) <= length, "bytes beyond the file, at \(offset)")
            case .fileListed(let record):
                complaints.expect(
                    !record.path.hasPrefix("/") && !record.path.split(separator: "/").contains(".."), record.path)
                known[record.key] = record
            case .fileCompleted(let record):
                complaints.expect(told[record.key, default: 0] == record.transferLength, "complete without all bytes")
                known[record.key] = record
            case .fileDropped(let record):
                complaints.expect(known[record.key] != nil, "an unknown file dropped")
                known[record.key] = nil
            }
        }
        events += output.events
        output.clear()
    }
}
