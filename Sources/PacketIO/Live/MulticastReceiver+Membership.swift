public import NetworkFormats

extension MulticastReceiver {
    /// What is received, in the order of the sockets.
    public var subscriptions: [Subscription] { sockets.compactMap { $0?.subscription } }

    /// Begins to receive a flow; one that is received already only gets its sources changed.
    ///
    /// With `restartsUntilHeard` its group is joined anew after 5, 10, 20, 40 and then every 60 s as long as no datagram
    /// has come: switches that forgot the membership learn of it again.
    public mutating func join(
        _ subscription: Subscription, restartsUntilHeard: Bool = false
    ) throws(ReceiverFailure) {
        try Self.check(subscription)
        if let known = socket(of: subscription.group) {
            guard known.subscription != subscription else { return }
            return try change(known, to: subscription)
        }
        guard socketCount < Self.socketLimit else { throw .tooManySockets(limit: Self.socketLimit) }
        if interface == nil, subscription.group.address.isMulticast {
            interface = try NetworkInterface(to: subscription.group.address)
        }
        let number = freeNumber()
        let socket = try LiveSocket(
            subscription, number: UInt32(number), interface: interface?.index ?? 0, interfaceName: interface?.name,
            bufferSize: options.bufferSize, mayForce: options.mayForceBuffer)
        if restartsUntilHeard, socket.isOfGroup { socket.watch = SilenceWatch(at: readClock().monotonic) }
        // It was empty when it was made, and so it was at the last wake-up.
        socket.bound = clock.wakeUp
        try set.add(socket)
        if number == sockets.count { sockets.append(socket) } else { sockets[number] = socket }
        numbers[subscription.group] = number
        socketCount += 1
    }

    /// The lowest number that no socket has.
    private mutating func freeNumber() -> Int {
        while lowestFree < sockets.count, sockets[lowestFree] != nil { lowestFree += 1 }
        return lowestFree
    }

    /// Stops receiving a flow and closes its socket; false when it was not received.
    ///
    /// What was read before is still given out.
    @discardableResult
    public mutating func leave(_ group: Endpoint) -> Bool {
        guard let socket = socket(of: group) else { return false }
        close(socket)
        return true
    }

    /// Stops receiving everything.
    public mutating func leaveAll() {
        for case let socket? in sockets { close(socket) }
        sockets.removeAll()
        lowestFree = 0
    }

    func socket(of group: Endpoint) -> LiveSocket? {
        numbers[group].flatMap { sockets[$0] }
    }

    /// Opens a socket in place of one that is tied to an interface that went; nil when that fails, or has to wait.
    mutating func replace(_ old: LiveSocket, on interface: NetworkInterface) -> LiveSocket? {
        // What the kernel gave the old one comes first.
        guard empty(old) else { return nil }
        do throws(ReceiverFailure) {
            let socket = try LiveSocket(
                old.subscription, number: old.number, interface: interface.index, interfaceName: interface.name,
                bufferSize: options.bufferSize, mayForce: options.mayForceBuffer)
            try set.add(socket)
            socket.lastTime = old.lastTime
            socket.bound = clock.wakeUp
            socket.isFailing = old.isFailing
            socket.watch = old.watch
            close(old)
            sockets[Int(socket.number)] = socket
            numbers[socket.subscription.group] = Int(socket.number)
            socketCount += 1
            return socket
        } catch {
            if !old.isFailing { tell(.cannotRejoin(old.subscription, reason: error.description)) }
            old.isFailing = true
            return nil
        }
    }

    private mutating func close(_ socket: LiveSocket) {
        counters.datagrams += socket.datagrams
        counters.bytes += socket.bytes
        counters.kernelDrops += socket.kernelDrops
        sockets[Int(socket.number)] = nil
        numbers[socket.subscription.group] = nil
        lowestFree = min(lowestFree, Int(socket.number))
        socketCount -= 1
    }

    private mutating func change(_ socket: LiveSocket, to subscription: Subscription) throws(ReceiverFailure) {
        let old = socket.subscription
        socket.leave()
        socket.subscription = subscription
        let error = socket.join()
        guard error != 0 else { return }
        socket.leave()
        socket.subscription = old
        _ = socket.join()
        throw .cannotJoin(subscription, interface: interface?.name, reason: systemReason(error))
    }

    private static func check(_ subscription: Subscription) throws(ReceiverFailure) {
        let group = subscription.group
        guard !subscription.sources.isEmpty else { return }
        guard group.address.isMulticast else { throw .sourceOfUnicast(group) }
        guard subscription.sources.count <= Subscription.sourceLimit else {
            throw .tooManySources(subscription, limit: Subscription.sourceLimit)
        }
        for source in subscription.sources
        where source.isMulticast || source.isIPv6 != group.address.isIPv6 {
            throw .wrongSource(source, of: group)
        }
    }
}
