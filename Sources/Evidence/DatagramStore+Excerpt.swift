import Bytes
import NetworkFormats
import Timing

extension DatagramStore {
    /// Datagrams out of the order of time that are looked over where a stretch begins and ends: some waited until it was
    /// known what they are, and were appended behind younger ones.
    private static let straying = 64

    /// What arrived in a stretch, in order of arrival; nothing that was rebuilt, and as much as is still kept.
    ///
    /// It costs what the stretch is long, and the bytes stay where they lie: their slabs are filled again only when nobody
    /// holds them any more.
    public func excerpt(_ stretch: DatagramStretch) -> [ArrivedDatagram] {
        guard count > 0, stretch.first <= stretch.last, stretch.last >= first, stretch.first < next else { return [] }
        let core =
            place(of: max(stretch.first, first))...place(of: min(stretch.last, PacketID(serial: next.serial - 1)))
        let lower = reach(from: core.lowerBound, step: -1) {
            entries[$0].time >= time(core.lowerBound) - stretch.before
        }
        let upper = reach(from: core.upperBound, step: 1) { entries[$0].time <= time(core.upperBound) + stretch.after }
        var found: [ArrivedDatagram] = []
        found.reserveCapacity(upper - lower + 1)
        var path = place(ofPath: firstSerial + UInt64(lower))
        for index in lower...upper {
            let entry = entries[index]
            let serial = firstSerial + UInt64(index)
            while path + 1 < paths.count, paths[path + 1].first <= serial { path += 1 }
            guard !entry.flags.contains(.recovered) else { continue }
            found.append(
                ArrivedDatagram(
                    id: PacketID(serial: serial), header: entry.header(on: paths[path]), flags: entry.flags,
                    bytes: SlabSlice(slabs[Int(entry.slabNumber &- firstSlab)].slab, entry.range)))
        }
        // What waited for its turn goes back to where it arrived.
        found.sort { $0.header.ordinal < $1.header.ordinal }
        return found
    }

    private func time(_ index: Int) -> StreamTime { entries[index].time }

    private func place(of id: PacketID) -> Int { Int(id.serial - firstSerial) }

    /// The farthest entry from `start` on, in steps, that `belongs`; a few that do not are passed over.
    private func reach(from start: Int, step: Int, _ belongs: (Int) -> Bool) -> Int {
        var found = start
        var index = start + step
        var missed = 0
        while index >= 0, index < count, missed < Self.straying {
            if belongs(index) {
                found = index
                missed = 0
            } else {
                missed += 1
            }
            index += step
        }
        return found
    }
}

extension DatagramStore.Entry {
    /// What is known of the datagram besides its payload.
    func header(on path: DatagramStore.Path) -> DatagramHeader {
        DatagramHeader(
            time: time, ordinal: ordinal, source: path.source, destination: path.destination,
            droppedBefore: droppedBefore, wireLength: wireLength, storedLength: storedLength, ttl: ttl, dscp: dscp)
    }
}
