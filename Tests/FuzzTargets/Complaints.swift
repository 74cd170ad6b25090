/// What did not hold, a few of each kind at most.
public struct Complaints: Sendable {
    private static let limit = 16

    /// One sentence each.
    public private(set) var found: [String] = []

    /// Nothing yet.
    public init() {}

    /// Adds `sentence` unless `holds`.
    public mutating func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
        if !holds, found.count < Self.limit { found.append(sentence()) }
    }
}
