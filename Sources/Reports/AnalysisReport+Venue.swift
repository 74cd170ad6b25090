public import CaptureFormats
import Channels
import NetworkFormats
public import Pipeline
import Protection
import Timing

extension AnalysisReport {
    /// The finished report on a venue seen in a capture: all channels, or those that `names` name.
    ///
    /// Channels come in the order of group, port, source and SSRC, numerically (definitions C4). Throws when a name is
    /// neither the name, nor the id, nor "group:port" of a channel.
    public init(
        venue: VenueSnapshot, capture facts: CaptureFacts, channels names: [String] = []
    ) throws(UnknownChannel) {
        let all = Self.channels(of: venue)
        for name in names where !all.contains(where: { $0.channel.isCalled(name) }) {
            throw UnknownChannel(name: name, known: all.map(\.channel.name))
        }
        let kept = names.isEmpty ? all : all.filter { entry in names.contains { entry.channel.isCalled($0) } }
        self.init(venue, facts, kept)
    }

    /// The finished report on all channels of a venue.
    public init(whole venue: VenueSnapshot, capture facts: CaptureFacts) {
        self.init(venue, facts, Self.channels(of: venue))
    }

    /// Every channel as reports show it, with its index in the venue, in the order of reports.
    public static func channels(of venue: VenueSnapshot) -> [(index: Int32, channel: ChannelReport)] {
        venue.channels.sorted(by: precedes)
            .map { snapshot in
                (
                    index: snapshot.identity.index,
                    channel: ChannelReport(
                        snapshot, in: venue.directory, given: venue.names,
                        announced: venue.announcement(of: snapshot.identity.index))
                )
            }
    }

    private init(
        _ venue: VenueSnapshot, _ facts: CaptureFacts, _ kept: [(index: Int32, channel: ChannelReport)]
    ) {
        let indices = Set(kept.map(\.index))
        var capture = CaptureReport(facts)
        capture.contents =
            venue.others.ranked.map { CountedReason($0.kind.rawValue, Int(clamping: $0.count)) }
            + facts.contents.map { CountedReason($0.name, Int(clamping: $0.count)) }
        capture.otherFlows = venue.otherFlows.ranked.map {
            OtherFlow(
                source: $0.source, destination: $0.destination, datagrams: $0.datagrams, content: $0.content.rawValue)
        }
        self.init(
            capture: capture, sap: SAPReport(venue.directory, heard: venue.channels.map(\.identity.destination)),
            channels: kept.map(\.channel), igmp: venue.memberships.entries.map(MembershipEntry.init))
        announcements = AnnouncementsReport(venue)
        streamers = StreamerReport.all(of: venue)
        let notes = kept.flatMap { entry in
            venue.channels[Int(entry.index)].notes.compactMap { Finding($0, channel: entry.channel.id) }
        }
        let differences = kept.compactMap { Finding(whereItDiffers: $0.channel, venue.announcement(of: $0.index)) }
        judge(
            events: differences + notes
                + venue.findings.filter { indices.contains($0.channel) }.map { Finding($0, in: venue) })
    }

    private static func precedes(_ left: ChannelSnapshot, _ right: ChannelSnapshot) -> Bool {
        let (mine, theirs) = (left.identity, right.identity)
        if mine.destination != theirs.destination { return mine.destination < theirs.destination }
        if mine.source != theirs.source { return mine.source < theirs.source }
        let (first, second) = (mine.synchronizationSource ?? 0, theirs.synchronizationSource ?? 0)
        if first != second { return first < second }
        let (session, other) = (mine.transportSession ?? 0, theirs.transportSession ?? 0)
        return session != other ? session < other : mine.index < theirs.index
    }
}

/// A channel was asked for that is not there.
public struct UnknownChannel: Error, Equatable, Sendable {
    /// What was asked for.
    public var name: String
    /// The names that there are.
    public var known: [String]
}

extension ChannelReport {
    fileprivate func isCalled(_ text: String) -> Bool {
        text == name || text == id || text == Endpoint(group, port).description
    }
}

extension ClassifierFinding {
    fileprivate var channel: Int32 {
        switch self {
        case .twoSenders(let channel, _, _), .twoSources(let channel, _, _): channel
        }
    }
}

extension MembershipEntry {
    init(_ entry: MembershipLog.Entry) {
        self.init(
            time: entry.report.time, frame: entry.report.ordinal, host: entry.report.host, group: entry.report.group,
            event: entry.report.event, firstPacketMs: entry.firstDatagram?.milliseconds)
    }
}

extension SAPReport {
    init(_ directory: SAPDirectory, heard: [Endpoint]) {
        let counters = directory.counters
        let heard = Set(heard)
        let silent = directory.sessions.flatMap { session in
            session.media.map(\.endpoint).filter { !heard.contains($0) }.map {
                SilentSession(name: session.name ?? "\($0)", endpoint: $0)
            }
        }
        self.init(
            received: Int(counters.received), malformed: Int(counters.malformed), sessions: Int(counters.sessions),
            deleted: Int(counters.deleted), silent: silent)
    }
}

extension Finding {
    /// A note of a channel's protection; nil for those that the channel's own numbers tell.
    init?(_ note: ProtectionNote, channel: String) {
        switch note.kind {
        case .notSeparable(let window):
            self.init(
                id: "fec.notMDS", severity: .info, channel: channel, time: note.moment.time, frame: note.moment.ordinal,
                text: "Window \(window) failed although no more packets were lost than repair packets arrived: "
                    + "the code cannot rebuild every pattern, or is not the one that was taken for it.")
        case .gridRefused(let columns, let rows):
            self.init(
                id: "fec.gridRefused", severity: .warning, channel: channel, time: note.moment.time,
                frame: note.moment.ordinal, value: Double(columns * rows), unit: "packets",
                limit: Double(ProtectionParameters().maximumGrid),
                text: "Repair packets over \(columns) by \(rows) packets are beyond what is taken for protection.")
        case .misaligned, .corrupt, .sequenceReset: return nil
        }
    }

    init(_ finding: ClassifierFinding, in venue: VenueSnapshot) {
        func id(_ channel: Int32) -> String { venue.channels[Int(channel)].identity.id }
        switch finding {
        case .twoSenders(let channel, let second, let moment):
            self.init(
                id: "rtp.twoSenders", severity: .warning, channel: id(channel), time: moment.time,
                frame: moment.ordinal,
                text: "Two senders of one address use this group and port at the same time; the other is channel "
                    + "\(id(second)).")
        case .twoSources(let channel, let second, let moment):
            let source = venue.channels[Int(second)].identity.source
            self.init(
                id: "rtp.twoSources", severity: .warning, channel: id(channel), time: moment.time,
                frame: moment.ordinal,
                text: "\(source) sends to this group and port as well (channel \(id(second))); receivers without "
                    + "source filter hear both.")
        }
    }
}
