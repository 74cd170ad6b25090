import NetworkFormats

/// Datagrams that wait for their instant, in order; their memory is used again and again.
struct SendingQueue: Sendable {
    /// One that waits.
    struct Item: Sendable {
        var time: Int64 = 0
        var kind = SentDatagram.Kind.media
        var sourcePort: UInt16 = 0
        var destination = Endpoint(.unspecified, 0)
        /// Whatever its sender wants to know of it again.
        var index: Int32 = 0
        var payload: [UInt8] = []
    }

    private var items: [Item] = []
    /// Which of `items` wait, by time from `head` on, and which are free.
    private var order: [Int] = []
    private var head = 0
    private var free: [Int] = []

    /// When the first one is due; nil when none waits.
    var firstTime: Int64? { head < order.count ? items[order[head]].time : nil }

    /// Puts a datagram behind all that are not due later; takes `payload` and leaves an empty array to be filled again.
    mutating func insert(
        at time: Int64, _ kind: SentDatagram.Kind, from port: UInt16 = 0, to destination: Endpoint, index: Int32 = 0,
        _ payload: inout [UInt8]
    ) {
        let slot = free.popLast() ?? items.count
        if slot == items.count { items.append(Item()) }
        items[slot].time = time
        items[slot].kind = kind
        items[slot].sourcePort = port
        items[slot].destination = destination
        items[slot].index = index
        swap(&items[slot].payload, &payload)
        payload.removeAll(keepingCapacity: true)
        var place = order.count
        while place > head, items[order[place - 1]].time > time { place -= 1 }
        order.insert(slot, at: place)
    }

    /// Lends the first one to `body`; not to be called when none waits.
    mutating func takeFirst<Failure: Error>(_ body: (Item) throws(Failure) -> Void) throws(Failure) {
        let slot = order[head]
        head += 1
        if head >= 64, head * 2 > order.count {
            order.removeSubrange(..<head)
            head = 0
        }
        free.append(slot)
        try body(items[slot])
    }

    /// Forgets those that are due at `time` or later.
    mutating func removeAll(from time: Int64) {
        while order.count > head, let last = order.last, items[last].time >= time {
            free.append(last)
            order.removeLast()
        }
    }

    /// Forgets all that wait.
    mutating func removeAll() {
        free.append(contentsOf: order[head...])
        order.removeAll(keepingCapacity: true)
        head = 0
    }
}
