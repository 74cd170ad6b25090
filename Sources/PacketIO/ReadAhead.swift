import Dispatch
import NetworkFormats

/// A second thread that reads a capture a few pieces ahead of the one that takes its datagrams.
///
/// The owner is the taking thread; letting go of it stops and awaits the other one.
final class ReadAhead {
    private let exchange = BatchExchange()
    private let thread = DispatchGroup()

    init(_ reader: LockedReader) {
        let exchange = exchange
        DispatchQueue(label: "capture reader").async(group: thread) {
            while var batch = exchange.takeEmpty() {
                reader.fill(&batch)
                let isLast = batch.turn.state != .more || batch.turn.failure != nil
                exchange.putFilled(batch)
                if isLast { return }
            }
        }
    }

    deinit {
        exchange.stop()
        thread.wait()
    }

    /// Lends the datagrams of the next piece; not to be called again after the last one.
    func drain(into sink: inout some DatagramSink) -> SourceTurn {
        let batch = exchange.takeFilled()
        batch.replay(into: &sink)
        let turn = batch.turn
        exchange.putEmpty(batch)
        return turn
    }
}

@available(*, unavailable)
extension ReadAhead: Sendable {}
