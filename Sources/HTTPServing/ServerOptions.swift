/// How a server is set up; every figure is a limit that holds whatever clients do.
public struct ServerOptions: Sendable {
    /// Where it listens.
    public var address: ListenAddress
    /// Threads that move bytes and ask the handler.
    public var serverThreads = 2
    /// Threads that do the work of ``Answer/work(_:)``.
    public var workers = 2
    /// How much work may wait for them; what comes then is answered 429.
    public var workLimit = 64
    /// Connections at a time; further ones wait in the system's queue.
    public var connectionLimit = 6_000
    /// Bytes of memory per connection: the head of the request and that of the answer must fit in.
    public var connectionMemory = 16 * 1024
    /// Bytes of a path with its query; longer ones are answered 414.
    public var targetLimit = 8_000
    /// Bytes of the head of a request; longer ones are answered 431.
    public var headLimit = 12 * 1024
    /// Bytes of the body of a request; longer ones are answered 413.
    public var bodyLimit = 1 << 20
    /// How long the head of a request may take from the first moment, before the connection is closed.
    public var headDeadline = Duration.seconds(10)
    /// How long the body of a request may take from the end of its head.
    public var bodyDeadline = Duration.seconds(30)
    /// Whole seconds for which a connection may be idle, and a reader may take nothing.
    public var idleTimeout = 30
    /// Bytes that the system keeps ready to send per connection, half of them unsent.
    ///
    /// What is sent then still lies in the processor's cache, and readers who take nothing hold no more. A reader far away
    /// gets at most about twice as many per round trip.
    public var sendBuffer = 256 * 1024
    /// The certificate chain and its key as PEM text: the server then speaks TLS.
    public var certificate: Certificate?
    /// Is told of every request when it is over, on a server thread: it must not block.
    public var whenAnswered: (@Sendable (AccessRecord) -> Void)?

    /// A certificate chain and its key, as PEM text.
    public struct Certificate: Sendable {
        /// The chain, the server's certificate first.
        public var chain: String
        /// The private key.
        public var key: String

        /// A chain and its key.
        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    /// The usual limits at `address`.
    public init(address: ListenAddress) { self.address = address }
}
