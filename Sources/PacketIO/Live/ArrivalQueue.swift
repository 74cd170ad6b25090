import NetworkFormats

/// The datagrams of all sockets that were read and not given out yet, put in order of arrival.
struct ArrivalQueue {
    private var arrivals: [Arrival] = []
    private var places: [ArrivalPlace] = []
    /// How many of `places` were given out.
    private var taken = 0
    // What stays is put here, and the arrays change roles: none is allocated again.
    private var keptArrivals: [Arrival] = []
    private var keptPlaces: [ArrivalPlace] = []

    var isEmpty: Bool { taken == places.count }

    /// Adds what a socket gave; the times of one socket must not fall.
    mutating func append(_ arrival: Arrival, at time: Int64, socket: UInt32) {
        places.append(ArrivalPlace(time: time, socket: socket, index: UInt32(truncatingIfNeeded: arrivals.count)))
        arrivals.append(arrival)
    }

    /// Puts everything in order; then ``next(upTo:)`` gives it out.
    mutating func sort() { places.sort() }

    /// Takes out the next one that `limit` allows.
    mutating func next(upTo limit: MergeLimit) -> Arrival? {
        guard taken < places.count, limit.allows(places[taken]) else { return nil }
        defer { taken += 1 }
        return arrivals[Int(places[taken].index)]
    }

    /// Forgets what was given out; before anything is appended again.
    mutating func tidy() {
        for place in places[taken...] {
            keptPlaces.append(
                ArrivalPlace(
                    time: place.time, socket: place.socket, index: UInt32(truncatingIfNeeded: keptArrivals.count)))
            keptArrivals.append(arrivals[Int(place.index)])
        }
        taken = 0
        arrivals.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        swap(&arrivals, &keptArrivals)
        swap(&places, &keptPlaces)
    }

    /// Gives back the memory of long datagrams that nobody will take any more.
    func discard() {
        for place in places[taken...] {
            let arrival = arrivals[Int(place.index)]
            if Int(arrival.header.storedLength) > ReceiveBuffer.slotLength { arrival.bytes.deallocate() }
        }
    }
}
