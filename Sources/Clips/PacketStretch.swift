public import History
import Protection

/// Packets of a channel's media whose numbers follow each other, missing ones among them.
public struct PacketStretch: Hashable, Sendable {
    /// The run of the RTP numbering, from 1; 0 without RTP, where a packet's place in the media is its number.
    public var run: Int32
    /// The first number.
    public var first: Int64
    /// The last number.
    public var last: Int64

    /// The packets of `run` from `first` to `last`.
    public init(run: Int32, first: Int64, last: Int64) {
        self.run = run
        self.first = first
        self.last = last
    }

    /// Whether the window holds a packet of the stretch.
    public func reaches(_ window: KeptWindow) -> Bool {
        run == window.run && first <= window.record.lastNumber && window.record.firstNumber <= last
    }
}
