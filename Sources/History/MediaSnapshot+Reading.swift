public import Bytes
public import Evidence
public import TransportStream

extension MediaSnapshot {
    /// Calls `body` with each kept packet and hole from `start` on up to `end`, in order: one search for each block of them.
    public func forEachPacket(from start: MediaID, upTo end: MediaID, _ body: (MediaID, KeptPacket) -> Void) {
        var serial = max(start, first).serial
        let stop = min(end, self.end).serial
        while serial < stop {
            let index = Int(serial - first.serial)
            let block = index / Self.blockSize
            let packets = block < blocks.count ? blocks[block].packets : recent.packets
            let lower = index % Self.blockSize
            let upper = min(packets.count, lower + Int(stop - serial))
            guard lower < upper else { return }
            for place in lower..<upper {
                body(MediaID(serial: serial), packets[place])
                serial += 1
            }
        }
    }

    /// Calls `body` as ``forEachPacket(from:upTo:_:)`` does, and with where each packet's media lies; nil for a hole.
    public func forEachSlice(from start: MediaID, upTo end: MediaID, _ body: (MediaID, KeptPacket, SlabSlice?) -> Void)
    {
        var block = recent
        var lower = UInt64.max
        forEachPacket(from: start, upTo: end) { packet, kept in
            let index = packet.serial - first.serial
            if index / UInt64(Self.blockSize) != lower {
                lower = index / UInt64(Self.blockSize)
                block = Int(lower) < blocks.count ? blocks[Int(lower)] : recent
            }
            guard kept.kind != .lost else { return body(packet, kept, nil) }
            body(packet, kept, SlabSlice(block.slabs[Int(kept.slab)], Int(kept.start)..<Int(kept.start + kept.length)))
        }
    }

    /// Copies the elementary stream's bytes of a unit of `chunk`, as far as they are kept, behind what `slab` holds.
    ///
    /// False when they do not fit.
    public func copy(_ unit: AccessUnit, of chunk: Chunk, to slab: Slab) -> Bool {
        let ranges = chunk.ranges
        var block = recent
        var lower = Int.max
        var index = unit.ranges.lowerBound
        while index < unit.ranges.upperBound {
            // The packets of one datagram follow each other: one search for all of them.
            let packet = ranges[index].packet
            var behind = index + 1
            while behind < unit.ranges.upperBound, ranges[behind].packet == packet { behind += 1 }
            defer { index = behind }
            guard contains(packet) else { continue }
            let place = Int(packet.serial - first.serial)
            if place / Self.blockSize != lower {
                lower = place / Self.blockSize
                block = lower < blocks.count ? blocks[lower] : recent
            }
            let kept = block.packets[place % Self.blockSize]
            guard kept.kind != .lost else { continue }
            guard Self.copy(index..<behind, of: ranges, kept, in: block.slabs[Int(kept.slab)], to: slab) else {
                return false
            }
        }
        return true
    }

    /// Copies some ranges of one packet; those that it does not hold are left out.
    private static func copy(
        _ places: Range<Int>, of ranges: PayloadRangeList, _ kept: KeptPacket, in held: Slab, to slab: Slab
    ) -> Bool {
        let (start, end) = (Int(kept.start), Int(kept.start + kept.length))
        for place in places {
            let range = ranges[place]
            let lower = start + Int(range.offset)
            let upper = lower + Int(range.length)
            guard upper <= end else { continue }
            guard slab.append(held.bytes(in: lower..<upper)) else { return false }
        }
        return true
    }
}
