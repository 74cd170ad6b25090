import Channels
import NetworkFormats
import PacketIO
import Timing
import VenueSettings

/// Decides which groups are joined: those a person names, those that announcements come to, and what is announced.
///
/// A group whose session is over stays joined while its datagrams arrive: what a venue still sends is still recorded.
struct GroupFollower: Sendable {
    /// How long a group whose session is over must be silent before it is left.
    static let patience = StreamDuration(seconds: 10)
    /// Endpoints that are joined because they are announced: anybody can announce, and each one takes a socket.
    static let announcedLimit = 2_048
    /// Groups that are joined at a time: nothing is received meanwhile, and somebody may want something else by then.
    static let stepLimit = 256
    /// The groups that SAP uses, with their port (RFC 2974, section 3; scopes of RFC 2365).
    static let sapGroups = [
        "224.2.127.254:9875", "239.255.255.255:9875", "239.195.255.255:9875", "[ff0e::2:7ffe]:9875",
        "[ff08::2:7ffe]:9875", "[ff05::2:7ffe]:9875", "[ff02::2:7ffe]:9875",
    ].compactMap { Endpoint($0) }

    private var fixed: [Endpoint: [IPAddress]] = [:]
    /// Where the venue's announcements come: a network that does not forward them may only have forgotten the membership.
    private var announcements: Endpoint?
    private var announced: [Endpoint: [IPAddress]] = [:]
    /// The channels that the venue announces.
    private var channels = AnnouncedFlows()
    /// Whether more is announced than is joined, and whether that was told.
    private var isOverfull = false
    private var hasToldOverfull = false
    /// What is joined now.
    private(set) var joined: [Endpoint: [IPAddress]] = [:]
    /// Joins that the system refused; they are not tried again as long as they are wanted.
    private var refused: [Endpoint: [IPAddress]] = [:]

    init(_ options: LiveSource.NetworkOptions) { setFixed(options) }

    /// Takes what a person wants joined.
    mutating func setFixed(_ options: LiveSource.NetworkOptions) {
        fixed = [:]
        announcements = options.announcements
        if let announcements = options.announcements { fixed[announcements] = [] }
        if options.followsSAP { for group in Self.sapGroups { fixed[group] = [] } }
        for join in options.joins {
            for port in join.ports {
                let endpoint = Endpoint(join.endpoint.address, port)
                fixed[endpoint] = Self.union(fixed[endpoint], join.sources)
            }
        }
    }

    /// Takes what is announced at `time`; `lastArrival` tells when a group's newest datagram came.
    mutating func follow(
        _ directory: SAPDirectory, _ venue: VenueDirectory = VenueDirectory(), at time: StreamTime,
        lastArrival: (Endpoint) -> StreamTime?
    ) {
        var wanted: [Endpoint: [IPAddress]] = [:]
        isOverfull = false
        channels.follow(venue) { endpoint in
            lastArrival(endpoint).map { time - $0 < Self.patience } ?? false
        }
        for (endpoint, sources) in channels.wanted {
            guard wanted.count < Self.announcedLimit else {
                isOverfull = true
                break
            }
            wanted[endpoint] = Self.union(wanted[endpoint], sources)
        }
        for session in directory.sessions {
            for media in session.media where media.endpoint.address.isMulticast {
                let isHeard = lastArrival(media.endpoint).map { time - $0 < Self.patience } ?? false
                guard !session.isOver || isHeard && announced[media.endpoint] != nil else { continue }
                for step in [0, 2, 4] as [UInt16] {
                    let (port, overflow) = media.endpoint.port.addingReportingOverflow(step)
                    guard !overflow, port > 0 else { continue }
                    let endpoint = Endpoint(media.endpoint.address, port)
                    let known = wanted[endpoint]
                    guard known != nil || wanted.count < Self.announcedLimit else {
                        isOverfull = true
                        continue
                    }
                    wanted[endpoint] = Self.union(known, media.sources)
                }
            }
        }
        announced = wanted
    }

    /// What is to be joined, and the only senders wanted; no senders for any.
    var wanted: [Endpoint: [IPAddress]] { fixed.merging(announced) { Self.union($0, $1) } }

    /// Brings `receiver` to what is wanted; `log` is told of what cannot be joined, once, and `trace` of all else.
    mutating func apply(
        to receiver: inout MulticastReceiver, log: (String) -> Void, trace: (String) -> Void = { _ in }
    ) {
        if isOverfull, !hasToldOverfull {
            log(
                "more is announced than the \(Self.announcedLimit) endpoints that are joined: what came first is received"
            )
        }
        hasToldOverfull = isOverfull
        let wanted = wanted
        guard wanted != joined || !refused.isEmpty else { return }
        for group in joined.keys where wanted[group] == nil {
            receiver.leave(group)
            joined[group] = nil
            trace("left \(group)")
        }
        refused = refused.filter { wanted[$0.key] == $0.value }
        // Joining with other senders changes the socket that is there: what lies unread in it is kept.
        let missing = wanted.filter { joined[$0.key] != $0.value && refused[$0.key] != $0.value }
        for (group, sources) in missing.sorted(by: { $0.key < $1.key }).prefix(Self.stepLimit) {
            do throws(ReceiverFailure) {
                try receiver.join(
                    Subscription(group: group, sources: sources), restartsUntilHeard: group == announcements)
                joined[group] = sources
                trace(
                    "joined \(group)"
                        + (sources.isEmpty ? "" : " from \(sources.map(\.description).joined(separator: ", "))"))
            } catch {
                log("\(error)")
                refused[group] = sources
                guard error.isOfAll else { continue }
                // What is true of one is true of all the others, and is told once.
                for (group, sources) in missing where joined[group] != sources { refused[group] = sources }
                break
            }
        }
    }

    /// Leaves everything for now; the next `apply` joins again what is wanted.
    mutating func leaveAll(_ receiver: inout MulticastReceiver) {
        receiver.leaveAll()
        joined.removeAll()
        refused.removeAll()
    }

    /// The senders of both; any sender as soon as one of them wants any.
    private static func union(_ known: [IPAddress]?, _ more: [IPAddress]) -> [IPAddress] {
        guard let known else { return more.sorted() }
        if known.isEmpty || more.isEmpty { return [] }
        return Set(known + more).sorted()
    }
}

extension ReceiverFailure {
    /// Whether another group would fare no better.
    fileprivate var isOfAll: Bool {
        switch self {
        case .tooManyFiles, .tooManySockets: true
        default: false
        }
    }
}
