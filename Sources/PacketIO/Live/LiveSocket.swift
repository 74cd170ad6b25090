import CSockets
import Glibc
import NetworkFormats

/// One socket: bound to a group or an address and a port, and a member of the group.
///
/// It is used by the receiver's thread alone.
final class LiveSocket {
    /// Its number in the merge and in the set of sockets.
    let number: UInt32
    let descriptor: Int32
    var subscription: Subscription
    /// The interface its membership was made on.
    private(set) var interface: UInt32
    private(set) var isJoined = false
    /// The receive buffer that was got, in bytes.
    let bufferSize: Int

    var datagrams: UInt64 = 0
    var bytes: UInt64 = 0
    /// The kernel's count of drops, as the last datagram told.
    var toldDrops: UInt32 = 0
    /// Drops that no datagram has told of yet.
    var owedDrops: UInt32 = 0
    /// Stream time of the last datagram.
    var lastTime = Int64.min
    /// Stream time before which nothing more can come.
    var bound = Int64.min
    var wasEmptied = true
    /// When to make the membership again, by the steady clock; nil when it is not being restarted.
    var rejoinTime: Int64?
    /// Restarts the membership until something is heard; nil when it stays as it is.
    var watch: SilenceWatch?
    /// Whether making the membership again failed the last time.
    var isFailing = false

    /// Opens a socket for `subscription` and joins its group on `interface`.
    init(
        _ subscription: Subscription, number: UInt32, interface: UInt32, interfaceName: String?, bufferSize wanted: Int,
        mayForce: Bool
    ) throws(ReceiverFailure) {
        self.number = number
        self.subscription = subscription
        self.interface = interface
        var stage: Int32 = 0
        var local = subscription.group.told
        let size = Int32(clamping: min(wanted, Int(Int32.max / 2)))
        descriptor = csockets_open_receiver(&local, interface, size, mayForce ? 1 : 0, &stage)
        guard descriptor >= 0 else {
            bufferSize = 0
            if stage == Int32(CSOCKETS_BINDING.rawValue) {
                throw .cannotBind(subscription.group, reason: systemReason(descriptor))
            }
            throw ReceiverFailure(opening: descriptor)
        }
        var memory = csockets_memory()
        // The kernel counts twice what was asked for, because its own records lie there too.
        bufferSize = csockets_read_memory(descriptor, &memory) == 0 ? Int(memory.size / 2) : 0
        let error = join()
        guard error == 0 else {
            throw .cannotJoin(subscription, interface: interfaceName, reason: systemReason(error))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether there is a group to be joined.
    var isOfGroup: Bool { subscription.group.address.isMulticast }

    /// Whether the system ties it to the index of an interface when it is bound.
    var isTiedToInterface: Bool {
        let address = subscription.group.address
        guard address.isIPv6 else { return false }
        return address.isMulticast ? address.high >> 48 & 15 <= 2 : address.high >> 54 == 0x3fa
    }

    /// Makes the membership, unless it is there; 0 or the negative errno.
    func join() -> Int32 {
        var group = subscription.group.told
        var error: Int32 = 0
        if subscription.group.address.isMulticast {
            if subscription.sources.isEmpty { error = csockets_join(descriptor, &group, nil, interface) }
            for source in subscription.sources where error == 0 || Self.isThere(error) {
                var told = source.told()
                error = csockets_join(descriptor, &group, &told, interface)
            }
        }
        isJoined = error == 0 || Self.isThere(error)
        return isJoined ? 0 : error
    }

    /// Gives the membership up, if there is one.
    func leave() {
        isJoined = false
        guard subscription.group.address.isMulticast else { return }
        var group = subscription.group.told
        // That takes all sources along, and works even when the interface is gone.
        _ = csockets_leave(descriptor, &group, nil, interface)
    }

    /// Makes the membership again, on an interface whose index may have changed; 0 or the negative errno.
    func rejoin(on interface: UInt32) -> Int32 {
        if interface != self.interface || !isJoined { leave() }
        self.interface = interface
        return join()
    }

    /// Its buffer now; nil when the system does not say.
    var memory: csockets_memory? {
        var memory = csockets_memory()
        return csockets_read_memory(descriptor, &memory) == 0 ? memory : nil
    }

    /// Datagrams that the kernel dropped so far.
    var kernelDrops: UInt64 { UInt64(memory?.drops ?? toldDrops) }

    var facts: SocketFacts {
        SocketFacts(
            subscription: subscription, datagrams: datagrams, bytes: bytes, kernelDrops: kernelDrops,
            bufferSize: bufferSize, isJoined: isJoined)
    }

    private static func isThere(_ error: Int32) -> Bool { error == -EADDRINUSE || error == -EADDRNOTAVAIL }
}
