import Protection
import TestSupport
import Testing
import VenueWire

/// True source and repair packets over a network that loses, delays and doubles them.
@Suite("Impaired Reed-Solomon traffic")
struct ImpairedBlockTests {
    private struct Sent {
        var time: Double
        var window: Int
        var place: Int
        var isRepair: Bool
    }

    /// What arrives of `windows` windows, in order of arrival: one packet a millisecond was sent, each window's repair
    /// packets in the time of the next window.
    private static func arrivals(
        of rig: BlockRig, windows: Int, _ random: inout SeededGenerator
    ) -> [Sent] {
        let loss = Int.random(in: 0...15, using: &random)
        let delayed = Int.random(in: 0...10, using: &random)
        // Up to three windows late: in time, and too late.
        let longest = Double(3 * rig.k)
        let doubled = Int.random(in: 0...5, using: &random)
        var all: [Sent] = []
        func send(_ packet: Sent) {
            guard Int.random(in: 0..<100, using: &random) >= loss else { return }
            var packet = packet
            if Int.random(in: 0..<100, using: &random) < delayed {
                packet.time += Double.random(in: 0...longest, using: &random)
            }
            all.append(packet)
            if Int.random(in: 0..<100, using: &random) < doubled {
                packet.time += Double.random(in: 0...longest, using: &random)
                all.append(packet)
            }
        }
        for window in 0..<windows {
            let start = 1000 + Double(window * rig.k)
            for place in 0..<rig.k {
                send(Sent(time: start + Double(place), window: window, place: place, isRepair: false))
            }
            for place in 0..<rig.r {
                let time = start + Double(rig.k) + (Double(place) + 0.5) / Double(rig.r) * Double(rig.k)
                send(Sent(time: time, window: window, place: place, isRepair: true))
            }
        }
        return all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    @Test(
        "what is missing is rebuilt exactly where there are enough repair packets, and the sums hold", arguments: 0..<60
    )
    func sums(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let k = [1, 1, 2, 4, 10].randomElement(using: &random) ?? 1
        var rig = BlockRig(
            k: k, r: Int.random(in: 1...3, using: &random),
            first: [0, 1_000, 65_500].randomElement(using: &random) ?? 0,
            block: Int.random(in: 0...1_000, using: &random))
        if Bool.random(using: &random) {
            rig.rig.flow.announced(
                .init(scheme: .reedSolomon, matrix: "rizzo", sourceCount: rig.k, repairCount: rig.r))
        }
        let arrivals = Self.arrivals(of: rig, windows: 120 / k, &random)
        for packet in arrivals {
            if packet.isRepair {
                try rig.repair(packet.window, packet.place, at: packet.time)
            } else {
                try rig.send(packet.window, packet.place, at: packet.time)
            }
        }
        rig.rig.finish(at: (arrivals.last?.time ?? 0) + 1)
        let flow = rig.rig.flow
        #expect(rig.addsUp && flow.fec.corrupt == 0 && flow.counters.sequenceResets == 0)
        let windows = flow.windows
        #expect(windows.protectionWindows == windows.noLoss + windows.recoverySuccesses + windows.recoveryFailures)
        #expect(rig.windows.count == windows.protectionWindows + windows.partial + windows.open)
        // Any k of a window's packets give the others (RFC 6865, section 8: the code is MDS).
        #expect(rig.windows.allSatisfy { $0.recovered == ($0.d <= $0.r ? $0.d : 0) })
        for (number, bytes) in rig.rebuilt {
            let place = number - rig.first
            #expect(bytes == rig.packet(place.flooredQuotient(k), place - place.flooredQuotient(k) * k))
        }
        let numbers = rig.rig.released.map(\.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
}

extension Int {
    /// The quotient rounded down.
    fileprivate func flooredQuotient(_ divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
