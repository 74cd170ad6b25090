/// Why the server cannot start; its description is one sentence for the person who started it.
public enum ServerFailure: Error, Equatable, Sendable {
    /// The listening address is no address with a port.
    case notAnAddress(String)
    /// Somebody else listens there.
    case inUse(String)
    /// No interface of this machine has the address.
    case notLocal(String)
    /// The port belongs to the system's administrator.
    case notPermitted(String)
    /// The system does not listen there, and says why.
    case cannotListen(String, reason: String)
    /// Certificate and key do not go together, or the library refuses to start.
    case cannotStart(reason: String)
}

extension ServerFailure: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    public var description: String {
        switch self {
        case .notAnAddress(let text):
            "\(text) is no address to listen at: give ADDRESS:PORT, [V6ADDRESS]:PORT or a PORT"
        case .inUse(let address): "\(address) is taken by another program: stop it, or listen at another port"
        case .notLocal(let address):
            "\(address) is no address of this machine: listen at one that `ip address` shows, or at 0.0.0.0"
        case .notPermitted(let address): "listening at \(address) is not permitted: take a port from 1024 on"
        case .cannotListen(let address, let reason): "cannot listen at \(address): \(reason)"
        case .cannotStart(let reason): "cannot start the web server: \(reason)"
        }
    }
}
