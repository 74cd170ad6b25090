import Evidence
import NetworkFormats

extension BlockScheme {
    /// Source and repair packets of a window of `k` source packets, N of definitions B3: by the repair packets announced,
    /// else by those seen.
    func size(_ k: Int, in flow: FlowState) -> Int { k + places(in: flow) }

    /// Repair packets that every window has.
    private func places(in flow: FlowState) -> Int {
        flow.code.announcedRepairs > 0 ? flow.code.announcedRepairs : repairPlaces
    }

    /// Repair packets that a window is sent with, R of the link indicator (definitions B7).
    private func capacity(in flow: FlowState) -> Int {
        if flow.code.announcedRepairs > 0 { return flow.code.announcedRepairs }
        return isCarrier ? repairPlaces : mostRepairs
    }

    /// Closes an open window: rebuilds what is missing, tells what became of it and counts every missing number.
    ///
    /// Only numbers below `end` are counted; `outcome` stands for a window that falls into no class.
    mutating func close(
        at place: Int, _ moment: Moment, as outcome: WindowRecord.Outcome? = nil,
        below end: Int64 = .max, in flow: inout FlowState, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) {
        let window = open.remove(at: place)
        let d = window.k - window.arrived
        let size = size(window.k, in: flow)
        let isError = size > flow.parameters.maximumWindow || window.k == 0
        var recovered = 0
        if d > 0, !isError, window.repairs >= d {
            recovered = flow.rebuild(window, symbols, isCarrier: isCarrier, &store, &output)
        }
        let missing = settle(window, isRebuilt: recovered > 0, below: end, in: &flow)
        let isTail = recovered < d && missing == 0
        let isCut = window.index == firstIndex && !window.hasFirst
        let isWhole = d == 0 ? WindowRecord.Outcome.noLoss : recovered >= d ? .recovered : .recoveryFailed
        var flags: WindowRecord.Flags = isTail ? .tail : []
        if size > flow.parameters.recommendedWindow || isError { flags.insert(.warning) }
        if isError { flags.insert(.error) }
        let record = WindowRecord(
            run: flow.book.windowRun, id: window.index - originIndex, k: window.k, d: d, r: window.repairs,
            recovered: recovered, capacity: capacity(in: flow), firstNumber: window.first,
            lastNumber: window.first + Int64(window.k) - 1, opened: window.opened, closed: moment.time,
            outcome: outcome ?? (isCut ? .partial : isWhole), flags: flags)
        endsInTail = isTail && record.outcome == .recoveryFailed
        flow.book.close(record, into: &output.closed)
        if record.outcome == .recoveryFailed, window.repairs >= d, !isError {
            output.notes.append(ProtectionNote(kind: .notSeparable(window: record.id), moment: moment))
        }
        closedEnd = max(closedEnd, window.end - 1)
        if d == 0, window.k > 0, !isError, flow.code.isSought { seek(window, in: &flow, store) }
        if window.repairs > 0, !proofs.contains(where: { $0.index == window.index }) { forget(window) }
    }

    /// Counts the missing numbers of a window; returns how many of them, expected by now, were not rebuilt.
    private func settle(_ window: BlockWindow, isRebuilt: Bool, below end: Int64, in flow: inout FlowState) -> Int {
        let first = max(window.first, regionFirst, flow.run.base)
        let last = min(window.end, end, flow.run.maximum + 1) - 1
        var rebuilt = 0
        if isRebuilt {
            for number in window.sources where flow.held[number].state == .rebuilt && number < end {
                flow.rebuiltThrough = max(flow.rebuiltThrough, number)
                if number >= first, number <= last { rebuilt += 1 }
            }
        }
        guard first <= last else { return 0 }
        var taken = window.taken
        if end < window.end {
            taken = 0
            for number in first...last where flow.held[number].state == .arrived { taken += 1 }
        }
        let missing = max(0, Int(last - first + 1 - taken) - rebuilt)
        flow.book.recovered += rebuilt
        flow.book.unrecovered += missing
        return missing
    }
}
