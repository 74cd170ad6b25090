import Bytes
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("The end of a native venue")
struct NativeVenueEndTests {
    /// Jitter of a whole period: announcements overtake each other and would overtake the deletions.
    private static let bad = Impairment(duplicates: 0.5, jitter: StreamDuration(milliseconds: 1_200))

    /// Video, messages far ahead and files of two Streamers.
    private static func spec(seconds: Int64?, _ impairment: Impairment) throws -> NativeVenueSpec {
        func place(_ host: UInt32) -> Endpoint { Endpoint(IPAddress(v4: 0xef0a_0a00 | host), 5_000) }
        let loop = try LoopMaterial(DemoFile.bytes("sideline.ts"))
        return NativeVenueSpec(
            duration: seconds.map { StreamDuration(seconds: $0) },
            license: VenueAnnouncement.License(venueName: "V", contentOwner: "C", appDeveloper: "A"),
            impairment: impairment,
            streamers: (1...2).map {
                .init(id: "a\($0)", source: Endpoint(IPAddress(v4: 0x7f00_0000 | UInt32($0)), 5_000))
            },
            channels: [
                NativeChannelSpec(
                    name: "Sideline", sessionNumber: 1, destination: place(1),
                    protection: AnnouncedProtection(
                        scheme: .reedSolomon, matrix: "rizzo", sourceCount: 8, repairCount: 3, symbolLength: 1_331,
                        repairPort: 5_010),
                    impairment: impairment, content: .video(loop, offset: .zero)),
                NativeChannelSpec(
                    name: "Wide", sessionNumber: 2, streamer: 1, destination: place(2),
                    content: .video(loop, offset: .zero)),
                NativeChannelSpec(
                    name: "scores", sessionNumber: 3, destination: place(3), impairment: impairment,
                    content: .data(
                        [
                            NativeMessage(at: StreamDuration(milliseconds: 900), Array("0:0".utf8)),
                            NativeMessage(at: StreamDuration(seconds: 3_600), Array("9:9".utf8)),
                        ], repeats: 3)),
                NativeChannelSpec(
                    name: "files", sessionNumber: 4, streamer: 1, destination: place(4), bandwidthKbps: 10,
                    impairment: impairment,
                    content: .file([NativeFile(uri: "a.txt", bytes: Array(repeating: 7, count: 2_000))])),
            ])
    }

    private struct Given {
        var datagram: NativeDatagram
        var first: UInt8
    }

    /// Plays the venue, which is told to end when each of `stops`, in milliseconds, has come.
    private static func play(_ spec: NativeVenueSpec, stops: [Int64]) -> [Given] {
        var venue = NativeVenue(spec)
        var stops = stops[...]
        var given: [Given] = []
        while given.count < 10_000 {
            let next = venue.nextTime
            if let stop = stops.first.map({ spec.start + StreamDuration(milliseconds: $0) }), next ?? stop >= stop {
                stops.removeFirst()
                venue.end(at: stop)
                continue
            }
            guard next != nil else { break }
            venue.next { datagram, payload in given.append(Given(datagram: datagram, first: payload.copied()[0])) }
        }
        return given
    }

    @Test(
        "announces nothing behind the first deletion, whenever it is stopped and whatever is made ahead",
        arguments: [
            [], [1], [150], [999], [1_000], [1_750], [2_300, 2_300], [1_100, 1_200], [2_990], [3_100], [9_000],
        ],
        [Impairment(), bad])
    func deletesLast(_ stops: [Int64], _ impairment: Impairment) throws {
        for seconds in [nil, 3] as [Int64?] where seconds != nil || !stops.isEmpty {
            let spec = try Self.spec(seconds: seconds, impairment)
            let announced = Self.play(spec, stops: stops).filter { $0.datagram.kind == .announcement }
            // Bit 2 of a SAP header is T (RFC 2974, section 3).
            let isDeletion = announced.map { $0.first & 4 != 0 }
            let first = try #require(isDeletion.firstIndex(of: true))
            #expect(isDeletion[first...].allSatisfy { $0 }, "stopped at \(stops) of \(seconds ?? 0) s")
            // One for each channel, and one for the description of each of the two cameras.
            let jsons = announced[first...].filter { $0.datagram.destination == spec.announcements }
            let twins = announced[first...].filter { $0.datagram.destination == spec.twins }
            #expect(Set(jsons.map(\.datagram.channel)) == [0, 1, 2, 3])
            #expect(Set(twins.map(\.datagram.channel)) == [0, 1])
            if impairment.duplicates == 0 { #expect(jsons.count == 4 && twins.count == 2) }
        }
    }

    @Test("sends nothing that was made ahead once it is stopped", arguments: [1, 950, 1_500] as [Int64])
    func dropsWhatIsMadeAhead(_ stop: Int64) throws {
        let spec = try Self.spec(seconds: nil, Impairment())
        let given = Self.play(spec, stops: [stop])
        let end = spec.start + StreamDuration(milliseconds: stop)
        // Tidied by at most a microsecond, and a packet's repairs come with it.
        let late = given.filter { $0.datagram.kind != .announcement && $0.datagram.time > end }
        #expect(
            late.allSatisfy { $0.datagram.kind != .object && $0.datagram.time - end < StreamDuration(milliseconds: 50) }
        )
        let last = try #require(given.last)
        #expect(last.datagram.kind == .announcement)
        #expect(last.datagram.time - end <= StreamDuration(milliseconds: 201))
    }

    @Test("fills the last window with null packets, so that it can be repaired", arguments: [1, 950, 1_501] as [Int64])
    func fillsLastWindow(_ stop: Int64) throws {
        var venue = NativeVenue(try Self.spec(seconds: nil, Impairment()))
        var trailers: [[UInt8]] = []
        var lastPackets: [[UInt8]] = []
        venue.end(at: venue.spec.start + StreamDuration(milliseconds: stop))
        while venue.nextTime != nil {
            venue.next { datagram, payload in
                guard datagram.kind == .media, datagram.channel == 0 else { return }
                let bytes = payload.copied()
                trailers.append(Array(bytes.suffix(6)))
                lastPackets.append(Array(bytes[12..<200]))
            }
        }
        // Windows of eight: SBN (24) | ESI (8) | k (16), RFC 6865, section 4.1.
        #expect(trailers.count % 8 == 0)
        #expect(try #require(trailers.last).suffix(3) == [7, 0, 8])
        // PID 0x1fff is the null packet's (ISO/IEC 13818-1, table 2-3).
        let isNull = lastPackets.map { $0[1] == 0x1f && $0[2] == 0xff }
        let fill = isNull.reversed().prefix { $0 }.count
        #expect(fill < 8 && isNull.dropLast(fill).contains(false))
    }

    @Test("does not wait for the window that an outage cut: it sends nothing behind its deletions")
    func inAnOutage() throws {
        var spec = try Self.spec(seconds: nil, Impairment())
        spec.channels = Array(spec.channels.prefix(1))
        spec.channels[0].impairment.outages = [
            Impairment.Outage(start: StreamDuration(seconds: 1), length: StreamDuration(seconds: 30))
        ]
        let given = Self.play(spec, stops: [3_000])
        // The deletions come 200 ms behind the end, in steps of 50 ms at the most.
        let last = try #require(given.last).datagram.time - spec.start
        #expect(last < StreamDuration(milliseconds: 4_000), "\(last)")
    }
}
