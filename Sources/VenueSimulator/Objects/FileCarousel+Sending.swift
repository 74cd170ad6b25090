import Bytes
public import Timing
import VenueWire

extension FileCarousel {
    /// Tables take at most one part in this many of the rate.
    private static let tableShare: Int64 = 4

    /// Takes the next datagram out; nil when there is nothing to send.
    public mutating func next() -> ObjectDatagram? {
        while let time = due {
            if run?.object != 0, time >= nextTable { beginTable(at: time) }
            if run == nil { beginFile(at: time) }
            guard var current = run else {
                // No file could be begun: the next thing is a table.
                clock = max(time, nextTable)
                continue
            }
            guard let payload = packet(of: &current, at: time) else {
                lose(current.object, at: time)
                continue
            }
            run = current.isOver ? nil : current
            if current.isOver { end(current, at: time) }
            if current.object != 0 { filePackets += 1 }
            let bits = Int64(payload.count) * 8
            clock = time + StreamDuration(nanoseconds: bits * 1_000_000 / Int64(max(1, settings.kilobitsPerSecond)))
            return ObjectDatagram(time: time, payload: payload)
        }
        return nil
    }

    /// The datagram that ends the session at `time` (A), after which nothing more is sent.
    public mutating func close(at time: StreamTime) -> ObjectDatagram {
        let header = LCTHeader(
            transportSession: UInt64(settings.transportSession), object: 0,
            codepoint: settings.layout.encoding.rawValue, closesSession: true)
        var writer = ByteWriter()
        header.write(to: &writer)
        removeAll()
        return ObjectDatagram(time: max(time, clock ?? time), payload: writer.bytes)
    }

    /// Begins to send the table, in the middle of a file if need be.
    private mutating func beginTable(at time: StreamTime) {
        if table.isEmpty || tableExpires - time < StreamDuration(nanoseconds: settings.tableLife.nanoseconds / 2) {
            // Other files or another expiry make it another instance.
            if hasSentTable { instance = (instance + 1) & (TableMark.instances - 1) }
            tableExpires = time + settings.tableLife
            table = content(until: tableExpires)
        }
        guard let cutter = ObjectCutter(length: table.count, layout: settings.layout) else { return }
        var header = LCTHeader(
            transportSession: UInt64(settings.transportSession), object: 0,
            codepoint: settings.layout.encoding.rawValue)
        header.tableMark = TableMark(instance: instance)
        interrupted = run
        run = Run(cutter: cutter, header: header, object: 0)
        hasSentTable = true
        filePackets = 0
        let bits = Int64(table.count) * 8 * 1_000_000 / Int64(max(1, settings.kilobitsPerSecond))
        nextTable = time + max(settings.tablePeriod, StreamDuration(nanoseconds: bits) * Self.tableShare)
    }

    /// Begins to send the file whose turn it is, behind a table if there was none lately.
    private mutating func beginFile(at time: StreamTime) {
        guard hasFilesToSend else { return }
        for _ in entries.indices {
            if turn >= entries.count {
                turn = 0
                rounds += 1
            }
            let entry = entries[turn]
            turn += 1
            guard entry.file.length > 0, settings.rounds.map({ entry.rounds < $0 }) ?? true,
                let cutter = ObjectCutter(length: entry.file.length, layout: settings.layout)
            else { continue }
            let header = LCTHeader(
                transportSession: UInt64(settings.transportSession), object: UInt128(entry.object),
                codepoint: settings.layout.encoding.rawValue)
            var next = Run(cutter: cutter, header: header, object: entry.object)
            next.isLastRound = settings.rounds.map { entry.rounds + 1 >= $0 } ?? false
            run = next
            // A table comes before each file that is not smaller than it.
            if entry.file.length >= table.count, filePackets > 0 { nextTable = time }
            if time >= nextTable { beginTable(at: time) }
            return
        }
    }

    /// An object was sent to its end.
    private mutating func end(_ ended: Run, at time: StreamTime) {
        if ended.object == 0 {
            run = interrupted
            interrupted = nil
        } else if let place = entries.firstIndex(where: { $0.object == ended.object }) {
            entries[place].rounds += 1
        }
    }

    /// A file cannot be read: it leaves the carousel.
    private mutating func lose(_ object: UInt32, at time: StreamTime) {
        run = nil
        guard let entry = entries.first(where: { $0.object == object }) else { return }
        failed.append(entry.file.location)
        remove(entry.file.location, at: time)
    }

    /// The next packet of an object; nil when its bytes cannot be read.
    private mutating func packet(of run: inout Run, at time: StreamTime) -> [UInt8]? {
        if run.block.map({ run.symbol >= $0.symbols }) ?? true {
            let number = run.nextBlock
            let content = table
            let read: CarouselFile.Reader?
            if run.object == 0 {
                read = { offset, count in Array(content[Int(offset)..<(Int(offset) + count)]) }
            } else {
                let object = run.object
                read = entries.first { $0.object == object }?.file.read
            }
            guard let read, let block = run.cutter.block(number, read) else { return nil }
            run.block = block
            run.nextBlock += 1
            run.symbol = 0
        }
        guard let block = run.block else { return nil }
        var header = run.header
        if run.object == 0 { header.senderTime = NetworkTime(time) }
        let symbol = run.symbol
        run.symbol += 1
        header.closesObject = run.isLastRound && run.isOver
        return run.cutter.packet(header, block, symbol)
    }

    /// The table of the files that go round.
    private func content(until expires: StreamTime) -> [UInt8] {
        var table = FileDeliveryTable(expires: NetworkTime(expires).seconds)
        for entry in entries {
            let file = entry.file
            var row = FileEntry(object: UInt64(entry.object), location: file.location)
            row.contentType = file.contentType
            row.contentEncoding = file.contentEncoding
            row.contentLength = (file.contentEncoding.isEmpty ? file.length : file.contentLength).map(UInt64.init)
            if !file.contentEncoding.isEmpty { row.transferLength = UInt64(file.length) }
            row.md5 = file.md5
            row.transfer = TransferAttributes(settings.layout.information(length: file.length))
            table.entries.append(row)
        }
        return table.xmlBody()
    }
}
