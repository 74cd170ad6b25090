import Protection
import TestSupport
import Testing

@Suite("Parity against a plain model")
struct ParityModelTests {
    /// How many are compared; each has its number as seed.
    static let flows: UInt64 = 40

    enum Event {
        case source(Int)
        case repair(first: Int, step: Int, count: Int, isRow: Bool)
    }

    /// One random venue: a grid, two clean windows by which it is known, then loss, reordering, duplicates, lost and late
    /// repair packets, sometimes a pause of more than a second.
    struct Venue {
        var columns: Int
        var rows: Int
        var hasRows: Bool
        var origin: Int
        var events: [(milliseconds: Double, event: Event)] = []

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            columns = Int.random(in: 2...6, using: &random)
            rows = Int.random(in: 2...5, using: &random)
            hasRows = Bool.random(using: &random)
            // Some runs cross the wrap of the 16-bit numbers.
            origin = [0, 1000, 65500, 65535].randomElement(using: &random) ?? 0
            let size = columns * rows
            let loss = Double.random(in: 0...0.3, using: &random)
            let disorder = Double.random(in: 0...0.3, using: &random)
            let reach = Double.random(in: 1...3 * Double(size), using: &random)
            let pause = Int.random(in: 3 * size...12 * size, using: &random)
            let hasPause = Int.random(in: 0..<4, using: &random) == 0
            for index in 0..<(8 * size + Int.random(in: 0..<size, using: &random)) {
                let time = Double(index) + (hasPause && index >= pause ? 2000 : 0)
                let isClean = index < 3 * size
                add(.source(origin + index), time, isClean, loss, disorder, reach, &random)
                if hasRows, index % columns == columns - 1 {
                    let row = Event.repair(first: origin + index - columns + 1, step: 1, count: columns, isRow: true)
                    add(row, time + 0.5, isClean, loss, disorder, reach, &random)
                }
                let block = index / size - 1
                if block >= 0, index % rows == 0, index % size / rows < columns {
                    let first = origin + block * size + index % size / rows
                    let column = Event.repair(first: first, step: columns, count: rows, isRow: false)
                    add(column, time + 0.25, isClean, loss, disorder, reach, &random)
                }
            }
            events = events.enumerated().sorted {
                ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
            }.map(\.element)
        }

        private mutating func add(
            _ event: Event, _ time: Double, _ isClean: Bool, _ loss: Double, _ disorder: Double, _ reach: Double,
            _ random: inout SeededGenerator
        ) {
            guard !isClean else { return events.append((time, event)) }
            guard Double.random(in: 0..<1, using: &random) >= loss else { return }
            let isDelayed = Double.random(in: 0..<1, using: &random) < disorder
            events.append((time + (isDelayed ? Double.random(in: 0...reach, using: &random) : 0), event))
            if Double.random(in: 0..<1, using: &random) < 0.05 { events.append((time + 1.1, event)) }
        }
    }

    @Test("agrees in every window and every counter over random venues")
    func agrees() throws {
        var seen = ProtectionCounters()
        var late = 0
        for seed in 0..<Self.flows {
            let venue = Venue(seed: seed)
            var rig = FlowRig()
            var model = ParityModel(columns: venue.columns, rows: venue.rows, origin: venue.origin)
            var last = 0.0
            for (time, event) in venue.events {
                // The tick that finds a second of silence lies between the two events.
                let now = time + 1000
                if last > 0, (now / 100).rounded(.down) * 100 >= last + 1000 { model.silence() }
                switch event {
                case .source(let number):
                    model.source(number)
                    rig.send(number, at: now)
                case .repair(let first, let step, let count, let isRow):
                    model.repair((0..<count).map { first + $0 * step })
                    try rig.protect(first, step: step, count: count, isRow: isRow, at: now)
                }
                last = now
            }
            rig.finish(at: last)
            model.finish()
            compare(rig, model, venue, seed)
            seen.recovered += rig.flow.fec.recovered
            seen.unrecovered += rig.flow.fec.unrecovered
            late += rig.flow.counters.late
        }
        // The venues are worth comparing: every kind of fate is met.
        #expect(seen.recovered > 100 && seen.unrecovered > 100 && late > 20)
    }

    private func compare(_ rig: FlowRig, _ model: ParityModel, _ venue: Venue, _ seed: UInt64) {
        let windows = rig.closed.map {
            ParityModel.Window(first: Int($0.firstNumber), d: $0.d, recovered: $0.recovered, outcome: "\($0.outcome)")
        }
        let isSame = windows.sorted { $0.first < $1.first } == model.windows.sorted { $0.first < $1.first }
        #expect(isSame, "windows of seed \(seed)")
        let counters = rig.flow.counters
        let fec = rig.flow.fec
        #expect(counters.lost == model.lost && counters.late == model.late, "seed \(seed)")
        #expect(counters.duplicates == model.duplicates && counters.received == model.received.count, "seed \(seed)")
        #expect(fec.recovered == model.recovered && fec.unrecovered == model.unrecovered, "seed \(seed)")
        #expect(fec.recovered + fec.unrecovered == counters.lost + counters.late, "seed \(seed)")
        #expect(rig.flow.loss.packets == counters.lost, "seed \(seed)")
        checkRelease(rig, model, seed)
    }

    private func checkRelease(_ rig: FlowRig, _ model: ParityModel, _ seed: UInt64) {
        var expected = Int64(model.maximum == .min ? 0 : rig.released.first?.number ?? 0)
        var given: [Int: Release.Kind] = [:]
        for release in rig.released {
            #expect(release.number == expected, "order of seed \(seed)")
            expected = release.number + 1
            if case .lost(let count) = release.kind {
                expected += Int64(count) - 1
            } else {
                given[Int(release.number)] = release.kind
            }
            guard release.kind == .recovered else { continue }
            let isSame = rig.bytes(release.packet) == FlowRig.packet(Int(release.number))
            #expect(isSame, "bytes of \(release.number), seed \(seed)")
        }
        let received = Set(given.filter { $0.value == .received }.keys)
        let recovered = Set(given.filter { $0.value == .recovered }.keys)
        // After a pause packets of a closed window still come first; those rebuilt before them are not given twice.
        #expect(received.union(recovered) == model.inTime.union(model.rebuilt), "seed \(seed)")
        #expect(received.isSubset(of: model.inTime) && recovered.isSubset(of: model.rebuilt), "seed \(seed)")
    }
}
