/// What repair did for a channel.
public struct RepairTruth: Hashable, Sendable {
    /// The shape of the protection; nil for `none` and Reed-Solomon.
    public var layout: ParityLayout?
    /// The shape of Reed-Solomon protection; nil for another or none.
    public var blocks: BlockLayout?
    /// Distinct repair packets that arrived.
    public var received = 0
    /// Numbers between base and highest, lost or late, that were rebuilt.
    public var recovered = 0
    /// Numbers lost or late that were not.
    public var unrecovered = 0

    /// Protection of shape `layout` or `blocks`, without any repair yet.
    public init(layout: ParityLayout? = nil, blocks: BlockLayout? = nil) {
        self.layout = layout
        self.blocks = blocks
    }
}
