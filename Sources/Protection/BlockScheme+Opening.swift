import Evidence
import NetworkFormats
import Timing
import VenueWire

extension BlockScheme {
    /// The window of a source block's number, the one nearest to the newest window.
    func index(of id: SourceBlockID) -> Int64 {
        newestIndex + Int64(id.distance(from: UInt32(truncatingIfNeeded: newestIndex)))
    }

    /// The number of a packet of the newest window or of one up to a thousand ahead: the one congruent to its sequence
    /// number that is nearest to where its payload ID puts it (definitions C2); nil for other packets, and where windows
    /// are longer than any code's.
    func number(of packet: SourcePacket) -> Int64? {
        guard let id = packet.block, id.isSource, max(lastK, Int(id.sourceCount)) <= Self.placingLimit else {
            return nil
        }
        let index = index(of: id)
        guard index >= newestIndex, index <= newestIndex + Int64(Self.reach) else { return nil }
        let place = nextFirst + (index - lastIndex - 1) * Int64(lastK) + Int64(id.symbol)
        return packet.sequenceNumber.extended(nearest: place)
    }

    /// Whether a packet above all others can belong to the windows as they are: its block within reach, and beginning where
    /// the ones before it have ended (definitions B6).
    func fits(_ id: SourceBlockID, _ number: Int64) -> Bool {
        guard id.isSource || id.sourceCount == 0 else { return true }
        let index = index(of: id)
        if id.sourceCount == 0, index <= lastIndex { return true }
        if index == lastIndex, let window = open.last, window.index == index {
            return window.takes(number) && window.k == id.sourceCount && isPlace(number - window.first, id)
        }
        guard index > lastIndex else {
            guard let window = open.first(where: { $0.index == index }) else {
                return number < nextFirst && index >= newestIndex - Self.memory
            }
            return window.takes(number) && window.k == id.sourceCount && isPlace(number - window.first, id)
        }
        return index <= newestIndex + Int64(Self.reach) && first(of: id, number, steps: index - lastIndex) >= nextFirst
    }

    /// Where the window of a packet begins that is `steps` windows beyond the last one opened.
    ///
    /// As the windows' lengths say if that fits, else as the payload ID says: lengths may change.
    private func first(of id: SourceBlockID, _ number: Int64, steps: Int64) -> Int64 {
        let first = nextFirst + (steps - 1) * Int64(lastK)
        let place = number - first
        return place >= 0 && place < max(1, Int64(id.sourceCount)) && isPlace(place, id)
            ? first : number - Int64(id.symbol)
    }

    /// Whether the ID's symbol is that of the `place`th packet of a window; windows of more than 256 have no numbers left.
    private func isPlace(_ place: Int64, _ id: SourceBlockID) -> Bool { place & 0xff == Int64(id.symbol) }

    /// Opens the windows up to the one of `number`, which lies beyond them all, and closes those that two others followed.
    mutating func advance(
        to number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        if !early.isEmpty, !flow.run.mayBegin(among: flow.parameters.basePackets) { forgetEarly() }
        var k = lastK
        let index: Int64
        let first: Int64
        if let id = packet.block, id.isSource || id.sourceCount == 0 {
            index = self.index(of: id)
            k = Int(id.sourceCount)
            guard index > lastIndex else {
                // Another packet of a window that says it has none.
                giveUp(before: number, in: &flow)
                nextFirst = number + 1
                return
            }
            first = max(nextFirst, self.first(of: id, number, steps: index - lastIndex))
        } else {
            let size = Int64(max(1, lastK))
            index = lastIndex + 1 + (number - nextFirst) / size
            first = nextFirst + (index - lastIndex - 1) * size
        }
        skip(to: index, first: first, packet, in: &flow, &store, &output)
        append(
            index: index, first: first, end: max(first + Int64(k), number + 1), k: k, at: packet.moment, packet.id)
        newestIndex = max(newestIndex, index)
        closeFollowed(packet, in: &flow, &store, &output)
        // What windows of wrong lengths would take up in the ring is given up.
        let capacity = Int64(HeldPackets.capacity - CarrierRepairHeader.sourceLimit)
        while let oldest = open.first, oldest.index < index, number - oldest.first >= capacity {
            close(at: 0, packet.moment, in: &flow, &store, &output)
        }
    }

    /// Opens windows of which nothing arrived up to `index`, which begins at `first`, and closes those that two follow.
    private mutating func skip(
        to index: Int64, first: Int64, _ packet: SourcePacket, in flow: inout FlowState,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        let count = index - lastIndex - 1
        guard count > 0 else { return giveUp(before: first, in: &flow) }
        let start = nextFirst
        let size = Int64(lastK)
        for step in 0..<count {
            let end = step == count - 1 ? first : min(start + (step + 1) * size, first)
            append(
                index: lastIndex + 1, first: min(start + step * size, first), end: end, k: lastK, at: packet.moment,
                packet.id)
            newestIndex = max(newestIndex, min(index, lastIndex + 2))
            closeFollowed(packet, in: &flow, &store, &output)
        }
        let end = min(start + (count - 1) * size, first)
        if end > start { flow.vacant = start...(end - 1) }
    }

    /// What lies between the last window and `first` belongs to that window, or to none once it is closed.
    private mutating func giveUp(before first: Int64, in flow: inout FlowState) {
        guard first > nextFirst else { return }
        if let place = open.indices.last, open[place].index == lastIndex {
            open[place].end = first
        } else {
            flow.book.unrecovered += Int(max(0, first - max(nextFirst, regionFirst, flow.run.base)))
            closedEnd = max(closedEnd, first - 1)
        }
        nextFirst = first
    }

    private mutating func append(index: Int64, first: Int64, end: Int64, k: Int, at moment: Moment, _ id: PacketID) {
        open.append(BlockWindow(index: index, first: first, end: end, k: k, opened: moment.time, oldest: id))
        lastIndex = index
        lastK = k
        nextFirst = end
        remember(index, k: k)
    }

    /// Opens the windows up to `index`, which repair packets have shown.
    mutating func open(through index: Int64, at moment: Moment, _ id: PacketID) {
        while lastIndex < index {
            append(index: lastIndex + 1, first: nextFirst, end: nextFirst + Int64(lastK), k: lastK, at: moment, id)
        }
    }

    /// Closes the windows that two others followed.
    mutating func closeFollowed(
        _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        while let oldest = open.first, oldest.index < newestIndex - 1 {
            close(at: 0, packet.moment, in: &flow, &store, &output)
        }
    }

    /// Opens the windows of what is held already, and closes those that are full or were followed by two windows.
    mutating func adopt(
        at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        let newest = flow.run.maximum
        guard max(regionFirst, flow.run.base) <= newest else { return }
        let size = Int64(max(1, lastK))
        let last = lastIndex + 1 + (newest - nextFirst).flooredQuotient(size)
        while lastIndex < last {
            append(
                index: lastIndex + 1, first: nextFirst, end: nextFirst + size, k: lastK, at: moment,
                PacketID(serial: .max))
            newestIndex = max(newestIndex, min(last, lastIndex + 2))
            let place = open.count - 1
            fillAdopted(place, in: flow, store)
            if open[place].arrived == open[place].k || open[place].index < last - 1 {
                close(at: place, moment, in: &flow, &store, &output)
            }
        }
        newestIndex = lastIndex
    }

    private mutating func fillAdopted(_ place: Int, in flow: FlowState, _ store: DatagramStore) {
        open[place].opened = flow.lastActivity
        for number in open[place].sources where number >= regionFirst && number <= flow.run.maximum {
            let entry = flow.held[number]
            guard entry.state == .arrived else { continue }
            open[place].arrived += 1
            open[place].taken += 1
            if number == open[place].first { open[place].hasFirst = true }
            guard entry.id < open[place].oldest, let stored = store[entry.id] else { continue }
            open[place].oldest = entry.id
            open[place].opened = stored.header.time
            if stored.header.isTruncated { open[place].isTruncated = true }
        }
    }

    /// Opens the windows below the first one down to that of `number`, which has become the run's base, and closes again
    /// those that two others followed.
    ///
    /// Returns the number from which on missing ones are still to be told of.
    mutating func reach(
        down number: Int64, _ packet: SourcePacket, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) -> Int64 {
        let size = Int64(max(1, lastK))
        let floor = firstNumber
        guard number >= regionFirst, number < floor else { return number }
        let steps = (floor - 1 - number) / size + 1
        var below: [BlockWindow] = []
        for step in (1...steps).reversed() {
            let first = floor - step * size
            below.append(
                takeEarly(firstIndex - step, first: first, k: Int(size))
                    ?? BlockWindow(
                        index: firstIndex - step, first: first, end: first + size, k: Int(size),
                        opened: packet.moment.time, oldest: packet.id))
        }
        open.insert(contentsOf: below, at: 0)
        for window in below { remember(window.index, k: window.k) }
        firstIndex -= steps
        firstNumber = floor - steps * size
        closeFollowed(packet, in: &flow, &store, &output)
        return floor
    }
}

extension SourceBlockID {
    /// Whether it can be a source packet's.
    var isSource: Bool { Int(symbol) < Int(sourceCount) }
}
