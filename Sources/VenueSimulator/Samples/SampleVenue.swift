import Bytes
import CaptureFormats
import NetworkFormats
import Timing
import VenueWire

/// The venues behind the captures in `Samples/`: named channels, announced by SAP, each with a story to tell.
public struct SampleVenue: Sendable {
    /// The file's name without its ending.
    public var name: String
    /// What is sent, and what the network does to it.
    public var spec: VenueSpec
    /// The announced names, channel by channel; a channel without one is not announced.
    public var titles: [String?]

    /// How often a channel is announced.
    private static let announcementPeriod = StreamDuration(seconds: 2)
    private static let announcements = Endpoint(IPAddress(v4: 0xefff_ffff), 9875)
    private static let sender = IPAddress(v4: 0x0a09_0002)

    /// All samples.
    public static let all = [lossy, clean]

    /// Four cameras: one repaired whole, one beyond its protection, one unprotected, one that never misses a packet.
    public static let lossy = Self(
        name: "lossy-venue",
        spec: VenueSpec(channels: [
            camera(
                0, parity: ParityLayout(columns: 5, rows: 5),
                Impairment(loss: .bernoulli(0.02), repairLoss: .bernoulli(0.01), sparedRepairs: 10)),
            camera(
                1, parity: ParityLayout(columns: 10, rows: 4, protectsRows: false),
                Impairment(
                    loss: .gilbertElliott(toBad: 0.02, toGood: 0.3, lossInGood: 0, lossInBad: 0.7), sparedRepairs: 10)),
            camera(2, carriage: .udpTransport, Impairment(loss: .bernoulli(0.004))),
            camera(3, Impairment()),
        ]),
        titles: ["Sideline", "Goal line", "Bench", "Wide"])

    /// Two cameras, one protected the way GStreamer does it, and nothing lost.
    public static let clean = Self(
        name: "clean-venue",
        spec: VenueSpec(channels: [
            camera(0, parity: ParityLayout(columns: 8, rows: 4, timing: .gstreamer), Impairment()),
            camera(1, carriage: .udpTransport, Impairment()),
        ]),
        titles: ["Sideline", nil])

    /// The channel's number decides its addresses, numbers and chances.
    private static func camera(
        _ index: Int, carriage: ChannelSpec.Carriage = .rtpTransport, parity: ParityLayout? = nil,
        _ impairment: Impairment
    ) -> ChannelSpec {
        let number = UInt32(index)
        return ChannelSpec(
            source: Endpoint(sender, 40_000 + UInt16(index)),
            destination: Endpoint(IPAddress(v4: 0xef0a_0a01 + number), 5000), carriage: carriage,
            transport: TransportSpec(
                bitRate: 320_000, gopLength: 25, consecutiveBPictures: index % 2 * 2, width: 640, height: 360),
            packetsPerDatagram: 3,
            rtp: RTPSpec(synchronizationSource: 0x5300_0001 + number, firstSequenceNumber: UInt16(65_400 + index * 40)),
            parity: parity, impairment: impairment, start: StreamDuration(milliseconds: 40 + Int64(index) * 3),
            datagrams: 640, seed: 7 + UInt64(index))
    }

    /// The capture: media, repair packets and announcements in order of time, as pcapng with stamps in nanoseconds.
    public func capture() -> [UInt8] {
        let media = SimulatedVenue.play(spec).datagrams
        let end = media.last?.time ?? spec.start
        let all = (media + announcementDatagrams(until: end)).enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: "stadium-replay simulator")
        bytes += writer.interface(.ethernet, name: "simulated")
        for (_, datagram) in all {
            var frame = ByteWriter(capacity: datagram.payload.count + 64)
            let payload = datagram.payload
            UDPFrame.ethernet(
                source: datagram.source, destination: datagram.destination, payload: payload.lent, ttl: 16, into: &frame
            )
            bytes += writer.frame(frame.bytes, at: datagram.time)
        }
        bytes += writer.statistics(at: end, received: UInt64(all.count), dropped: 0)
        return bytes
    }

    private func announcementDatagrams(until end: StreamTime) -> [SimulatedDatagram] {
        var datagrams: [SimulatedDatagram] = []
        for (index, title) in titles.enumerated() {
            guard let title else { continue }
            var time = spec.start + StreamDuration(milliseconds: 10 + Int64(index))
            while time <= end {
                datagrams.append(
                    SimulatedDatagram(
                        time: time, source: Endpoint(Self.sender, 9875), destination: Self.announcements,
                        payload: announcement(of: spec.channels[index], title, index)))
                time = time + Self.announcementPeriod
            }
        }
        return datagrams
    }

    private func announcement(of channel: ChannelSpec, _ title: String, _ index: Int) -> [UInt8] {
        let form = channel.carriage == .udpTransport ? "udp MP2T" : "RTP/AVP 33"
        let lines = [
            "v=0", "o=- \(3_900_000_001 + index) 1 IN IP4 \(Self.sender)", "s=\(title)",
            "c=IN IP4 \(channel.destination.address)/16", "t=0 0", "m=video \(channel.destination.port) \(form)",
        ]
        let body = lines.joined(separator: "\r\n") + "\r\n"
        var writer = ByteWriter()
        SAPPacket(
            messageHash: UInt16(0x5100 + index), origin: Self.sender, payloadType: "application/sdp",
            payload: Array(body.utf8)
        ).write(to: &writer)
        return writer.bytes
    }
}
