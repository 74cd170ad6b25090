import Timing

/// Findings, at most 10 000 of one id: those beyond are counted only, so that a bad day cannot fill the memory.
public struct FindingList: Sendable, Equatable {
    /// How many findings of one id are kept.
    public static let limitPerID = 10_000

    /// The findings kept, in the order they were appended or last sorted.
    public private(set) var kept: [Finding]
    private var countByID: [String: Int]

    /// No findings.
    public init() {
        kept = []
        countByID = [:]
    }

    /// The findings of `findings`, as many as the limit allows.
    public init(_ findings: some Sequence<Finding>) {
        self.init()
        for finding in findings { append(finding) }
    }

    /// Keeps `finding`, or only counts it when its id has reached the limit.
    public mutating func append(_ finding: Finding) {
        let count = countByID[finding.id, default: 0]
        countByID[finding.id] = count + 1
        if count < Self.limitPerID { kept.append(finding) }
    }

    /// How many findings of `id` were appended, kept or not.
    public func count(of id: String) -> Int { countByID[id, default: 0] }

    /// How many findings were counted only, by id, in the ids' alphabetical order.
    public var omitted: [CountedReason] {
        countByID.filter { $0.value > Self.limitPerID }.sorted { $0.key < $1.key }
            .map { CountedReason($0.key, $0.value - Self.limitPerID) }
    }

    /// Sorts what is kept by channel (the capture as a whole first, then in the order of `channels`), id, time and frame.
    public mutating func sort(channels: [String]) {
        let place = Dictionary(channels.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
        func key(_ finding: Finding) -> (Int, String, Int64, UInt64) {
            let rank = finding.channel.map { place[$0] ?? .max } ?? 0
            return (rank, finding.id, finding.time?.nanoseconds ?? .min, finding.frame ?? 0)
        }
        let sorted = kept.enumerated().map { (key($1), $0, $1) }
            .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
        kept = sorted.map(\.2)
    }
}
