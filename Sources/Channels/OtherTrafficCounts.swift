/// How many datagrams of each kind belonged to no channel.
public struct OtherTrafficCounts: Hashable, Sendable {
    private var numbers = [UInt64](repeating: 0, count: OtherTraffic.allCases.count)

    /// The datagrams of one kind.
    public subscript(kind: OtherTraffic) -> UInt64 { numbers[Self.place(of: kind)] }

    /// The datagrams of every kind.
    public var total: UInt64 { numbers.reduce(0, &+) }

    /// The kinds that came, most frequent first; equals in the order of ``OtherTraffic``.
    public var ranked: [(kind: OtherTraffic, count: UInt64)] {
        OtherTraffic.allCases.map { ($0, self[$0]) }.filter { $0.1 > 0 }.enumerated()
            .sorted { $0.element.1 != $1.element.1 ? $0.element.1 > $1.element.1 : $0.offset < $1.offset }
            .map(\.element)
    }

    /// What was there, such as "55 STUN, 12 SRT/UDT"; empty when nothing was.
    public var sentence: String { ranked.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ") }

    mutating func count(_ kind: OtherTraffic) { numbers[Self.place(of: kind)] &+= 1 }

    private static let places = Dictionary(uniqueKeysWithValues: OtherTraffic.allCases.enumerated().map { ($1, $0) })

    private static func place(of kind: OtherTraffic) -> Int { places[kind] ?? 0 }
}
