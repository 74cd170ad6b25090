import CSockets
import NetworkFormats

extension IPAddress {
    /// The address that the system told.
    init(_ told: csockets_endpoint) {
        if told.family == 6 {
            self.init(v6: told.high, told.low)
        } else {
            self.init(v4: UInt32(truncatingIfNeeded: told.low))
        }
    }

    /// The address as the system wants it, with a port.
    func told(port: UInt16 = 0) -> csockets_endpoint {
        csockets_endpoint(high: high, low: low, port: port, family: isIPv6 ? 6 : 4)
    }
}

extension Endpoint {
    /// The endpoint that the system told.
    init(_ told: csockets_endpoint) { self.init(IPAddress(told), told.port) }

    /// The endpoint as the system wants it.
    var told: csockets_endpoint { address.told(port: port) }
}
