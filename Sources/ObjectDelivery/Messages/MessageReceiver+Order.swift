import Bytes
import Timing

extension MessageReceiver {
    /// Lets time pass: incomplete messages expire, and complete ones have waited long enough for the one before them.
    mutating func tick(at time: StreamTime, into output: inout ObjectOutput) {
        var place = 0
        while place < partials.count {
            if time - partials[place].last >= limits.messageWait { giveUp(place) } else { place += 1 }
        }
        for sender in orders.indices { release(sender, at: time, into: &output) }
    }

    /// Hands on every complete message and gives the others up.
    mutating func finish(at time: StreamTime, into output: inout ObjectOutput) {
        while !partials.isEmpty { giveUp(0) }
        for sender in orders.indices {
            while !orders[sender].waiting.isEmpty { deliverFirst(of: sender, at: time, into: &output) }
        }
    }

    /// Begins anew: messages of the session before are no repetitions of what comes now.
    mutating func newSession(at time: StreamTime, into output: inout ObjectOutput) {
        finish(at: time, into: &output)
        orders.removeAll()
        delivered.removeAll()
    }

    /// Gives up an incomplete message; a cut repetition of a delivered one is nothing that anybody misses.
    mutating func giveUp(_ place: Int) {
        let partial = remove(place)
        if !delivered.contains(sender: partial.sender, object: partial.object) { counters.incomplete += 1 }
    }

    /// Hands on the messages of `sender` whose turn it is: those that follow what went out, and those that waited long
    /// enough, with everything before them.
    mutating func release(_ sender: Int, at time: StreamTime, into output: inout ObjectOutput) {
        let ripe = orders[sender].waiting.lastIndex { time - $0.completed >= limits.orderWait }
        var due = ripe.map { $0 + 1 } ?? 0
        while let next = orders[sender].waiting.first, due > 0 || isNext(next.object, of: sender) {
            deliverFirst(of: sender, at: time, into: &output)
            due -= 1
        }
        while orders[sender].waiting.count > MessageOrder.limit || orders[sender].byteCount > limits.partialBytes {
            deliverFirst(of: sender, at: time, into: &output)
        }
    }

    /// Whether nothing is missing before `object`.
    ///
    /// Before the first message only one of which a packet came is missing.
    private func isNext(_ object: UInt32, of sender: Int) -> Bool {
        if let highest = orders[sender].highest {
            return MessageOrder.distance(object, from: highest) <= 0
                || object == MessageOrder.successor(of: highest)
        }
        return !partials.contains { $0.sender == sender && MessageOrder.distance($0.object, from: object) < 0 }
    }

    private mutating func deliverFirst(of sender: Int, at time: StreamTime, into output: inout ObjectOutput) {
        let message = orders[sender].removeFirst()
        let isLate = orders[sender].highest.map { MessageOrder.distance(message.object, from: $0) < 0 } ?? false
        if isLate { counters.outOfOrder += 1 } else { orders[sender].highest = message.object }
        counters.delivered += 1
        let start = output.bytes.count
        let length = message.content.count - Self.checksumLength
        output.bytes.append(copying: message.content.lent.extracting(0..<length))
        let facts = DataMessage(
            object: message.object, first: message.first, time: time, sent: message.sent, isOutOfOrder: isLate)
        output.events.append(.message(facts, start..<output.bytes.count))
    }
}
