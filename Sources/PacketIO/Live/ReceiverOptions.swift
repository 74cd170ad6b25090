/// How to receive from the network.
public struct ReceiverOptions: Sendable {
    /// The receive buffer that is asked for unless told otherwise, in bytes: 8 MiB, 13 s of 5 Mb/s.
    public static let customaryBufferSize = 8 << 20

    /// The interface to receive groups on, such as "eth0" or "lo"; nil for the one the system routes groups through.
    public var interface: String?
    /// The receive buffer wanted for each socket, in bytes.
    public var bufferSize: Int
    /// Where time comes from.
    public var clock: any VenueClock
    /// Whether a buffer above net.core.rmem_max may be asked for, which needs privileges.
    var mayForceBuffer = true

    /// States the options.
    public init(
        interface: String? = nil, bufferSize: Int = Self.customaryBufferSize, clock: any VenueClock = SystemClock()
    ) {
        self.interface = interface
        self.bufferSize = bufferSize
        self.clock = clock
    }
}
