public import NetworkFormats

/// Why datagrams cannot be received; its description is one sentence for the person who asked for them.
public enum ReceiverFailure: Error, Equatable, Sendable {
    /// There is no interface of this name.
    case noSuchInterface(String)
    /// No interface was named, and the system has no route to the group.
    case noRoute(group: IPAddress)
    /// The system opens no socket or other descriptor, and says why.
    case cannotOpen(reason: String)
    /// More files are open than this process may have.
    case tooManyFiles(limit: Int)
    /// More sockets are wanted than one receiver has.
    case tooManySockets(limit: Int)
    /// The address and port cannot be received at, and the system says why.
    case cannotBind(Endpoint, reason: String)
    /// The group cannot be joined, and the system says why.
    case cannotJoin(Subscription, interface: String?, reason: String)
    /// More sources were named than the kernel takes.
    case tooManySources(Subscription, limit: Int)
    /// A source is of another family than the group, or a group itself.
    case wrongSource(IPAddress, of: Endpoint)
    /// A source was named for an address that is no group.
    case sourceOfUnicast(Endpoint)
    /// Waiting for datagrams failed, and the system says why.
    case cannotWait(reason: String)
}

extension ReceiverFailure: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    public var description: String {
        switch self {
        case .noSuchInterface(let name):
            "there is no network interface \(name): name one that `ip link` lists"
        case .noRoute(let group):
            "the system has no route to group \(group): name the network interface to receive on"
        case .cannotOpen(let reason): "cannot open a socket: \(reason)"
        case .tooManyFiles(let limit):
            "one file more than the \(limit) that this process may have open: raise the limit "
                + "(`ulimit -n`, or LimitNOFILE= of the service) or receive fewer flows"
        case .tooManySockets(let limit): "one flow more than the \(limit) that can be received: receive fewer"
        case .cannotBind(let endpoint, let reason):
            "cannot receive at \(endpoint): \(reason); is the address right and the port free?"
        case .cannotJoin(let subscription, let interface, let reason):
            "cannot join \(subscription)" + (interface.map { " on \($0)" } ?? "") + ": \(reason)"
        case .tooManySources(let subscription, let limit):
            "\(subscription.sources.count) sources of \(subscription.group) are more than the \(limit) that can be "
                + "named: name fewer, or none to receive every one"
        case .wrongSource(let source, let group):
            "\(source) cannot be a source of \(group): name hosts of the group's address family"
        case .sourceOfUnicast(let endpoint): "\(endpoint) is no group, so no sources can be named for it"
        case .cannotWait(let reason): "cannot wait for datagrams: \(reason)"
        }
    }
}
