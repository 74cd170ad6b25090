public import ObjectDelivery

/// A message that a data channel handed on, with its bytes.
public struct KeptMessage: Hashable, Sendable {
    /// Counts the messages that the channel handed on, from 1.
    public var number: UInt64
    /// What it is; its time is when it was handed on, in stream time, and compares with picture times (definitions A7).
    public var message: DataMessage
    /// What it says.
    public var bytes: [UInt8]

    /// Message `number` of a channel.
    public init(number: UInt64, message: DataMessage, bytes: [UInt8]) {
        self.number = number
        self.message = message
        self.bytes = bytes
    }
}
