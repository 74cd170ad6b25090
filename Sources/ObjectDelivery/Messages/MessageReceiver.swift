import Bytes
import Kernels
import NetworkFormats
import Timing
import VenueWire

/// Puts the messages of a data channel together: object = message and CRC-32, without a file delivery table.
struct MessageReceiver: Sendable {
    /// Bytes of the checksum behind every message.
    static let checksumLength = 4

    let limits: ObjectLimits
    var counters = ObjectCounters()
    /// The senders in the order in which they were met; never one less until a new session begins.
    var orders: [MessageOrder] = []
    /// Incomplete messages in the order in which they were met.
    var partials: [PartialMessage] = []
    var delivered: DeliveredMessages
    var shelf: SymbolShelf
    private var refused = RefusedObjects()
    private var nextSerial: UInt64 = 0

    /// Knows no message yet.
    init(limits: ObjectLimits) {
        self.limits = limits
        delivered = DeliveredMessages(limit: limits.remembered)
        shelf = SymbolShelf(limit: limits.symbolBytes)
    }

    /// Bytes held.
    var heldBytes: Int {
        var sum = shelf.heldBytes + partialBytes
        for order in orders { sum += order.byteCount }
        return sum
    }

    /// Bytes held for incomplete messages, symbols that wait for their block excepted.
    private var partialBytes: Int {
        var sum = 0
        for partial in partials { sum += partial.heldBytes }
        return sum
    }

    /// Takes a datagram whose header is `header`.
    mutating func ingest(
        _ header: LCTHeader, _ datagram: RawSpan, from source: IPAddress, at time: StreamTime,
        into output: inout ObjectOutput
    ) {
        guard let object = UInt32(exactly: header.object), object != 0, header.tableMark == nil,
            let sender = sender(source, header.transportSession)
        else { return refuse(source, header) }
        let encoding = ObjectEncoding(rawValue: header.codepoint)
        var information: TransferInformation?
        if let range = header.transferInformation {
            do {
                information = try TransferInformation(parsing: datagram, in: range, encoding: encoding)
            } catch {
                counters.note(error)
                return
            }
            guard let length = information?.transferLength, length <= messageLimit else {
                return refuse(source, header)
            }
        }
        let place = place(of: object, sender: sender, at: time)
        partials[place].last = time
        note(header.senderTime, of: place, at: time)
        if let information, !begin(place, information) { return refuse(source, header) }
        guard partials[place].assembly != nil else { return keep(datagram, of: place) }
        take(datagram, after: header.length, encoding, of: place)
        completeIfWhole(place, at: time, into: &output)
    }

    /// Bytes that the largest message has as an object.
    private var messageLimit: UInt64 { UInt64(max(0, limits.messageLength) + Self.checksumLength) }

    private mutating func refuse(_ source: IPAddress, _ header: LCTHeader) {
        if refused.note(source, header.transportSession, header.object) { counters.refused += 1 }
    }

    /// The place of a sender among the channel's; nil when there are too many.
    private mutating func sender(_ source: IPAddress, _ session: UInt64) -> Int? {
        if let place = orders.firstIndex(where: { $0.transportSession == session && $0.source == source }) {
            return place
        }
        guard orders.count < limits.senders else { return nil }
        orders.append(MessageOrder(source: source, transportSession: session))
        return orders.count - 1
    }

    /// The place of an incomplete message, which may begin here.
    private mutating func place(of object: UInt32, sender: Int, at time: StreamTime) -> Int {
        if let place = partials.lastIndex(where: { $0.object == object && $0.sender == sender }) { return place }
        if partials.count >= max(1, limits.partialObjects) || partialBytes >= limits.partialBytes { giveUp(0) }
        partials.append(PartialMessage(sender: sender, object: object, at: time))
        return partials.count - 1
    }

    private mutating func note(_ sent: NetworkTime?, of place: Int, at time: StreamTime) {
        guard let sent = sent?.instant(near: time) else { return }
        partials[place].sent = min(partials[place].sent ?? sent, sent)
    }

    /// Begins to put the message together, once it is known how it is sent; false when it is sent in no known way.
    private mutating func begin(_ place: Int, _ information: TransferInformation) -> Bool {
        if partials[place].assembly?.information == information { return true }
        // Other information under the same TOI is another message: what came of the one before is of no use.
        guard
            let assembly = ObjectAssembly(
                serial: nextSerial, information: information, symbolLimit: limits.messageLength + Self.checksumLength)
        else {
            _ = remove(place)
            return false
        }
        nextSerial += 1
        if let former = partials[place].assembly { shelf.removeAll(of: former.serial) }
        partials[place].assembly = assembly
        partials[place].content = WholeObject(length: Int(information.transferLength))
        let waiting = partials[place].waiting
        partials[place].waiting = WaitingPackets()
        for index in 0..<waiting.count {
            waiting.lend(index) { datagram in
                guard let header = try? LCTHeader(parsing: datagram) else { return }
                take(datagram, after: header.length, ObjectEncoding(rawValue: header.codepoint), of: place)
            }
        }
        return true
    }

    /// Takes an incomplete message off the list.
    mutating func remove(_ place: Int) -> PartialMessage {
        let partial = partials.remove(at: place)
        if let assembly = partial.assembly, assembly.isCoded { shelf.removeAll(of: assembly.serial) }
        return partial
    }

    /// Keeps a packet that cannot be read yet, as far as there is room.
    private mutating func keep(_ datagram: RawSpan, of place: Int) {
        guard partials[place].waiting.byteCount + datagram.byteCount <= 2 * limits.messageLength else {
            counters.shed += 1
            return
        }
        partials[place].waiting.append(datagram)
    }

    private mutating func take(_ datagram: RawSpan, after length: Int, _ encoding: ObjectEncoding, of place: Int) {
        do {
            guard encoding == partials[place].assembly?.information.encoding else { throw ParseError.badLength }
            let id = try ObjectSymbolID(parsing: datagram, at: length, encoding: encoding)
            let start = length + (encoding.symbolIDLength ?? 0)
            let payload = datagram.extracting(start..<datagram.byteCount)
            if partials[place].take(id, payload, shelf: &shelf) == .malformed { counters.malformed += 1 }
        } catch {
            counters.malformed += 1
        }
    }

    /// Hands a message on when all of it is there.
    private mutating func completeIfWhole(_ place: Int, at time: StreamTime, into output: inout ObjectOutput) {
        guard partials[place].assembly?.isComplete == true else { return }
        let partial = remove(place)
        let content = partial.content.bytes
        guard let checksum = Self.checksum(of: content) else {
            counters.corrupt += 1
            return
        }
        let key = DeliveredMessages.Key(sender: partial.sender, object: partial.object, checksum: checksum)
        if delivered.note(key) {
            orders[partial.sender].insert(
                MessageOrder.Waiting(
                    object: partial.object, first: partial.first, completed: time, sent: partial.sent,
                    content: content))
        } else {
            counters.duplicates += 1
        }
        release(partial.sender, at: time, into: &output)
    }

    /// The checksum behind the message, when it is right.
    private static func checksum(of content: [UInt8]) -> UInt32? {
        guard content.count >= checksumLength else { return nil }
        let length = content.count - checksumLength
        let stated: UInt32 = content.lent.bigEndian(at: length)
        return CRC32.checksum(content.lent.extracting(0..<length)) == stated ? stated : nil
    }
}
