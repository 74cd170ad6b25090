import Evidence
import NetworkFormats
import Timing

extension FlowClassifier {
    /// Decides what has waited long enough at `time`, or everything when it is nil, in order of what is held.
    mutating func settle(at time: StreamTime?, into output: inout ClassifierOutput) {
        deadline = StreamTime(nanoseconds: .max)
        for flow in watches.keys.sorted() {
            guard let watch = watches[flow] else { continue }
            let end = watch.lastTime + Self.silence
            if isOver(end, at: time) { decide(flow, into: &output) } else { arm(end) }
        }
        for slot in overdueCandidates(at: time) {
            // A channel opened just now may have taken its repair packets.
            guard var candidate = candidates[slot] else { continue }
            if candidate.role == .parity, candidate.sawSequence {
                openElementaryStream(slot, into: &output)
            } else if candidate.role == .parity, !isOver(candidate.lastTime + Self.silence, at: time) {
                candidate.role = .media
                candidates[slot] = candidate
                arm(candidate.lastTime + Self.silence)
            } else {
                candidates[slot] = nil
                drop(&candidate.list, as: .unconfirmedRTP)
            }
        }
    }

    /// The candidates whose time is over, in order of what they hold; the others are waited for.
    private mutating func overdueCandidates(at time: StreamTime?) -> [Int] {
        var overdue: [(slot: Int, first: UInt64)] = []
        for slot in candidates.entries.indices {
            guard let candidate = candidates.entries[slot] else { continue }
            let end = candidate.isRepair ? candidate.firstTime + Self.parityPatience : candidate.lastTime + Self.silence
            if isOver(end, at: time) { overdue.append((slot, candidate.list.first)) } else { arm(end) }
        }
        return overdue.sorted { $0.first < $1.first }.map(\.slot)
    }

    private func isOver(_ end: StreamTime, at time: StreamTime?) -> Bool { time.map { $0 >= end } ?? true }

    /// Repair packets that no media came for are a stream of their own.
    private mutating func openElementaryStream(_ slot: Int, into output: inout ClassifierOutput) {
        guard var candidate = candidates[slot] else { return }
        candidates[slot] = nil
        guard let rtp = rtpHeader(of: PacketID(serial: candidate.list.first)),
            let moment = firstMoment(of: candidate.list),
            let channel = open(
                candidate.destination, from: candidate.source, rtp, packetLength: nil, at: moment, into: &output)
        else {
            drop(&candidate.list, as: .tableFull)
            return
        }
        deliver(&candidate.list, toNew: channel, into: &output)
    }
}
