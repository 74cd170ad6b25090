import Bytes
public import Evidence
public import NetworkFormats
public import Timing
import VenueWire

/// Decides what every datagram is and which channel it belongs to, packet by packet and not by port.
///
/// A channel is opened by one packet that carries a transport stream (in RTP of any payload type, or straight in UDP), or
/// by two packets of one SSRC that follow each other (RFC 3550, A.1). Datagrams that cannot be decided at once are copied
/// and handed on later as events: packets of probation, repair packets whose media has not come, and what comes while a
/// new SSRC may be a restart or a second sender (definitions C3).
///
/// After every call the caller takes the events of the output in order, then the verdict, and empties the output.
public struct FlowClassifier: Sendable {
    /// More channels than this are not opened.
    public static let channelLimit = 1_024
    /// More streams than this in one flow are not told apart.
    public static let memberLimit = 8
    /// More file channels than this are not opened without an announcement: what each holds of its objects is much.
    public static let objectChannelLimit = 64
    /// Packets of one SSRC that probation keeps.
    static let probationLimit = 16
    /// Repair packets of one SSRC that wait for their media.
    static let parityLimit = 1_024
    /// Bytes of them.
    static let parityByteLimit = 2 << 20
    /// How long they wait.
    static let parityPatience = StreamDuration(seconds: 2)
    /// Silence after which what is held is decided with what is known.
    static let silence = StreamDuration(seconds: 10)

    /// A stream of a flow: an SSRC, a raw transport stream, or repair packets.
    struct Member: Sendable {
        var signature: UInt64
        var channel: Int32
        var role: FlowRole
        var packetLength: UInt16
        var next: Int32
    }

    /// The channels in order of index.
    public private(set) var channels: [ChannelIdentity] = []
    /// What SAP announced.
    public internal(set) var directory = SAPDirectory()
    /// What the venue announced.
    public internal(set) var venue: VenueDirectory
    /// What the venue says of each channel, by index; nil for those that it never named.
    public internal(set) var announcements: [ChannelAnnouncement?] = []
    /// Where each channel is now, by index: not where it was found when its announcement changed its address.
    var places: [VenueChannel.Place] = []
    /// Channels whose announcement gave them another place, where nothing came yet.
    var moving: [VenueChannel.Place: Int32] = [:]
    /// Where the flows go that the newest announcement is about; empty when it could not be read.
    public internal(set) var newestAnnounced: [Endpoint] = []
    /// How many datagrams were nothing that belongs to a channel, by kind.
    public internal(set) var others = OtherTrafficCounts()
    var table = FlowTable()
    var members: [Member] = []
    var candidates = CandidateTable()
    var watches: [Int: SenderWatch] = [:]
    var holding = HeldPackets()
    var channelsByDestination: [Endpoint: [Int32]] = [:]
    /// The channels whose repair packets go to an endpoint, as their announcements say.
    var repairPlaces: [Endpoint: [Int32]] = [:]
    /// The flows of a group whose media packets bear the payload IDs of Simple Reed-Solomon.
    var blockFlows: [IPAddress: [Int32]] = [:]
    /// File channels that were opened by their tables alone.
    var foundObjectChannels = 0
    /// No timer ends before this.
    var deadline = StreamTime(nanoseconds: .max)

    /// A classifier that has seen nothing; announcements are judged by `rules`.
    public init(rules: AnnouncementRules = AnnouncementRules()) { venue = VenueDirectory(rules: rules) }

    /// The held datagrams; those of `delivered` events stay until the next call.
    public var held: DatagramStore { holding.store }

    /// Says what the datagram is; what this decides about earlier ones is appended to `output`.
    public mutating func classify(
        _ header: DatagramHeader, _ payload: RawSpan, into output: inout ClassifierOutput
    ) -> Verdict {
        let index = table.index(of: header.destination, from: header.source.address)
        guard index >= 0 else { return classifyUnknown(header, payload, into: &output) }
        let stored = payload.byteCount
        if table.flows[index].role == .transport {
            let length = Int(table.flows[index].packetLength)
            let wireLength = max(stored, Int(header.wireLength))
            if length > 0, stored > 0, payload.byte(at: 0) == TransportLayout.sync, wireLength % length == 0 {
                return .transport(
                    channel: table.flows[index].channel, payload: 0..<stored, packetLength: length)
            }
        } else if stored >= RTPHeader.fixedLength, Self.signature(of: payload) == table.flows[index].signature {
            return verdict(flow: index, header, payload)
        } else if table.flows[index].role == .object, let session = TransportSession.identifier(of: payload),
            Self.objectSignature(session) == table.flows[index].signature
        {
            return .object(channel: table.flows[index].channel)
        } else if table.flows[index].role == .blockRepair, BlockTrace.repair(payload, header) != nil {
            return repair(table.flows[index].channel, .blockRepair, header, payload)
        }
        return classifyKnown(index, header, payload, into: &output)
    }

    /// Ticks before this instant change nothing, as long as nothing is classified.
    public var nextDue: StreamTime { min(deadline, directory.nextExpiry, venue.nextDue) }

    /// Runs the timers up to `moment`; call at every tick.
    public mutating func tick(at moment: Moment, into output: inout ClassifierOutput) {
        let time = moment.time
        directory.prune(at: time)
        pruneAnnounced(at: moment, into: &output)
        guard time >= deadline else { return }
        holding.retireDecided()
        settle(at: time, into: &output)
    }

    /// Decides everything that is still held with what is known; nothing may be classified afterwards.
    public mutating func finish(into output: inout ClassifierOutput) {
        holding.retireDecided()
        settle(at: nil, into: &output)
    }

    /// What tells one RTP stream of a flow from another: version, SSRC and payload type; never 0 for version 2.
    static func signature(of payload: RawSpan) -> UInt64 {
        signature(
            version: payload.byte(at: 0) >> 6, payload.bigEndian(at: 8), payloadType: payload.byte(at: 1) & 0x7f)
    }

    static func signature(version: UInt8 = 2, _ source: UInt32, payloadType: UInt8) -> UInt64 {
        UInt64(version) << 40 | UInt64(source) << 8 | UInt64(payloadType)
    }

    /// The signature of the member without RTP; no version has it.
    static let transportSignature: UInt64 = 1 << 63

    /// The verdict for a packet of the stream that the flow saw last.
    private mutating func verdict(flow: Int, _ header: DatagramHeader, _ payload: RawSpan) -> Verdict {
        let channel = table.flows[flow].channel
        let role = table.flows[flow].role
        guard role == .media else { return repair(channel, role, header, payload) }
        do {
            let rtp = try RTPHeader(parsing: payload, wireLength: Int(header.wireLength))
            trace(rtp, flow, channel, header, payload)
            return .media(channel: channel, rtp)
        } catch {
            return other(.malformedRTP)
        }
    }

    mutating func other(_ kind: OtherTraffic) -> Verdict {
        others.count(kind)
        return .other(kind)
    }

    mutating func register(_ channel: ChannelIdentity) {
        channels.append(channel)
        announcements.append(nil)
        places.append(VenueChannel.Place(channel))
        channelsByDestination[channel.destination, default: []].append(channel.index)
    }
}
