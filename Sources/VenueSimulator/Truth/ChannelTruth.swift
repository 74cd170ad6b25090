public import NetworkFormats

/// The known answer for one channel.
///
/// Where the definitions leave a corner open, the answer rests on these choices.
/// - **Held media.** Until the scheme and its alignment are known no window closes. At that moment everything held is
///   taken in its order of arrival; a window that its packets close then has that moment as its closing, and ticks that
///   passed have no effect.
/// - **Scheme.** UDP/TS is known to be unprotected from its first datagram. RTP is at its first repair packet, or else
///   once 2 s and 64 arrivals have passed, or at the end. It stays known across resets; alignment is learned again.
/// - **Arrivals** mean datagrams, duplicates included: in "first 100 packets", "64", "256" and "2·L·D media packets".
/// - **Runs of windows** end with the RTP run, and at the first tick 10 s after the last source packet; the RTP run
///   goes on then.
/// - **Windows that all of a run's later packets prove over** when the run ends are classified; the last one, if
///   incomplete, is partial after a reset or 10 s of silence and open at the end, even when it is also the first.
/// - **Skipped 2022-1 windows**, of which nothing arrived between two that were seen, close as failures with d = k.
/// - **In order into a closed window.** A source above the highest number whose window was closed by silence is
///   received and delivered, not late; the closed window's d stands.
/// - **Slots.** A packet counts in the slot of its own arrival; a late one in none (it was charged to the slot where it
///   was missed). A number is missed in the slot of the first arrival above it. A slot's class is known once a packet
///   of a later slot of the run has arrived; the slot closes at its tick or then, whichever is later.
/// - **UDP slots.** Duplicated datagrams count, as nothing tells them apart. d = the continuity errors of the slot's
///   datagrams.
/// - **fec.received** counts a repair packet once, however often it arrives.
/// - **Transport.** Continuity goes on across runs. Packets without payload are neither checked nor remembered. Packets
///   rebuilt outside a run's base … max are delivered in their place. Pictures count as dropped when a packet of them
///   between base and max was not delivered.
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
    /// Situations met in which careful implementations may differ.
    public var corners: Set<Corner>

    /// A situation that the definitions leave open, so that only the counters it does not touch are certain.
    public enum Corner: Hashable, Sendable {
        /// A source arrived in order in a window that silence had closed: windows and delivery.
        case inOrderAfterSilence
        /// A packet outside a run's base … max was rebuilt: delivery, hence continuity.
        case rebuiltOutsideRun
        /// The scheme was not decided before the end or before 10 s of silence: windows.
        case undecided
        /// Column packets left the alignment open, so that the first one's number was taken: windows.
        case ambiguousAlignment
        /// A slot held duplicates or late packets only: windows.
        case slotWithoutNewPackets
        /// A reset closed windows less than 20 packets before a whole second: the link indicator.
        case resetNearSample
        /// Fewer than 20 packets of a run arrived, so that the run may not be recognised: everything.
        case shortRun
    }
}
