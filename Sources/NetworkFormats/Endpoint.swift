/// An address and a UDP port.
public struct Endpoint: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The address.
    public var address: IPAddress
    /// The UDP port.
    public var port: UInt16

    /// The endpoint of `address` and `port`.
    public init(_ address: IPAddress, _ port: UInt16) {
        self.address = address
        self.port = port
    }

    /// "239.1.1.1:5000" or "[ff3e::1]:5000".
    public var description: String { address.isIPv6 ? "[\(address)]:\(port)" : "\(address):\(port)" }

    /// Numerical order by address, then port.
    public static func < (left: Self, right: Self) -> Bool {
        left.address != right.address ? left.address < right.address : left.port < right.port
    }
}
