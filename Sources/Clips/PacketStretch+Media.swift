import Evidence
public import History

extension MediaSnapshot {
    /// The place of the first packet whose run and last number are such that `isBehind` holds; packets are in that order.
    func firstSerial(where isBehind: (_ run: Int32, _ number: Int64) -> Bool) -> UInt64 {
        var (low, high) = (first.serial, end.serial)
        while low < high {
            let middle = low + (high - low) / 2
            let kept = self[MediaID(serial: middle)]
            let number =
                kept.run == 0 ? Int64(truncatingIfNeeded: middle) : kept.number &+ Int64(max(1, kept.count)) &- 1
            if isBehind(kept.run, number) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The packets and holes of a stretch, as far as they are kept, in their order.
    public func packets(of stretch: PacketStretch) -> [KeptPacket] {
        let lower = firstSerial { $0 != stretch.run ? $0 > stretch.run : $1 >= stretch.first }
        let upper = firstSerial { $0 != stretch.run ? $0 > stretch.run : $1 > stretch.last }
        return (lower..<max(lower, upper)).map { self[MediaID(serial: $0)] }
    }
}
