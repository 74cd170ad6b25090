import Bytes
public import NetworkFormats
public import Timing
import VenueWire

/// The sessions that SAP announces, and the names that they give to channels (RFC 2974; definitions C8).
///
/// Sessions are found by key: an announcement costs the same however many are known.
public struct SAPDirectory: Sendable {
    /// More sessions than this are not kept; one that is over gives way to a new one.
    public static let sessionLimit = 512

    /// What names one version of a session: announcer, origin and hash.
    private struct Key: Hashable, Sendable {
        var announcer: IPAddress
        var origin: IPAddress
        var messageHash: UInt16
    }

    /// What all versions of a session have in common.
    private struct Subject: Hashable, Sendable {
        var announcer: IPAddress
        var username: String
        var sessionID: String
        var address: String
        /// Some announcers give every session of a host the number 0; then the endpoints tell them apart.
        var endpoints: [Endpoint]
    }

    /// Counts of what came.
    public private(set) var counters = SAPCounters()
    /// No session ends before this.
    private(set) var nextExpiry = StreamTime(nanoseconds: .max)
    private var slots: [AnnouncedSession] = []
    /// The slots' places in the order of first announcements.
    private var numbers: [UInt64] = []
    private var nextNumber: UInt64 = 0
    /// Slots whose session was over once, oldest first, each only once; it may have come back since.
    private var over: [Int] = []
    private var isQueued = [Bool](repeating: false, count: sessionLimit)
    private var slotsByKey: [Key: Int] = [:]
    private var slotsBySubject: [Subject: Int] = [:]
    private var slotsByEndpoint: [Endpoint: [Int]] = [:]

    /// An empty directory.
    public init() {}

    /// The sessions in order of their first announcement, those that are over included.
    public var sessions: [AnnouncedSession] {
        slots.indices.sorted { numbers[$0] < numbers[$1] }.map { slots[$0] }
    }

    /// Takes a datagram that was sent to the announcement port.
    public mutating func receive(_ header: DatagramHeader, _ payload: RawSpan) {
        var reader = ByteReader(payload)
        receive(try? SAPPacket(parsing: &reader), header)
    }

    /// Takes what was sent to the announcement port, nil when it is no SAP, and tells where the flows go that it is about.
    @discardableResult
    mutating func receive(_ packet: SAPPacket?, _ header: DatagramHeader) -> [Endpoint] {
        if let packet, !packet.isSessionDescription { return [] }
        counters.received &+= 1
        guard let packet else {
            counters.malformed &+= 1
            return []
        }
        if packet.isDeletion { return delete(packet, header) }
        do throws(ParseError) {
            let session = AnnouncedSession(try SessionDescription(payload: packet.payload), packet, header)
            announce(session)
            return session.media.map(\.endpoint)
        } catch {
            counters.malformed &+= 1
            return []
        }
    }

    /// Ends the sessions that were silent for ten of their periods (at least 60 s), or whose own end has come.
    public mutating func prune(at time: StreamTime) {
        guard time >= nextExpiry else { return }
        nextExpiry = StreamTime(nanoseconds: .max)
        for slot in slots.indices where !slots[slot].isOver {
            let expiry = slots[slot].expiry
            if expiry <= time { end(slot) } else { nextExpiry = min(nextExpiry, expiry) }
        }
    }

    /// The name announced for what `source` sends to `endpoint`: of the newest session that has one, sessions that are over
    /// only when no other has; nil when none.
    public func name(for endpoint: Endpoint, from source: IPAddress? = nil) -> String? {
        var best: Int?
        for slot in slotsByEndpoint[endpoint] ?? [] {
            let session = slots[slot]
            let isNamed =
                session.name != nil
                && session.media.contains { media in
                    media.endpoint == endpoint
                        && (media.sources.isEmpty || source.map { media.sources.contains($0) } ?? true)
                }
            guard isNamed else { continue }
            guard let known = best else {
                best = slot
                continue
            }
            let isNewer = numbers[slot] > numbers[known]
            if session.isOver == slots[known].isOver ? isNewer : !session.isOver { best = slot }
        }
        return best.flatMap { slots[$0].name }
    }

    private mutating func announce(_ new: AnnouncedSession) {
        var session = new
        let same = slotsByKey[Self.key(of: session)].flatMap { slots[$0].isOver ? nil : $0 }
        if let slot = same ?? slotsBySubject[Self.subject(of: session)] {
            session.first = slots[slot].first
            session.announcements = slots[slot].announcements &+ 1
            forget(slot)
            slots[slot] = session
            remember(slot)
        } else {
            counters.sessions &+= 1
            guard let slot = freeSlot() else { return }
            if slot == slots.count {
                slots.append(session)
                numbers.append(nextNumber)
            } else {
                forget(slot)
                slots[slot] = session
                numbers[slot] = nextNumber
            }
            nextNumber += 1
            remember(slot)
        }
        nextExpiry = min(nextExpiry, session.expiry)
    }

    private mutating func delete(_ packet: SAPPacket, _ header: DatagramHeader) -> [Endpoint] {
        // Only who announced a session may delete it (RFC 2974, section 4); source and hash name it.
        let key = Key(
            announcer: header.source.address, origin: packet.origin, messageHash: packet.messageHash)
        guard let slot = slotsByKey[key], !slots[slot].isOver else { return [] }
        end(slot)
        counters.deleted &+= 1
        return slots[slot].media.map(\.endpoint)
    }

    private mutating func end(_ slot: Int) {
        slots[slot].isOver = true
        if !isQueued[slot] { over.append(slot) }
        isQueued[slot] = true
    }

    /// The slot that a new session is to take: an empty one, or that of the first session that is over; nil when all go on.
    private mutating func freeSlot() -> Int? {
        guard slots.count >= Self.sessionLimit else { return slots.count }
        var passed = 0
        defer { over.removeFirst(passed) }
        for slot in over {
            passed += 1
            isQueued[slot] = false
            if slots[slot].isOver { return slot }
        }
        return nil
    }

    private mutating func remember(_ slot: Int) {
        let session = slots[slot]
        slotsByKey[Self.key(of: session)] = slot
        slotsBySubject[Self.subject(of: session)] = slot
        for endpoint in Set(session.media.map(\.endpoint)) { slotsByEndpoint[endpoint, default: []].append(slot) }
    }

    private mutating func forget(_ slot: Int) {
        let session = slots[slot]
        if slotsByKey[Self.key(of: session)] == slot { slotsByKey[Self.key(of: session)] = nil }
        if slotsBySubject[Self.subject(of: session)] == slot { slotsBySubject[Self.subject(of: session)] = nil }
        for endpoint in Set(session.media.map(\.endpoint)) {
            slotsByEndpoint[endpoint]?.removeAll { $0 == slot }
            if slotsByEndpoint[endpoint]?.isEmpty == true { slotsByEndpoint[endpoint] = nil }
        }
    }

    private static func key(of session: AnnouncedSession) -> Key {
        Key(announcer: session.announcer, origin: session.origin, messageHash: session.messageHash)
    }

    private static func subject(of session: AnnouncedSession) -> Subject {
        let origin = session.sessionOrigin
        return Subject(
            announcer: session.announcer, username: origin.username, sessionID: origin.sessionID,
            address: origin.address, endpoints: origin.sessionID == "0" ? session.media.map(\.endpoint) : [])
    }
}
