import NetworkFormats

/// The objects refused last, so that each counts once however many packets it has.
struct RefusedObjects: Sendable {
    private struct Key: Equatable, Sendable {
        var source: IPAddress
        var transportSession: UInt64
        var object: UInt128
    }

    private static let limit = 32
    private var keys: [Key] = []

    /// Notes that an object is refused; false when it was already among the last.
    mutating func note(_ source: IPAddress, _ transportSession: UInt64, _ object: UInt128) -> Bool {
        let key = Key(source: source, transportSession: transportSession, object: object)
        if keys.contains(key) { return false }
        if keys.count == Self.limit { keys.removeFirst() }
        keys.append(key)
        return true
    }
}
