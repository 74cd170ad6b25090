import Bytes
public import NetworkFormats
public import Timing
import VenueWire

/// The sessions that SAP announces, and the names that they give to channels (RFC 2974; definitions C8).
public struct SAPDirectory: Sendable {
    /// More sessions than this are not kept; one that is over gives way to a new one.
    public static let sessionLimit = 512

    /// Counts of what came.
    public private(set) var counters = SAPCounters()
    /// The sessions in order of their first announcement, those that are over included.
    public private(set) var sessions: [AnnouncedSession] = []
    /// No session ends before this.
    private(set) var nextExpiry = StreamTime(nanoseconds: .max)

    /// An empty directory.
    public init() {}

    /// Takes a datagram that was sent to the announcement port.
    public mutating func receive(_ header: DatagramHeader, _ payload: RawSpan) {
        do {
            var reader = ByteReader(payload)
            let packet = try SAPPacket(parsing: &reader)
            guard packet.isSessionDescription else { return }
            if packet.isDeletion { delete(packet, header) } else { try announce(packet, header) }
        } catch {
            counters.malformed &+= 1
        }
        counters.received &+= 1
    }

    /// Ends the sessions that were silent for ten of their periods (at least 60 s), or whose own end has come.
    public mutating func prune(at time: StreamTime) {
        guard time >= nextExpiry else { return }
        nextExpiry = StreamTime(nanoseconds: .max)
        for index in sessions.indices where !sessions[index].isOver {
            let expiry = sessions[index].expiry
            if expiry <= time { sessions[index].isOver = true } else { nextExpiry = min(nextExpiry, expiry) }
        }
    }

    /// The name announced for what `source` sends to `endpoint`: of the newest session that has one, sessions that are over
    /// only when no other has; nil when none.
    public func name(for endpoint: Endpoint, from source: IPAddress? = nil) -> String? {
        let named = sessions.filter { session in
            session.name != nil
                && session.media.contains { media in
                    media.endpoint == endpoint
                        && (media.sources.isEmpty || source.map { media.sources.contains($0) } ?? true)
                }
        }
        return (named.last { !$0.isOver } ?? named.last)?.name
    }

    private mutating func announce(_ packet: SAPPacket, _ header: DatagramHeader) throws(ParseError) {
        var session = AnnouncedSession(try SessionDescription(payload: packet.payload), packet, header)
        let same = sessions.firstIndex { isKey(packet, header, of: $0) && !$0.isOver }
        if let index = same ?? sessions.firstIndex(where: { $0.isReplaced(by: session) }) {
            session.first = sessions[index].first
            session.announcements = sessions[index].announcements &+ 1
            sessions[index] = session
        } else {
            counters.sessions &+= 1
            guard makeRoom() else { return }
            sessions.append(session)
        }
        nextExpiry = min(nextExpiry, session.expiry)
    }

    private mutating func delete(_ packet: SAPPacket, _ header: DatagramHeader) {
        // Only who announced a session may delete it (RFC 2974, section 4); source and hash name it.
        guard let index = sessions.firstIndex(where: { isKey(packet, header, of: $0) && !$0.isOver }) else { return }
        sessions[index].isOver = true
        counters.deleted &+= 1
    }

    private func isKey(_ packet: SAPPacket, _ header: DatagramHeader, of session: AnnouncedSession) -> Bool {
        session.messageHash == packet.messageHash && session.origin == packet.origin
            && session.announcer == header.source.address
    }

    private mutating func makeRoom() -> Bool {
        guard sessions.count >= Self.sessionLimit else { return true }
        guard let over = sessions.firstIndex(where: \.isOver) else { return false }
        sessions.remove(at: over)
        return true
    }
}
