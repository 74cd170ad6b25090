public import NetworkFormats

extension MulticastReceiver {
    /// Events that are kept until they are asked for; later ones are lost.
    static let eventLimit = 1_000
    /// How long a membership stays away when it is restarted, in nanoseconds: IGMPv3 hosts say nothing about shorter breaks.
    static let restartPause: Int64 = 50_000_000

    /// What happened to the network since the last call, at most ``eventLimit`` events.
    public mutating func takeEvents() -> [ReceiverEvent] {
        defer { events.removeAll() }
        return events
    }

    /// What was done so far; asks the kernel for the drops of each socket.
    public var facts: ReceiverFacts {
        var facts = counters
        facts.interface = interface?.name
        facts.isInterfaceUp = interface.map { $0.isThere && $0.isUp } ?? true
        facts.wantedBuffer = options.bufferSize
        facts.sockets = socketCount
        for case let socket? in sockets {
            facts.datagrams += socket.datagrams
            facts.bytes += socket.bytes
            facts.kernelDrops += socket.kernelDrops
            facts.smallestBuffer = min(facts.smallestBuffer ?? .max, socket.bufferSize)
        }
        return facts
    }

    /// What each socket did; asks the kernel for its drops.
    public var socketFacts: [SocketFacts] { sockets.compactMap { $0?.facts } }

    /// Gives the memberships of a group up and makes them again a moment later, so that switches learn of them anew.
    ///
    /// All sockets of the group take part, whatever their ports: hosts tell the network nothing while one of them stays.
    public mutating func restart(_ group: IPAddress) {
        let time = readClock().monotonic + Self.restartPause
        for case let socket? in sockets where socket.isOfGroup && socket.subscription.group.address == group {
            guard socket.rejoinTime == nil else { continue }
            socket.leave()
            socket.rejoinTime = time
            restarting += 1
        }
    }

    /// Restarts the groups that were joined to be restarted until something is heard, when it is time.
    mutating func restartUnheard(at now: Int64) {
        for case let socket? in sockets {
            guard var watch = socket.watch, socket.rejoinTime == nil else { continue }
            guard socket.datagrams == 0 else {
                socket.watch = nil
                continue
            }
            guard watch.isDue(at: now) else { continue }
            socket.watch = watch
            restart(socket.subscription.group.address)
        }
    }

    /// Makes the memberships again whose pause is over.
    mutating func runRestarts(at now: Int64) {
        guard restarting > 0 else { return }
        restarting = 0
        for case let socket? in sockets {
            guard let time = socket.rejoinTime else { continue }
            guard time <= now else {
                restarting += 1
                continue
            }
            socket.rejoinTime = nil
            rejoin(socket)
        }
    }

    /// Looks whether the interface went or came, and makes memberships that are missing.
    mutating func lookAtInterface() {
        guard var looked = interface else { return }
        let change = looked.look()
        interface = looked
        for event in change.events { tell(event) }
        guard looked.isThere else { return }
        var count = 0
        for case let socket? in sockets where socket.rejoinTime == nil && socket.isOfGroup {
            guard change.needsRejoin || !socket.isJoined else { continue }
            if rejoin(socket) { count += 1 }
        }
        if change.needsRejoin, count > 0 { tell(.rejoined(count: count)) }
    }

    /// Makes a membership again; tells whether that worked.
    @discardableResult
    private mutating func rejoin(_ old: LiveSocket) -> Bool {
        guard let interface else { return false }
        var socket = old
        if old.isTiedToInterface, old.interface != interface.index {
            // The old one is bound to an interface that is gone: what came through it is read before it goes.
            guard let other = replace(old, on: interface) else { return false }
            socket = other
        }
        let error = socket.rejoin(on: interface.index)
        if error == 0 {
            counters.rejoins += 1
            if socket.isFailing { tell(.recovered(socket.subscription)) }
        } else if !socket.isFailing {
            tell(.cannotRejoin(socket.subscription, reason: systemReason(error)))
        }
        socket.isFailing = error != 0
        return error == 0
    }

    mutating func tell(_ event: ReceiverEvent) {
        if events.count < Self.eventLimit { events.append(event) }
    }
}
