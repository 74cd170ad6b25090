/// What a capture or a live session held, lost and repaired: the finished result that every renderer shows (schema 1).
///
/// A report never measures; whoever owns the engines fills it, and `judge` adds the findings and the verdict.
public struct AnalysisReport: Sendable, Equatable {
    /// The schema's number, raised only when a key changes its meaning.
    public static let schema = 1

    /// What was read, and what of it was passed over.
    public var capture: CaptureReport
    /// The venue's announcements.
    public var announcements = AnnouncementsReport()
    /// The session announcements (RFC 2974) with an SDP body.
    public var sap: SAPReport
    /// The Streamers that were heard, by address and id.
    public var streamers: [StreamerReport] = []
    /// One entry per channel, in the order of group, port, source and SSRC.
    public var channels: [ChannelReport]
    /// Who joined and left which group, in the order of the capture.
    public var igmp: [MembershipEntry]
    /// What a person should look at.
    public var findings: FindingList
    /// The answer of the built-in profile.
    public var verdict: Verdict

    /// A report of these parts; findings and verdict are those of `judge` unless given.
    public init(
        capture: CaptureReport, sap: SAPReport = SAPReport(), channels: [ChannelReport] = [],
        igmp: [MembershipEntry] = [], findings: FindingList = FindingList(), verdict: Verdict = .pass
    ) {
        self.capture = capture
        self.sap = sap
        self.channels = channels
        self.igmp = igmp
        self.findings = findings
        self.verdict = verdict
    }
}
