import Evidence
import History
import Protection
import Timing

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

    /// Windows told so long after the media of the clip that they are looked at all the same: they close a little out of order.
    private static let lateWindows = 64

    /// How long before the first datagram a window may have closed that is looked at: holes are told when they are given up.
    private static let margin = StreamDuration(seconds: 5)

    /// Counts the windows of `history` that hold one of the numbers of `tally`, the clip's datagrams.
    ///
    /// A window closes when its packets have come, or later: those that closed well before the first one came are not looked at.
    init(_ history: HistorySnapshot, _ tally: PacketTally) {
        let stretches = tally.stretches
        guard let end = stretches.last, let first = tally.first, history.media.contains(first) else {
            self.init()
            return
        }
        var index = history.firstWindow(closedSince: history.media[first].time - Self.margin)
        var found: [KeptWindow] = []
        var beyond = 0
        while index < history.windowCount, beyond < Self.lateWindows {
            let window = history.window(at: index)
            index += 1
            let record = window.record
            if (window.run, record.firstNumber) > (end.run, end.last) { beyond += 1 }
            guard record.isClassified, Self.holds(record, window.run, stretches) else { continue }
            found.append(window)
        }
        self.init(found)
    }

    /// Counts `windows`, but for those in no class.
    init(_ windows: [KeptWindow]) {
        var lowest: (Int32, Int64) = (0, 0)
        var highest = lowest
        for window in windows where window.record.isClassified {
            let record = window.record
            count(record.outcome)
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

    /// Whether a window holds one of the numbers of `stretches`, which are in order.
    private static func holds(_ record: WindowRecord, _ run: Int32, _ stretches: [PacketStretch]) -> Bool {
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if (stretches[middle].run, stretches[middle].last) < (run, record.firstNumber) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < stretches.count && stretches[low].run == run && stretches[low].first <= record.lastNumber
            && record.firstNumber <= stretches[low].last
    }

    private mutating func count(_ outcome: WindowRecord.Outcome) {
        total += 1
        switch outcome {
        case .noLoss: noLoss += 1
        case .recovered: recovered += 1
        case .recoveryFailed: failed += 1
        case .partial, .open: break
        }
    }

    /// The counts as the header `X-Clip-Windows` has them: "total=12,noLoss=9,recovered=2,failed=1,first=40,last=51".
    public var text: String {
        var text = "total=\(total),noLoss=\(noLoss),recovered=\(recovered),failed=\(failed)"
        if let first, let last { text += ",first=\(first),last=\(last)" }
        return text
    }
}
