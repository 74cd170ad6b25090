/// What came to the announcement port (the report's `sap`).
public struct SAPCounters: Hashable, Sendable {
    /// Datagrams to the port, but for SAP with another payload than a session description.
    public var received: UInt64 = 0
    /// Those of them that cannot be read as SAP with a session description.
    public var malformed: UInt64 = 0
    /// Different sessions announced; a changed description is not another session.
    public var sessions: UInt64 = 0
    /// Sessions deleted by their announcer.
    public var deleted: UInt64 = 0

    /// Nothing yet.
    public init() {}
}
