public import Timing

/// A datagram of a data or file channel and the instant at which it is sent.
public struct ObjectDatagram: Hashable, Sendable {
    /// When it is sent.
    public var time: StreamTime
    /// Its payload: an ALC packet.
    public var payload: [UInt8]

    /// A datagram of `payload`, sent at `time`.
    public init(time: StreamTime, payload: [UInt8]) {
        self.time = time
        self.payload = payload
    }
}
