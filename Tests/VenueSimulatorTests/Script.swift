import NetworkFormats
import Timing

@testable import VenueSimulator

/// A channel written down by hand: which packet arrives when, in ms after a whole second.
struct Script {
    /// A whole second, so that slots, ticks and samples fall on round numbers of ms.
    static let second: Int64 = 1_767_225_600_000_000_000

    /// PAT and PMT, in the first packet.
    private static let tables = [
        TransportFact(pid: 0, continuity: 0, hasPayload: true, identity: 0, role: .association),
        TransportFact(pid: 4_096, continuity: 0, hasPayload: true, identity: 1, role: .map),
    ]

    var carriage = ChannelSpec.Carriage.rtpElementary
    var parity: ParityLayout?
    var blocks: BlockLayout?
    /// How many packets each run sends.
    var runs: [Int]
    private var arrivals: [(ms: Double, index: Int, isRepair: Bool)] = []
    private var repairs: [ChannelLog.Repair] = []

    init(
        carriage: ChannelSpec.Carriage = .rtpElementary, parity: ParityLayout? = nil, blocks: BlockLayout? = nil,
        runs: [Int]
    ) {
        self.carriage = carriage
        self.parity = parity
        self.blocks = blocks
        self.runs = runs
    }

    /// Packet `number` of `run` arrives.
    mutating func source(_ number: Int, run: Int = 0, at ms: Double) {
        arrivals.append((ms, runs[..<run].reduce(0, +) + number, false))
    }

    /// A repair packet of `run` that protects `members` arrives.
    mutating func repair(_ members: StrideTo<Int>, run: Int = 0, isRow: Bool, at ms: Double) {
        let all = Array(members)
        arrivals.append((ms, repairs.count, true))
        repairs.append(
            ChannelLog.Repair(
                run: Int32(run), isRow: isRow, first: Int64(1_000 * (run + 1) + all[0]), step: Int64(all[1] - all[0]),
                count: Int64(all.count)))
    }

    /// The last packet arrives once more.
    mutating func again(at ms: Double) {
        guard let last = arrivals.last else { return }
        arrivals.append((ms, last.index, last.isRepair))
    }

    /// The known answer, the last arrival being the end.
    func truth() -> ChannelTruth {
        var log = ChannelLog()
        for (run, count) in runs.enumerated() {
            for number in 0..<count {
                let first = log.facts.count
                if first == 0 { log.facts += Self.tables }
                let fact = log.facts.count - Self.tables.count
                log.facts.append(
                    TransportFact(
                        pid: 256, continuity: UInt8(fact & 15), hasPayload: true, picture: Int32(fact / 4),
                        identity: UInt32(fact), role: fact % 4 == 0 ? .pictureStart : .other,
                        end: fact % 4 == 3 ? .stuffed : .none))
                log.sources.append(
                    ChannelLog.Source(
                        run: Int32(run), number: Int64(1_000 * (run + 1) + number), firstFact: Int32(first),
                        facts: Int32(log.facts.count - first)))
            }
        }
        log.repairs = repairs
        log.arrivals = arrivals.enumerated()
            .sorted { ($0.element.ms, $0.offset) < ($1.element.ms, $1.offset) }
            .map { item in
                ChannelLog.Arrival(
                    time: Self.second + Int64(item.element.ms * 1e6), index: Int32(item.element.index),
                    isRepair: item.element.isRepair)
            }
        var spec = ChannelSpec(
            source: Endpoint(IPAddress(v4: 1), 1), destination: Endpoint(IPAddress(v4: 0xef00_0001), 5000),
            carriage: carriage, transport: TransportSpec(bitRate: 1), parity: parity, datagrams: 0)
        spec.blocks = blocks
        return ChannelAccount(spec, log, end: log.arrivals.last?.time ?? 0).truth()
    }
}

extension ChannelTruth {
    /// "k/d/recovered outcome@ms" of every window, for comparing with what was worked out on paper.
    var listing: [String] {
        windowList.map { window in
            let ms = (window.closed.nanoseconds - Script.second) / 1_000_000
            let name =
                switch window.outcome {
                case .noLoss: "ok"
                case .recovered: "rec"
                case .recoveryFailed: "FAIL"
                case .partial: "part"
                case .open: "open"
                }
            return "\(window.k)/\(window.d)/\(window.recovered) \(name)@\(ms)"
        }
    }

    /// The link indicator's values with their seconds.
    var indicator: [String] {
        link.samples.map { "\(($0.time.nanoseconds - Script.second) / 1_000_000_000):\($0.value)" }
    }
}
