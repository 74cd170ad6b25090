/// Protocol numbers of the IPv4 protocol and the IPv6 next-header fields (IANA, Assigned Internet Protocol Numbers).
enum IPProtocol {
    static let hopByHop: UInt8 = 0
    static let igmp: UInt8 = 2
    static let udp: UInt8 = 17
    static let routing: UInt8 = 43
    static let fragment: UInt8 = 44
    static let authentication: UInt8 = 51
    static let icmpV6: UInt8 = 58
    static let destinationOptions: UInt8 = 60
    static let mobility: UInt8 = 135
    static let hostIdentity: UInt8 = 139
    static let shim6: UInt8 = 140
}
