/// What became of a request.
public struct AccessRecord: Sendable {
    /// The method, as sent; the first 16 bytes of it.
    public var method: String
    /// The path as it was sent, without its query; at most ``ServerOptions/targetLimit`` bytes.
    public var rawPath: String
    /// The status that was answered; 0 when nothing was.
    public var status: Int
    /// Whether all of the answer was handed to the system.
    public var isComplete: Bool
    /// From the request's first line to the end.
    public var duration: Duration
    /// Who asked: address and port.
    public var remote: String
}
