public import Evidence
public import History
import PacketIO
public import Pipeline

extension LiveVenue {
    /// What arrived of one channel over a stretch of its store, up to the last turn, and what was announced about it; nil for
    /// an index that no channel with media has.
    ///
    /// The venue waits only for as long as it takes to name the stretch's datagrams: their bytes stay where they lie.
    public func evidence(of channel: Int32, over stretch: DatagramStretch) -> ChannelExcerpt? {
        state.withLock { $0.engine.excerpt(of: channel, over: stretch) }
    }

    /// The windows of one channel that still take packets, up to the last turn: in no class yet.
    public func openWindows(of channel: Int32) -> [KeptWindow] {
        state.withLock { $0.engine.openWindows(of: channel) }
    }
}
