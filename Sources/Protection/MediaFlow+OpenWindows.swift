import Evidence
public import Timing

extension MediaFlow {
    /// The windows that still take packets, as they stand at `time`: in no class yet.
    ///
    /// There are none while the protection is not known.
    public func openWindows(at time: StreamTime) -> [WindowRecord] {
        guard hasRun else { return [] }
        let run = state.book.windowRun
        switch stage {
        case .gathering: return []
        case .slots: return slots.slots.openWindows(at: time, run: run)
        case .parity:
            return parity.open.map { window in
                let numbers = parity.grid.numbers(of: window.index)
                let d = Int(parity.grid.size - window.arrived)
                return WindowRecord(
                    run: run, id: window.index - parity.originIndex, k: Int(parity.grid.size), d: d,
                    r: state.repairs.count(in: numbers, before: PacketID(serial: .max)),
                    capacity: state.protection.capacity, firstNumber: numbers.lowerBound,
                    lastNumber: numbers.upperBound, opened: window.opened, closed: time, outcome: .open)
            }
        case .block:
            return blocks.open.map { window in
                WindowRecord(
                    run: run, id: window.index - blocks.originIndex, k: window.k, d: window.k - window.arrived,
                    r: window.repairs, firstNumber: window.first, lastNumber: window.first + Int64(window.k) - 1,
                    opened: window.opened, closed: time, outcome: .open)
            }
        }
    }
}

extension SlotFlow {
    /// The slots that are not told yet, as they stand at `time`: in no class yet.
    public func openWindows(at time: StreamTime) -> [WindowRecord] { slots.openWindows(at: time, run: book.windowRun) }
}

extension Slots {
    /// The slots that are not told yet.
    func openWindows(at time: StreamTime, run: Int) -> [WindowRecord] {
        guard !isEmpty else { return [] }
        return (earlier + [current]).map { slot in
            WindowRecord(
                run: run, id: slot.index - firstIndex, k: slot.received + slot.lost, d: slot.lost,
                firstNumber: slot.first, lastNumber: slot.last, opened: start(of: slot.index), closed: time,
                outcome: .open)
        }
    }
}
