import Timing
import VenueWire

/// A message of which something came.
struct PartialMessage: Sendable {
    /// The sender's place among the channel's senders.
    let sender: Int
    /// The TOI.
    let object: UInt32
    /// When its first packet came.
    let first: StreamTime
    /// When its last packet came.
    var last: StreamTime
    /// The earliest time that its packets say they were sent at.
    var sent: StreamTime?
    /// Which symbols are there; nil until a packet says how the message is sent.
    var assembly: ObjectAssembly?
    /// The message as far as it is there.
    var content = WholeObject(length: 0)
    /// Packets from before it was known how the message is sent.
    var waiting = WaitingPackets()

    /// Bytes held for it.
    var heldBytes: Int { content.bytes.count + waiting.byteCount + (assembly?.markBytes ?? 0) }

    /// A message of whose packets none was taken yet.
    init(sender: Int, object: UInt32, at time: StreamTime) {
        self.sender = sender
        self.object = object
        first = time
        last = time
    }
}

extension PartialMessage {
    /// Takes a packet's symbols, once it is known how the message is sent.
    mutating func take(
        _ id: ObjectSymbolID, _ payload: RawSpan, shelf: inout SymbolShelf
    ) -> ObjectAssembly.Taken {
        assembly?.take(id, payload, shelf: &shelf, into: &content) ?? .malformed
    }
}
