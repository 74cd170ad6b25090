import Bytes
import NetworkFormats
import Timing
import VenueSimulator
import VenueWire

/// Makes scenarios whose groups and ports nobody else uses.
struct LiveScenarioMaker {
    private(set) var scenarios: [LiveScenario] = []
    private var nextGroup: UInt32 = 1
    private var port: UInt16 = 43_000
    private var sourcePort: UInt16 = 43_500

    /// A camera with addresses of its own; about 110 datagrams a second for some 3 s.
    mutating func camera(
        _ impairment: Impairment = Impairment(), carriage: ChannelSpec.Carriage = .rtpTransport,
        parity: ParityLayout? = nil, from host: UInt32 = 2, datagrams: Int = 330, seed: UInt64 = 1
    ) -> ChannelSpec {
        let group = nextGroup
        nextGroup += 1
        sourcePort += 1
        var impairment = impairment
        if let parity { impairment.sparedRepairs = parity.columns + parity.rows + 1 }
        return ChannelSpec(
            source: Endpoint(IPAddress(v4: 0x7f00_0000 + host), sourcePort),
            destination: Endpoint(IPAddress(v4: 0xef4d_0300 + group), port), carriage: carriage,
            transport: TransportSpec(
                bitRate: 330_000, frameRate: 10, gopLength: 8, consecutiveBPictures: Int(group % 2) * 2, width: 640,
                height: 360, soundRate: 16_000),
            packetsPerDatagram: 2,
            rtp: RTPSpec(
                payloadType: carriage == .rtpElementary ? 97 : 33, synchronizationSource: 0x5300_0000 + group,
                firstSequenceNumber: UInt16(truncatingIfNeeded: 65_300 + group * 37)),
            parity: parity, impairment: impairment, start: StreamDuration(milliseconds: Int64(group % 7) * 3),
            datagrams: datagrams, seed: seed &* 31 &+ UInt64(group))
    }

    /// Adds a scenario of `channels`, changed by `change`.
    mutating func add(
        _ name: String, _ channels: [ChannelSpec], _ change: (inout LiveScenario) -> Void = { _ in }
    ) {
        var scenario = LiveScenario(name: name, datagrams: SimulatedVenue.play(VenueSpec(channels: channels)).datagrams)
        change(&scenario)
        scenarios.append(scenario)
        port += 20
    }

    /// A random venue of the simulator, moved to addresses of the loopback interface; at most `seconds` of it.
    mutating func addRandom(seed: UInt64, seconds: Int64) {
        var spec = VenueSpec.random(seed: seed)
        var hosts: [IPAddress] = []
        var moved: [Endpoint: IPAddress] = [:]
        for index in spec.channels.indices {
            let old = spec.channels[index]
            if !hosts.contains(old.source.address) { hosts.append(old.source.address) }
            if moved[old.destination] == nil {
                moved[old.destination] = IPAddress(v4: 0xef4d_0300 + nextGroup)
                nextGroup += 1
            }
            let host = UInt32(hosts.firstIndex(of: old.source.address) ?? 0)
            // One sender with two SSRCs keeps one port.
            let first = spec.channels[..<index].firstIndex { $0.source.port == old.source.port }
            sourcePort += first == nil ? 1 : 0
            spec.channels[index].source = Endpoint(IPAddress(v4: 0x7f00_0002 + host), sourcePort)
            spec.channels[index].destination = Endpoint(moved[old.destination] ?? old.destination.address, port)
        }
        add("random venue \(seed)", spec.channels) { scenario in
            let end = (scenario.datagrams.first?.time ?? spec.start) + StreamDuration(seconds: seconds)
            scenario.datagrams.removeAll { $0.time > end }
            scenario.agreement = .nothing
        }
    }

    /// An announcement of `channel`, or its deletion, `seconds` after the venue starts.
    static func announcement(
        of channel: ChannelSpec, _ title: String, at seconds: Double, isDeletion: Bool = false
    ) -> SimulatedDatagram {
        let sender = IPAddress(v4: 0x7f00_0002)
        let lines = [
            "v=0", "o=- 39 1 IN IP4 \(sender)", "s=\(title)", "c=IN IP4 \(channel.destination.address)/16", "t=0 0",
            "m=video \(channel.destination.port) RTP/AVP 33",
        ]
        var writer = ByteWriter()
        SAPPacket(
            isDeletion: isDeletion, messageHash: 0x5177, origin: sender, payloadType: "application/sdp",
            payload: Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
        ).write(to: &writer)
        return SimulatedDatagram(
            time: VenueSpec.customaryStart + StreamDuration(milliseconds: Int64(seconds * 1_000)),
            source: Endpoint(sender, 43_999), destination: Endpoint(IPAddress(v4: 0xef4d_03fa), SAPPacket.port),
            payload: writer.bytes)
    }
}

extension LiveScenarioMaker {
    /// What is sent to the venue's announcement group, `seconds` after the venue starts.
    static func venueDatagram(_ payload: [UInt8], at seconds: Double) -> SimulatedDatagram {
        SimulatedDatagram(
            time: VenueSpec.customaryStart + StreamDuration(milliseconds: Int64(seconds * 1_000)),
            source: Endpoint(IPAddress(v4: 0x7f00_0002), 43_998),
            destination: Endpoint(IPAddress(v4: 0xefff_2a01), SAPPacket.port), payload: payload)
    }

    /// The venue's announcement of `channel`, or its deletion.
    static func venueAnnouncement(
        of channel: ChannelSpec, _ name: String, number: UInt32 = 1, port: UInt16? = nil, at seconds: Double,
        isDeletion: Bool = false
    ) -> SimulatedDatagram {
        let announcement = VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: "a1", name: "Press Box"), sessionID: "7f3c", title: "Game 12",
            sequence: UInt64(seconds * 100),
            license: VenueAnnouncement.License(
                venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C"),
            channel: AnnouncedChannel(
                kind: .video, sessionNumber: number, name: name, bandwidthKbps: 330,
                destination: Endpoint(channel.destination.address, port ?? channel.destination.port),
                encoding: .rtpTransportStream,
                protection: AnnouncedProtection(
                    scheme: .parity, columns: channel.parity?.columns ?? 0, rows: channel.parity?.rows ?? 0)))
        return venueDatagram(
            announcement.datagram(from: IPAddress(v4: 0x7f00_0002), isDeletion: isDeletion), at: seconds)
    }
}

extension LiveScenario {
    /// Lets every datagram that `isMeant` tells arrive later, and puts all in order of time again.
    mutating func delay(by milliseconds: Int64, _ isMeant: (Int, SimulatedDatagram) -> Bool) {
        for index in datagrams.indices where isMeant(index, datagrams[index]) {
            datagrams[index].time = datagrams[index].time + StreamDuration(milliseconds: milliseconds)
        }
        sort()
    }

    /// Lets nothing arrive for `milliseconds` after the first `seconds`.
    mutating func insertSilence(milliseconds: Int64, after seconds: Double) {
        guard let first = datagrams.first else { return }
        let from = first.time + StreamDuration(milliseconds: Int64(seconds * 1_000))
        for index in datagrams.indices where datagrams[index].time >= from {
            datagrams[index].time = datagrams[index].time + StreamDuration(milliseconds: milliseconds)
        }
    }

    mutating func sort() {
        datagrams = datagrams.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }
}
