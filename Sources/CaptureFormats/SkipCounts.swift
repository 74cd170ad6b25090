/// How many frames were skipped, by reason, in the order of reports.
public struct SkipCounts: Hashable, Sendable {
    /// One reason.
    public struct Entry: Hashable, Sendable {
        /// Its name in reports, such as "notIP".
        public var name: String
        /// How many frames were skipped for it.
        public var count: UInt64

        /// States a reason.
        public init(name: String, count: UInt64) {
            self.name = name
            self.count = count
        }
    }

    /// Every reason that there is, those without frames included.
    public var entries: [Entry]

    /// States the reasons in their order.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// The frames skipped for the reason of that name; 0 when there is no such reason.
    public subscript(name: String) -> UInt64 { entries.first { $0.name == name }?.count ?? 0 }

    /// All frames skipped.
    public var total: UInt64 { entries.reduce(0) { $0 &+ $1.count } }
}
