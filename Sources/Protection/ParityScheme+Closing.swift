import Evidence
import NetworkFormats

extension ParityScheme {
    /// Opens the windows of what is held already, and closes those that are full or were followed by two windows.
    mutating func adopt(
        at moment: Moment, in flow: inout FlowState, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        let low = max(regionFirst, flow.run.base)
        guard low <= flow.run.maximum else { return }
        let newest = grid.window(of: flow.run.maximum)
        // One by one, so that no more than a few are open at a time: a window may be as small as one packet.
        while nextIndex <= newest {
            open.append(adopted(nextIndex, in: flow, store))
            nextIndex += 1
            let place = open.count - 1
            if open[place].arrived == grid.size || open[place].index <= newest - 2 {
                close(at: place, moment, before: store.next, in: &flow, &store, &output)
            }
        }
    }

    private func adopted(_ index: Int64, in flow: FlowState, _ store: DatagramStore) -> OpenWindow {
        var window = OpenWindow(index: index, opened: flow.lastActivity, oldest: PacketID(serial: .max))
        let numbers = grid.numbers(of: index)
        for number in numbers where number >= regionFirst && number <= flow.run.maximum {
            let entry = flow.held[number]
            guard entry.state == .arrived else { continue }
            window.arrived += 1
            guard entry.id < window.oldest else { continue }
            window.oldest = entry.id
            window.opened = store[entry.id]?.header.time ?? window.opened
        }
        return window
    }

    /// Closes an open window: rebuilds what is missing, tells what became of it and counts every missing number.
    ///
    /// Only numbers below `end` are counted; `outcome` stands for a window that falls into no class.
    mutating func close(
        at place: Int, _ moment: Moment, before limit: PacketID, as outcome: WindowRecord.Outcome? = nil,
        below end: Int64 = .max, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        let window = open.remove(at: place)
        let numbers = grid.numbers(of: window.index)
        let d = Int(grid.size - window.arrived)
        if d > 0 {
            let slack = grid.isAligned ? 0 : grid.size
            let reach = (numbers.lowerBound - slack)...(numbers.upperBound + slack)
            flow.rebuild(numbers, reach: reach, before: limit, &store, &output)
        } else if flow.repairsFit == nil {
            flow.prove(numbers, before: limit, store)
        }
        let recovered = d > 0 ? settle(numbers, below: end, in: &flow) : 0
        let isTail = recovered < d && numbers.allSatisfy { $0 > flow.run.maximum || flow.held[$0].isHere }
        let r = flow.repairs.count(in: numbers, before: limit)
        let first = numbers.lowerBound
        let isSeenWhole = first >= regionFirst && flow.held[first].state == .arrived
        let isCut = window.index == firstIndex && !isSeenWhole
        let isWhole = d == 0 ? WindowRecord.Outcome.noLoss : recovered == d ? .recovered : .recoveryFailed
        let record = WindowRecord(
            run: flow.book.windowRun, id: window.index - originIndex, k: Int(grid.size), d: d, r: r,
            recovered: recovered, capacity: flow.protection.capacity, firstNumber: first,
            lastNumber: numbers.upperBound, opened: window.opened, closed: moment.time,
            outcome: outcome ?? (isCut ? .partial : isWhole), flags: isTail ? .tail : [])
        endsInTail = isTail && record.outcome == .recoveryFailed
        flow.book.close(record, into: &output.closed)
        if record.outcome == .recoveryFailed, r >= d {
            output.notes.append(ProtectionNote(kind: .notSeparable(window: record.id), moment: moment))
        }
        closedEnd = max(closedEnd, numbers.upperBound)
        trail = window.oldest
        let next = grid.numbers(of: open.first?.index ?? nextIndex).lowerBound
        flow.repairs.prune(below: grid.isAligned ? next : next - grid.size)
    }

    /// Counts the missing numbers of a window and tells how many of them were rebuilt.
    private func settle(_ numbers: ClosedRange<Int64>, below end: Int64, in flow: inout FlowState) -> Int {
        var recovered = 0
        var next = numbers.lowerBound
        while next <= numbers.upperBound {
            let number = next
            next += 1
            let state = flow.held[number].state
            // Numbers below the region were counted in an earlier window run.
            guard state != .arrived, number >= regionFirst else { continue }
            if state == .rebuilt {
                recovered += 1
                if number < end { flow.rebuiltThrough = max(flow.rebuiltThrough, number) }
            }
            if number < end { flow.charge(number) }
        }
        return recovered
    }
}
