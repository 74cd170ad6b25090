import Foundation
import ObjectDelivery
import Pipeline
import Reports

extension OrderedJSON {
    /// A message of a data channel, as events and lists show it: base64 always, text when the bytes are UTF-8.
    init(message: KeptMessage, id: String) {
        let text = String(validating: message.bytes, as: UTF8.self)
        self = [
            "time": .string(message.message.time.rfc3339), "id": .string(id),
            "toi": .integer(Int(message.message.object)), "bytes": .integer(message.bytes.count),
            "base64": .string(Data(message.bytes).base64EncodedString()), "text": text.map(OrderedJSON.string),
        ]
    }
}

/// Names the messages of a data channel over one run of the server: "epoch.number".
struct MessageID: Equatable, Sendable {
    /// When the channel was first seen, in milliseconds since 1970: another run of the server has another one.
    var epoch: Int64
    /// Counts the channel's messages from 1.
    var number: UInt64

    init(epoch: Int64, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }

    /// Reads what a client sends back; nil when it is none.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = Int64(parts[0]), let number = UInt64(parts[1]) else { return nil }
        self.init(epoch: epoch, number: number)
    }

    /// "epoch.number".
    var text: String { "\(epoch).\(number)" }
}
