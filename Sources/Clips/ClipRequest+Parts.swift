import History
import Timing

extension ClipRequest {
    /// The parts of `window`, oldest first, one for each run that has pictures in it.
    func parts(of window: ClipWindow, in history: HistorySnapshot) throws(ClipFailure) -> [ClipPart] {
        var parts: [ClipPart] = []
        var failure = ClipFailure.noPicture
        var index = 0
        while index < history.count {
            let run = history[index].run
            var found: Range<Int>?
            while index < history.count, history[index].run == run {
                let chunk = history[index]
                if chunk.end > window.start, chunk.start < window.end {
                    found = (found?.lowerBound ?? index)..<(index + 1)
                }
                index += 1
            }
            guard let found else { continue }
            do throws(ClipFailure) {
                if let part = try ClipPart(history, chunks: found, window: window, accuracy: accuracy) {
                    parts.append(part)
                    if gaps == .stop { return parts }
                }
            } catch {
                failure = error
            }
        }
        guard !parts.isEmpty else { throw failure }
        return parts
    }
}
