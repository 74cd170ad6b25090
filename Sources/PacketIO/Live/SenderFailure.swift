public import NetworkFormats

/// Why datagrams cannot be sent; its description is one sentence.
public enum SenderFailure: Error, Equatable, Sendable {
    /// There is no interface of this name.
    case noSuchInterface(String)
    /// The system opens no socket, and says why.
    case cannotOpen(reason: String)
    /// The address to send from is not this host's, or its port is taken.
    case cannotBind(Endpoint, reason: String)
    /// The source's family is not that of the destination.
    case wrongFamily(source: IPAddress, destination: Endpoint)
    /// A datagram is longer than 65 507 bytes, or does not lie in the bytes that were lent.
    case wrongLength(Int)
    /// The system does not send, and says why.
    case cannotSend(to: Endpoint, reason: String)
}

extension SenderFailure: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    public var description: String {
        switch self {
        case .noSuchInterface(let name):
            "there is no network interface \(name): name one that `ip link` lists"
        case .cannotOpen(let reason): "cannot open a socket to send: \(reason)"
        case .cannotBind(let endpoint, let reason):
            "cannot send from \(endpoint): \(reason); name an address of this host and a free port"
        case .wrongFamily(let source, let destination):
            "cannot send from \(source) to \(destination): name addresses of one family"
        case .wrongLength(let length): "cannot send a datagram of \(length) bytes: 0 to 65507 are possible"
        case .cannotSend(let destination, let reason): "cannot send to \(destination): \(reason)"
        }
    }
}
