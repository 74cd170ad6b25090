package import ErasureCode
public import Timing

/// The numbers that decide how packets are counted and windows are cut; the defaults are the product's.
public struct ProtectionParameters: Hashable, Sendable {
    /// Length of a slot, the window of a flow without protection.
    public var slot = StreamDuration(milliseconds: 500)
    /// How long after its end a slot still takes missing numbers.
    public var slotGrace = StreamDuration(milliseconds: 200)
    /// After this long without source and repair packets every open window of a code is closed.
    public var silence = StreamDuration(seconds: 1)
    /// After this long without a source packet the run is over.
    public var runSilence = StreamDuration(seconds: 10)
    /// A packet this far behind the highest number may belong to a restarted sender (MAX_MISORDER of RFC 3550, A.1).
    public var maximumMisorder = 1000
    /// A packet this far ahead of the highest number may belong to a restarted sender (MAX_DROPOUT of RFC 3550, A.1).
    public var maximumDropout = 3000
    /// How many packets after the first two of a new numbering must hold none of the old one.
    public var resetHold = 16
    /// Among how many first packets of a run the lowest number is its base.
    public var basePackets = 100
    /// How long a flow must have lasted before it is taken for unprotected, or for protected by rows only.
    public var decisionTime = StreamDuration(seconds: 2)
    /// How long the first packets of a run wait for the flow's protection to be known.
    ///
    /// Packets rebuilt below the first one that arrived go before it; zero releases at once and gives these up.
    public var startHold = StreamDuration(seconds: 2)
    /// How many source packets a flow must have had before it is taken for unprotected.
    public var decisionPackets = 64
    /// How many source packets must follow the first row packet before a flow is taken for protected by rows only.
    public var rowsOnlyPackets = 256
    /// The most source packets of one window of an XOR code, L·D; more is not taken for protection.
    public var maximumGrid = 1024
    /// A Reed-Solomon window of more packets than this, source and repair, is warned of (`window_warning`).
    public var recommendedWindow = 128
    /// A Reed-Solomon window of more packets than this, source and repair, is not decoded (`window_error`).
    public var maximumWindow = 255
    /// The points by which a code is sought that nobody announced; a carrier's code of none of them is learned.
    package var knownPoints = CodePoints.named
    /// Ticks a second of the RTP timestamps, from which the jitter is computed.
    public var clockRate = 90_000

    /// The defaults.
    public init() {}

    /// The most source packets that are held for order or repair.
    public static let heldPackets = 4096
    /// The most source packets of a Reed-Solomon window that can be decoded.
    static let blockLimit = 255
    /// The most runs that are listed one by one; older ones are counted only.
    public static let listedRuns = 256
    /// The most repair packets that are kept.
    public static let heldRepairs = 1024
    /// The most repair packets that wait for a numbering that they fit.
    public static let strayRepairs = 64
    /// The most repair packets of a Reed-Solomon code that wait for windows: as many as one window can have.
    static let strayBlockRepairs = 255

    /// The slot's length, guarded against settings of zero or less.
    var slotLength: StreamDuration { max(slot, StreamDuration(milliseconds: 1)) }
}
