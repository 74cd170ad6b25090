import Glibc

/// The loopback interface of the network that this process has for itself.
enum FaultNetwork {
    /// Bytes of `struct ifreq`, and where its flags lie.
    private static let requestLength = 40
    private static let flagsOffset = 16

    /// Takes the loopback interface up or down; false when the system refuses.
    static func setLoopback(up isUp: Bool) -> Bool {
        let asking = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard asking >= 0 else { return false }
        defer { close(asking) }
        var request = [UInt8](repeating: 0, count: requestLength)
        request.replaceSubrange(0..<2, with: Array("lo".utf8))
        return request.withUnsafeMutableBytes { request in
            guard let base = request.baseAddress, ioctl(asking, UInt(SIOCGIFFLAGS), base) == 0 else { return false }
            let flags = base.loadUnaligned(fromByteOffset: flagsOffset, as: Int16.self)
            let up = Int16(IFF_UP)
            base.storeBytes(of: isUp ? flags | up : flags & ~up, toByteOffset: flagsOffset, as: Int16.self)
            return ioctl(asking, UInt(SIOCSIFFLAGS), base) == 0
        }
    }

    /// The IPv4 groups that the interface is a member of, as the kernel lists them.
    static var groups: Set<UInt32> {
        var groups: Set<UInt32> = []
        for line in ProcessFile.lines("/proc/net/igmp") where line.first == "\t" {
            // The kernel prints the address as it lies in memory.
            guard let word = line.split(whereSeparator: \.isWhitespace).first, let stored = UInt32(word, radix: 16)
            else { continue }
            groups.insert(UInt32(bigEndian: stored))
        }
        return groups
    }
}
