/// The known answer for a simulated venue: what a faultless analyzer finds in it.
public struct VenueTruth: Hashable, Sendable {
    /// One answer a specification that any datagram arrived of, in the order of the specifications.
    public var channels: [ChannelTruth]

    /// States the answer.
    public init(channels: [ChannelTruth]) { self.channels = channels }
}
