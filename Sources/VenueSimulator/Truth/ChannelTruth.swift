public import NetworkFormats

/// The known answer for one channel.
///
/// Where the definitions leave a corner open, the answer rests on these choices.
/// - **Runs** end at a reset, and at the first tick 10 s after the last source packet; only resets are counted as such.
///   The scheme stays known, alignment is learned again, and nothing is lost from one run to the next.
/// - **Resets** are known at the 16th packet after the first two in sequence; until then everything of the new run is
///   held. The old run's windows close at that moment, and nothing of the new run is told of before it. Packets of another
///   SSRC are not the channel's until then, so the flow may count as silent.
/// - **Silence.** Repair packets that arrive after silence has ended a run belong to the next one. A failed window is a
///   *tail* when all that it lacks lies above everything that its run brought.
/// - **Held media.** While a channel's repair is known but not yet its alignment, no window closes. Then all that is
///   held is assigned at once: what arrived by then arrived in time, and windows that are full or were followed by two
///   others close at that moment. Slots are assigned as if it had been known from the first packet that no repair
///   comes: they close at their own ticks; only the link indicator begins when it is known.
/// - **Scheme.** UDP/TS is known to be unprotected from its first datagram. RTP is protected from its first repair
///   packet, or known not to be after 2 s and 64 packets, or at the end of its first run.
/// - **Counts.** "64", "256" and "2·L·D media packets" are distinct; "first 100 packets" are arrivals.
/// - **Windows** that later packets of the run prove over when it ends are classified; the last one, if incomplete, is
///   partial after a reset or 10 s of silence, and open at the end even when it is also the first.
/// - **Skipped 2022-1 windows**, of which nothing arrived between two that were seen, close as failures with d = k.
/// - **In order into a closed window.** A source above the highest number whose window was closed by silence is
///   received and delivered, not late; the closed window's d stands.
/// - **Slots.** A packet counts in the slot of its own arrival. A number is missed in the slot in which the next higher
///   number that arrived did so; when a gap is filled from above, what is missing below moves to the filler's slot
///   unless its own has closed. Late packets and duplicates belong to no slot. The last slot is that of the last packet
///   that belongs to one; that a slot is not the last is known when a later one gets a packet.
/// - **UDP slots.** Duplicated datagrams count, as nothing tells them apart. d = the continuity errors of the slot's
///   datagrams.
/// - **fec.received** counts a repair packet once, however often it arrives.
/// - **Transport.** Nothing is lost across a reset: continuity begins anew with each run. Packets without payload are
///   neither checked nor remembered. Packets rebuilt outside a run's base … max are delivered in their place.
/// - **Pictures** count as dropped when a packet of them was not delivered, as far as a receiver can know of it: from
///   the first picture of a run that begins after a PAT and a PMT on, and up to the last one that begins.
/// - **Link.** Silence is that of the source flow, duplicates included.
public struct ChannelTruth: Hashable, Sendable {
    /// Who sent it.
    public var source: Endpoint
    /// Its group and port.
    public var destination: Endpoint
    /// The SSRC of its last run; nil for UDP/TS.
    public var synchronizationSource: UInt32?
    /// How media lies in its datagrams.
    public var carriage: ChannelSpec.Carriage
    /// Source datagrams that arrived, duplicates included.
    public var datagrams: Int
    /// Sequence number counters; nil for UDP/TS.
    public var rtp: SequenceTruth?
    /// Repair.
    public var fec: RepairTruth
    /// How many windows of each class.
    public var windows: WindowTotals
    /// Every window, in order of runs and numbers.
    public var windowList: [WindowTruth]
    /// The link indicator.
    public var link: LinkTruth
    /// Continuity errors after repair (`num_ts_discontinuities`); 0 for elementary streams.
    public var discontinuities: Int
    /// Pictures with a packet that was not delivered (`num_dropped_video_frames`), whether or not anything of them
    /// arrived.
    public var droppedPictures: Int
    /// Those of them of which no packet was delivered, so that a receiver can only infer them.
    public var whollyLostPictures: Int
    /// Whole pictures that fill their last packet to its end before a packet that was not delivered: nothing shows that
    /// they are whole, so that a receiver may count them as dropped too.
    public var doubtfulPictures: Int
    /// Situations met in which careful implementations may differ.
    public var corners: Set<Corner>

    /// A situation that the definitions leave open, so that only the counters it does not touch are certain.
    public enum Corner: Hashable, Sendable {
        /// A source arrived in order in a window that silence had closed: windows and delivery.
        case inOrderAfterSilence
        /// A packet outside a run's base … max was rebuilt: delivery, hence continuity.
        case rebuiltOutsideRun
        /// Repair packets came after it was known that none comes, or none came in a run: windows.
        case undecided
        /// Column packets left the alignment open, so that the first one's number was taken: windows.
        case ambiguousAlignment
        /// UDP datagrams arrived twice or out of order: dropped pictures are those that counters and decoding times show.
        case unnumberedDisorder
        /// Fewer than 20 packets of a run arrived, so that the run may not be recognised: everything.
        case shortRun
    }
}
