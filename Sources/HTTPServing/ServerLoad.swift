/// What a server has to do at a moment.
public struct ServerLoad: Sendable, Equatable {
    /// Open connections.
    public var connections: Int
    /// Requests between their first line and the end of their answer.
    public var requests: Int
    /// Connections that are suspended: parked, waiting for a worker or for bytes of a stream.
    public var suspended: Int
    /// Work that waits for a worker.
    public var queuedWork: Int
}
