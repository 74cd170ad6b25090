import Glibc

/// Where a server listens: a numeric address and a port.
public struct ListenAddress: Sendable, Equatable {
    /// The numeric address, without brackets; `::` takes IPv4 as well.
    public var host: String
    /// The port; 0 lets the system choose.
    public var port: UInt16

    /// An address and a port.
    public init(host: String = "0.0.0.0", port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `ADDRESS:PORT`, `[V6ADDRESS]:PORT`, `:PORT` or `PORT`.
    public init(parsing text: String) throws(ServerFailure) {
        let colon = text.lastIndex(of: ":")
        let digits = colon.map { text[text.index(after: $0)...] } ?? Substring(text)
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
        else { throw .notAnAddress(text) }
        var host = colon.map { text[..<$0] } ?? ""
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { throw .notAnAddress(text) }
        } else if host.contains(":") {
            throw .notAnAddress(text)
        }
        if host == "localhost" { host = "127.0.0.1" }
        self.init(host: host.isEmpty ? "0.0.0.0" : String(host), port: port)
        guard isNumeric else { throw .notAnAddress(text) }
    }

    /// As a person writes it.
    public var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private var isNumeric: Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
    }
}
