public import Channels
public import NetworkFormats
public import Pipeline
public import Protection
import Quality
import TransportStream

/// Counts what a venue tells its sink, to compare it with the venue's own numbers.
public struct VenueWitness: ChannelSink, Sendable {
    private struct Heard: Sendable {
        var received = 0
        var windows = WindowCounters()
        var wrongRanges = 0
    }

    private var heard: [Heard] = []

    /// Has heard nothing.
    public init() {}

    /// Takes note of a channel.
    public mutating func opened(_ channel: ChannelIdentity) { heard.append(Heard()) }

    /// Takes note of a step of the media.
    public mutating func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {
        if release.kind == .received { heard[Int(channel)].received += 1 }
        if release.payload.count != bytes.byteCount { heard[Int(channel)].wrongRanges += 1 }
    }

    /// Takes note of a window.
    public mutating func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {
        heard[Int(channel)].windows.count(record)
    }

    /// What does not agree with `venue` after its end, or within it.
    public func complaints(about venue: VenueSnapshot) -> [String] {
        var complaints = Complaints()
        complaints.expect(heard.count == venue.channels.count, "\(heard.count) of \(venue.channels.count) channels")
        complaints.expect(venue.channels.count <= FlowClassifier.channelLimit, "\(venue.channels.count) channels")
        complaints.expect(
            venue.directory.sessions.count <= SAPDirectory.sessionLimit, "\(venue.directory.sessions.count) sessions")
        complaints.expect(
            venue.memberships.entries.count <= MembershipLog.limit, "\(venue.memberships.entries.count) messages")
        for (channel, heard) in zip(venue.channels, heard) { check(channel, heard, &complaints) }
        return complaints.found
    }

    private func check(_ channel: ChannelSnapshot, _ heard: Heard, _ complaints: inout Complaints) {
        let name = "channel \(channel.identity.index)"
        let windows = channel.windows
        var told = heard.windows
        // A tail is taken back when the flow goes on.
        complaints.expect((0...told.tail).contains(windows.tail), "\(name): \(windows.tail) tails of \(told.tail)")
        told.tail = windows.tail
        complaints.expect(windows == told, "\(name): \(windows), told \(heard.windows)")
        complaints.expect(
            windows.protectionWindows == windows.noLoss + windows.recoverySuccesses + windows.recoveryFailures,
            "\(name): \(windows.protectionWindows) windows")
        complaints.expect((0...10).contains(channel.link.value), "\(name): link indicator \(channel.link.value)")
        complaints.expect(heard.wrongRanges == 0, "\(name): payloads that are not where they should be")
        complaints.expect(channel.bitrateKbps >= 0, "\(name): \(channel.bitrateKbps) kbit/s")
        if let facts = channel.transport {
            let errors = facts.pids.reduce(0) { $0 + $1.continuityErrors }
            complaints.expect(facts.discontinuities == errors, "\(name): \(facts.discontinuities) discontinuities")
            complaints.expect(facts.strayBytes >= 0, "\(name): \(facts.strayBytes) stray bytes")
        }
        guard let sequence = channel.sequence else { return }
        let (counters, repair) = (sequence.counters, sequence.protection)
        complaints.expect(
            counters.expected == counters.received + counters.lost && counters.lost >= 0, "\(name): \(counters)")
        complaints.expect(sequence.loss.packets == counters.lost, "\(name): \(sequence.loss.packets) in holes")
        complaints.expect(
            repair.recovered + repair.unrecovered == counters.lost + counters.late,
            "\(name): \(repair.recovered) + \(repair.unrecovered) repaired or not, \(counters)")
        // Fewer when the order had gone on for want of room while the window was still open.
        complaints.expect(
            heard.received <= counters.received - counters.late,
            "\(name): \(heard.received) released, \(counters)")
    }
}
