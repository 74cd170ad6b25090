import History
import Protection

/// How the protection windows behind a clip ended: those with a source packet among the clip's bytes.
public struct ClipWindows: Hashable, Sendable {
    /// How many there are; windows in no class are not counted.
    public var total = 0
    /// Windows without loss.
    public var noLoss = 0
    /// Windows that lost packets and got them all back.
    public var recovered = 0
    /// Windows that lost packets for good.
    public var failed = 0
    /// The number of the first one in the order of packets; nil without windows.
    public var first: Int64?
    /// The number of the last one in the order of packets; nil without windows.
    public var last: Int64?

    /// No window.
    public init() {}

    /// Counts the windows of `history` that hold one of the numbers of `stretches`.
    init(_ history: HistorySnapshot, _ stretches: [StreamWriter.Stretch]) {
        guard !stretches.isEmpty else { return }
        var lowest: (Int32, Int64) = (0, 0)
        var highest = lowest
        for window in history.windows where window.record.isClassified {
            let record = window.record
            let isBehind = stretches.contains {
                $0.run == window.run && $0.first <= record.lastNumber && record.firstNumber <= $0.last
            }
            guard isBehind else { continue }
            total += 1
            switch record.outcome {
            case .noLoss: noLoss += 1
            case .recovered: recovered += 1
            case .recoveryFailed: failed += 1
            case .partial, .open: break
            }
            // Windows are told as they close, which is not always in order.
            let place = (window.run, record.firstNumber)
            if first == nil || place < lowest {
                first = record.id
                lowest = place
            }
            if last == nil || place > highest {
                last = record.id
                highest = place
            }
        }
    }

    /// The counts as the header `X-Clip-Windows` has them: "total=12,noLoss=9,recovered=2,failed=1,first=40,last=51".
    public var text: String {
        var text = "total=\(total),noLoss=\(noLoss),recovered=\(recovered),failed=\(failed)"
        if let first, let last { text += ",first=\(first),last=\(last)" }
        return text
    }
}
