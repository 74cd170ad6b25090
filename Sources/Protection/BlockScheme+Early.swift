import Evidence
import NetworkFormats

extension BlockScheme {
    /// Keeps a repair packet of a window below the run's first one as long as the run's base may still be lowered
    /// (definitions C1), if the window would not have been closed when it came (definitions B1).
    mutating func keepEarly(_ symbol: BlockSymbol, k: Int, _ packet: BlockRepairPacket, in flow: FlowState) {
        guard flow.run.mayBegin(among: flow.parameters.basePackets) else { return forgetEarly() }
        guard k == lastK, symbol.index >= newestIndex - 1 || packet.id <= beginning else { return }
        let place = early.firstIndex { $0.index >= symbol.index } ?? early.count
        if place == early.count || early[place].index != symbol.index {
            let first = firstNumber - (firstIndex - symbol.index) * Int64(k)
            guard first + Int64(k) > regionFirst else { return }
            early.insert(
                BlockWindow(
                    index: symbol.index, first: first, end: first + Int64(k), k: k, opened: packet.moment.time,
                    oldest: packet.id),
                at: place)
        }
        var window = early[place]
        keep(symbol, for: &window, packet, in: flow)
        early[place] = window
    }

    /// The window `index` of `k` packets from `first` on, below the run's first one, with the repair packets that came of it.
    mutating func takeEarly(_ index: Int64, first: Int64, k: Int) -> BlockWindow? {
        guard let place = early.firstIndex(where: { $0.index == index }) else { return nil }
        let window = early.remove(at: place)
        if window.first == first, window.k == k { return window }
        forget(window)
        return nil
    }

    /// Lets go of what came below the run's first window.
    mutating func forgetEarly() {
        guard !early.isEmpty else { return }
        let windows = early
        early.removeAll()
        for window in windows { forget(window) }
    }
}
