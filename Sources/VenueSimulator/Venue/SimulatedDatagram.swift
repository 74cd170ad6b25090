public import NetworkFormats
public import Timing

/// A datagram of a simulated venue as it arrives.
public struct SimulatedDatagram: Hashable, Sendable {
    /// When it arrives: whole microseconds, never on a tick.
    public var time: StreamTime
    /// Who sent it.
    public var source: Endpoint
    /// Where it was sent to.
    public var destination: Endpoint
    /// The UDP payload.
    public var payload: [UInt8]

    /// A datagram that arrives at `time`.
    public init(time: StreamTime, source: Endpoint, destination: Endpoint, payload: [UInt8]) {
        self.time = time
        self.source = source
        self.destination = destination
        self.payload = payload
    }
}
