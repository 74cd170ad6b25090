/// A parser or engine that strangers feed: it takes any bytes and says what they broke.
///
/// The fuzzer and the tests run the same code: the fuzzer looks for new inputs, the tests replay the committed ones.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Link-layer frames down to datagrams.
    case frame
    /// Whole captures: the decoder, and everything up to both reports.
    case capture
    /// RTP headers.
    case rtp
    /// RTCP compounds.
    case rtcp
    /// SAP messages and what they carry.
    case sap
    /// Session descriptions.
    case sdp
    /// Bodies of the venue's announcements.
    case announcement
    /// Repair packets of SMPTE 2022-1.
    case parity
    /// Headers of ALC packets.
    case lct
    /// File delivery tables.
    case fdt
    /// Datagrams of a data or file channel into a receiver.
    case objects
    /// Sections of PAT and PMT.
    case psi
    /// PES headers and adaptation fields.
    case pes
    /// Transport streams.
    case transport
    /// Coded pictures and sound into decoders.
    case media
    /// Sequences of datagrams into a whole venue.
    case datagrams
    /// Configuration files.
    case configuration
    /// Venue files, up to the announcements of what they say.
    case venueFile = "venue-file"
    /// Bodies of uploads of statistics.
    case upload
    /// What lies on the disk beside saved clips.
    case savedClip = "saved-clip"
    /// Command lines.
    case options
    /// Arguments of requests for clips.
    case query

    /// Feeds `input` to the target and tells everything that does not hold as it must; empty when all is well.
    ///
    /// Refused input is well. A trap or a hang stops the program, as it would for a user.
    public func exercise(_ input: RawSpan) -> [String] {
        var complaints = Complaints()
        switch self {
        case .frame: Self.frame(input, &complaints)
        case .capture: Self.capture(input, &complaints)
        case .rtp: Self.rtp(input, &complaints)
        case .rtcp: Self.rtcp(input, &complaints)
        case .sap: Self.sap(input, &complaints)
        case .sdp: Self.sdp(input, &complaints)
        case .announcement: Self.announcement(input, &complaints)
        case .parity: Self.parity(input, &complaints)
        case .lct: Self.lct(input, &complaints)
        case .fdt: Self.fdt(input, &complaints)
        case .objects: Self.objects(input, &complaints)
        case .psi: Self.psi(input, &complaints)
        case .pes: Self.pes(input, &complaints)
        case .transport: Self.transport(input, &complaints)
        case .media: Self.media(input, &complaints)
        case .datagrams: Self.datagrams(input, &complaints)
        case .configuration: Self.configuration(input, &complaints)
        case .venueFile: Self.venueFile(input, &complaints)
        case .upload: Self.upload(input, &complaints)
        case .savedClip: Self.savedClip(input, &complaints)
        case .options: Self.options(input, &complaints)
        case .query: Self.query(input, &complaints)
        }
        return complaints.found
    }
}
