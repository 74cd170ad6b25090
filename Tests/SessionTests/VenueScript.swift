import Bytes
import Foundation
import NetworkFormats
import PacketIO
import Timing
import VenueSettings
import VenueSimulator
import VenueWire

@testable import VenueRuntime

/// A venue whose datagrams a test hands to the engine itself, at instants that it says: nothing depends on a clock.
struct VenueScript {
    let venue: LiveVenue
    private let ordinal = Guarded<UInt64>(0)

    /// The instant that milliseconds are counted from: a whole second.
    static let start: Int64 = 1_800_000_000_000

    static let license = VenueAnnouncement.License(
        venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C")

    /// What a device of that field of use is configured with.
    static var configuration: VenueConfiguration {
        var configuration = VenueConfiguration()
        configuration.license = FieldOfUse(
            venueName: license.venueName, contentOwner: license.contentOwner, appDeveloper: license.appDeveloper)
        return configuration
    }

    init(_ configuration: VenueConfiguration = Self.configuration, files: FileStore? = nil) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Samples/lossy-venue.pcapng").standardized.path()
        // The capture is never read: the venue is not started.
        venue = try LiveVenue(
            options: LiveOptions(
                source: .capture(path: path, pace: .fast), configuration: configuration, files: files))
    }

    static func time(_ ms: Int64) -> StreamTime { StreamTime(nanoseconds: (start + ms) * 1_000_000) }

    func send(_ payload: [UInt8], at ms: Int64, to destination: Endpoint, from source: IPAddress) {
        let number = ordinal.withLock { number in
            number += 1
            return number
        }
        let header = DatagramHeader(
            time: Self.time(ms), ordinal: number, source: Endpoint(source, 4_000), destination: destination,
            wireLength: UInt32(payload.count), storedLength: UInt32(payload.count))
        venue.state.withLock { $0.ingest(header, payload.lent) }
    }

    /// Nothing more comes before `ms`.
    func advance(to ms: Int64) { venue.state.withLock { $0.advance(to: Self.time(ms)) } }

    func announce(
        _ announcement: VenueAnnouncement, at ms: Int64, from source: UInt32 = 0x0a00_0001, isDeletion: Bool = false
    ) {
        send(
            announcement.datagram(from: IPAddress(v4: source), isDeletion: isDeletion), at: ms,
            to: Endpoint(IPAddress(v4: 0xefff_2a01), 9_875), from: IPAddress(v4: source))
    }

    /// Announces once a second from `first` on, for so many seconds.
    func announce(_ announcements: [VenueAnnouncement], from first: Int64, seconds: Int64) {
        for second in 0..<seconds {
            for announcement in announcements { announce(announcement, at: first + second * 1_000) }
        }
    }

    /// One media packet of two null packets of transport stream.
    func media(_ sequence: UInt16, at ms: Int64, to destination: Endpoint = video().channel.destination) {
        let null: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0, count: 184)
        let header: [UInt8] = [
            0x80, 33, UInt8(sequence >> 8), UInt8(sequence & 0xff), 0, 0, 0, UInt8(sequence & 0xff), 0, 0, 0, 7,
        ]
        send(header + null + null, at: ms, to: destination, from: IPAddress(v4: 0x0a00_0001))
    }

    /// Hands over everything that a written venue sends up to `end` milliseconds after its start.
    func play(_ spec: NativeVenueSpec, until end: Int64) {
        var sent = NativeVenue(spec)
        play(&sent, until: end)
    }

    /// Hands over what comes next.
    func play(_ sent: inout NativeVenue, until end: Int64) {
        while let time = sent.nextTime, time <= Self.time(end) {
            sent.next { datagram, payload in
                send(
                    payload.withUnsafeBytes { Array($0) },
                    at: datagram.time.nanoseconds / 1_000_000 - Self.start, to: datagram.destination,
                    from: datagram.source.address)
            }
        }
    }

    static func video(
        _ number: UInt32 = 1, name: String = "Sideline", license: VenueAnnouncement.License = license,
        streamer: String = "a1", periodMs: Int = 1_000
    ) -> VenueAnnouncement {
        VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: streamer, name: "Press Box"), sessionID: "7f3c", title: "Game 12",
            periodMs: periodMs, license: license,
            channel: AnnouncedChannel(
                kind: .video, sessionNumber: number, name: name, bandwidthKbps: 1_500,
                destination: Endpoint(IPAddress(v4: 0xef0a_0a00 + number), 5_000), encoding: .rtpTransportStream))
    }

    static func objects(_ kind: ChannelKind, _ number: UInt32, name: String) -> VenueAnnouncement {
        var announcement = video(number, name: name)
        announcement.channel.kind = kind
        announcement.channel.encoding = kind == .data ? .alc : .flute
        return announcement
    }
}
