import CSockets
import NetworkFormats
import Timing

extension MulticastReceiver {
    /// How often the interface is looked at, in nanoseconds.
    static let lookInterval: Int64 = 1_000_000_000

    /// Reads every socket that has something, without waiting, for ``deliver(into:)`` to give out.
    ///
    /// What the network does to a socket is no failure but counted, and told by ``takeEvents()``.
    public mutating func receive() throws(ReceiverFailure) {
        let reading = readClock()
        clock.wake(reading)
        counters.wakeUps += 1
        if reading.monotonic >= nextLook {
            nextLook = reading.monotonic + Self.lookInterval
            lookAtInterface()
            buffer.rest()
            restartUnheard(at: reading.monotonic)
        }
        runRestarts(at: reading.monotonic)
        wasEmptied = true
        // Whatever arrived before this instant is in a socket's buffer by now: later ones may still be overtaken.
        limit = MergeLimit(time: clock.wakeUp, socket: .max)
        var isPressed = false
        let found = try set.look(among: max(1, socketCount))
        for index in 0..<found {
            let number = set[index]
            guard number < sockets.count, let socket = sockets[number] else { continue }
            if let memory = socket.memory, memory.used > memory.size / 4 { isPressed = true }
            read(socket)
        }
        if isPressed { counters.pressedWakeUps += 1 }
        let pause = !wasEmptied ? 0 : isPressed ? Self.pressedInterval : Self.interval
        nextWakeUp = reading.monotonic + pause
    }

    private mutating func read(_ socket: LiveSocket) {
        // A socket that was emptied last time was empty at that wake-up or later.
        let emptySince = socket.wasEmptied ? clock.previous : Int64.min
        let isEmptied = empty(socket)
        socket.wasEmptied = isEmptied
        guard !isEmptied else { return }
        wasEmptied = false
        socket.bound = max(socket.bound, socket.lastTime, emptySince)
        limit = min(limit, MergeLimit(time: socket.bound, socket: socket.number))
    }

    /// Reads a socket to its end, as far as its turn and the memory go; tells whether it was emptied.
    mutating func empty(_ socket: LiveSocket) -> Bool {
        // Mostly a few datagrams wait: the first call need not be ready for more.
        var wanted = ReceiveBuffer.batch / 4
        var left = Self.turnLimit
        while left > 0 {
            let room = buffer.room(for: min(wanted, left))
            guard room > 0 else { return false }
            let got = buffer.receive(from: socket.descriptor, room)
            if got < 0 { counters.socketErrors += 1 }
            guard got > 0 else { return true }
            let now = clock.time(ofMonotonic: readClock().monotonic)
            take(got, from: socket, now: now)
            if got < room { return true }
            left -= got
            wanted = ReceiveBuffer.batch
        }
        return false
    }

    /// Takes the datagrams of one call into the queue.
    private mutating func take(_ got: Int, from socket: LiveSocket, now: Int64) {
        for index in 0..<got {
            let fact = buffer.fact(index)
            guard let slot = buffer.slot(index, of: got) else { continue }
            countDrops(fact, of: socket)
            guard isOwn(fact, of: socket) else {
                counters.strays += 1
                buffer.reject(slot)
                continue
            }
            let wire = Int(fact.length)
            if fact.is_cut != 0 { counters.truncated += 1 }
            let stored = min(wire, ReceiveBuffer.longest)
            var bytes = slot
            if stored > ReceiveBuffer.slotLength {
                bytes = buffer.join(index, in: slot, length: stored)
                buffer.reject(slot)
            }
            let time = time(of: fact, socket: socket, now: now)
            let header = header(fact, of: socket, time: time, stored: stored)
            socket.datagrams += 1
            socket.bytes += UInt64(wire)
            queue.append(Arrival(header: header, bytes: bytes), at: time, socket: socket.number)
        }
        buffer.giveRejected()
    }

    private func countDrops(_ fact: csockets_datagram, of socket: LiveSocket) {
        guard fact.has_drops != 0 else { return }
        let (sum, overflow) = socket.owedDrops.addingReportingOverflow(fact.drops &- socket.toldDrops)
        socket.owedDrops = overflow ? .max : sum
        socket.toldDrops = fact.drops
    }

    /// Whether it was sent to the socket's address; one bound to all addresses takes every one.
    private func isOwn(_ fact: csockets_datagram, of socket: LiveSocket) -> Bool {
        let address = socket.subscription.group.address
        if fact.destination.family == 0 || (address.high == 0 && address.low == 0) { return true }
        return IPAddress(fact.destination) == address
    }

    /// Stream time of a datagram; of one socket it never falls.
    private mutating func time(of fact: csockets_datagram, socket: LiveSocket, now: Int64) -> Int64 {
        var time = now
        if let stamped = clock.time(ofStamp: wallTime(ofStamp: fact.stamp), now: now) {
            time = stamped
        } else {
            counters.restamped += 1
        }
        socket.lastTime = max(socket.lastTime, time)
        return socket.lastTime
    }

    private func header(
        _ fact: csockets_datagram, of socket: LiveSocket, time: Int64, stored: Int
    ) -> DatagramHeader {
        let group = socket.subscription.group
        let address = fact.destination.family == 0 ? group.address : IPAddress(fact.destination)
        defer { socket.owedDrops = 0 }
        return DatagramHeader(
            time: StreamTime(nanoseconds: time), ordinal: 0, source: Endpoint(fact.source),
            destination: Endpoint(address, group.port), droppedBefore: socket.owedDrops, wireLength: fact.length,
            storedLength: UInt32(stored), ttl: fact.ttl, dscp: fact.traffic_class >> 2)
    }
}
