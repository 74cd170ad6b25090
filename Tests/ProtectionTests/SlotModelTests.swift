import Protection
import TestSupport
import Testing
import Timing

@Suite("Slots against a plain model")
struct SlotModelTests {
    /// How many are compared; each has its number as seed.
    static let flows: UInt64 = 40

    /// Random traffic without repair packets: about 60 packets a second for up to eight seconds, with loss, bursts of
    /// loss, delays up to a second, duplicates and pauses of up to three seconds.
    private func arrivals(_ random: inout SeededGenerator) -> [(time: Double, number: Int)] {
        var all: [(time: Double, number: Int)] = []
        let origin = [10, 65400].randomElement(using: &random) ?? 0
        let loss = Double.random(in: 0...0.2, using: &random)
        let disorder = Double.random(in: 0...0.2, using: &random)
        var time = Double.random(in: 1000...1500, using: &random)
        for index in 0..<Int.random(in: 100...400, using: &random) {
            time += Double.random(in: 1...25, using: &random)
            if Int.random(in: 0..<150, using: &random) == 0 { time += Double.random(in: 500...3000, using: &random) }
            let isClean = index < 5
            if !isClean, Double.random(in: 0..<1, using: &random) < loss { continue }
            let isDelayed = !isClean && Double.random(in: 0..<1, using: &random) < disorder
            all.append((time + (isDelayed ? Double.random(in: 0...1000, using: &random) : 0), origin + index))
            if Int.random(in: 0..<20, using: &random) == 0 { all.append((time + 7, origin + index)) }
        }
        return all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    @Test("agrees in every slot and every counter over random flows")
    func agrees() {
        for seed in 0..<Self.flows {
            var random = SeededGenerator(seed: seed)
            var rig = FlowRig()
            var model = SlotModel()
            var tick = 1000
            var last = 0.0
            for (time, number) in arrivals(&random) {
                while Double(tick) <= time {
                    model.tick(at: tick)
                    tick += 100
                }
                model.source(number, at: time)
                rig.send(number, at: time)
                last = time
            }
            rig.finish(at: last)
            let first = (rig.closed.first?.opened.nanoseconds ?? 0) / 500_000_000
            let windows = rig.closed.map {
                SlotModel.Window(slot: Int($0.id + first), k: $0.k, d: $0.d, outcome: "\($0.outcome)")
            }
            let isSame = windows == model.windows()
            #expect(isSame, "slots of seed \(seed)")
            let counters = rig.flow.counters
            #expect(counters.lost == model.lost && counters.late == model.late, "seed \(seed)")
            #expect(counters.duplicates == model.duplicates, "seed \(seed)")
            #expect(rig.flow.fec.unrecovered == model.unrecovered && rig.flow.fec.recovered == 0, "seed \(seed)")
            #expect(rig.flow.fec.unrecovered == counters.lost + counters.late, "seed \(seed)")
            let given = Set(rig.released.filter { $0.kind == .received }.map { Int($0.number) })
            #expect(given == model.inTime, "release of seed \(seed)")
            let isOrdered = zip(rig.released, rig.released.dropFirst()).allSatisfy { $0.number < $1.number }
            #expect(isOrdered, "order of seed \(seed)")
        }
    }
}
