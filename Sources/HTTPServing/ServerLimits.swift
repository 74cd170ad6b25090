import Glibc

/// What is looked up for every request and connection, without copying the whole of the options.
struct ServerLimits: Sendable {
    let target: Int
    let head: Int
    let body: Int
    let headDeadline: Duration
    let bodyDeadline: Duration
    /// A connection that waits for its next request may be idle, and then take as long as any head may.
    let nextHead: Duration
    let sendBuffer: Int32

    /// `TCP_NOTSENT_LOWAT`, which only the system's own headers know.
    private static let unsentLimit: Int32 = 25

    init(_ options: ServerOptions) {
        target = options.targetLimit
        head = options.headLimit
        body = options.bodyLimit
        headDeadline = options.headDeadline
        bodyDeadline = options.bodyDeadline
        nextHead = .seconds(options.idleTimeout) + options.headDeadline
        sendBuffer = Int32(clamping: options.sendBuffer)
    }

    /// Bounds what lies unsent in the system for a connection.
    func apply(to descriptor: Int32) {
        let size = socklen_t(MemoryLayout<Int32>.size)
        var most = sendBuffer
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &most, size)
        var unsent = sendBuffer / 2
        setsockopt(descriptor, Int32(IPPROTO_TCP), Self.unsentLimit, &unsent, size)
    }
}
