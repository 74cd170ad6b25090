import Bytes

/// The newest events of one run of the server, numbered from 1; what is kept is bounded by count and by bytes.
struct EventLog: Sendable {
    /// An event as it is sent.
    struct Entry: Sendable {
        /// Its number.
        var number: UInt64
        /// Its name.
        var name: EventName
        /// The whole block, with the empty line at its end; every reader is sent the same bytes.
        var block: SliceList
    }

    /// Events that are kept.
    static let countLimit = 4_096
    /// Bytes of blocks that are kept.
    static let byteLimit = 8 << 20

    /// Names this run of the server: another one has another value.
    let epoch: Int64
    /// The number of the newest event; 0 before the first.
    private(set) var last: UInt64 = 0
    /// Bytes of the blocks that are kept.
    private(set) var byteCount = 0
    private var entries: [Entry] = []
    private var gone = 0

    /// An empty log.
    init(epoch: Int64) { self.epoch = epoch }

    /// How many events are kept.
    var count: Int { entries.count - gone }

    /// The number of the last event that is not kept any more; 0 while all are.
    var lastGone: UInt64 { last - UInt64(count) }

    /// Keeps an event whose data is `data`, one line of text; the oldest make room for it, and the newest is always kept.
    mutating func append(_ name: EventName, data: String) {
        last += 1
        let block = SliceList(copying: Self.block(name, data: data, id: MessageID(epoch: epoch, number: last).text))
        entries.append(Entry(number: last, name: name, block: block))
        byteCount += block.count
        while count > 1, count > Self.countLimit || byteCount > Self.byteLimit {
            byteCount -= entries[gone].block.count
            entries[gone].block = SliceList()
            gone += 1
        }
        // What is gone is cut off now and then, so that an event costs the same however many are kept.
        guard gone > Self.countLimit / 2 else { return }
        entries.removeFirst(gone)
        gone = 0
    }

    /// The kept events after `number`, oldest first.
    func after(_ number: UInt64) -> ArraySlice<Entry> {
        let skipped = number <= lastGone ? 0 : number >= last ? count : Int(number - lastGone)
        return entries[(gone + skipped)...]
    }

    /// An event as the standard of server-sent events writes it.
    static func block(_ name: EventName, data: String, id: String) -> [UInt8] {
        Array("id: \(id)\nevent: \(name.rawValue)\ndata: \(data)\n\n".utf8)
    }
}
