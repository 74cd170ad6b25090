import Bytes
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator
import VenueWire

@Suite("A Streamer")
struct VenueStreamerTests {
    /// A camera, messages and files on groups and ports of the test's own, for `seconds`.
    private static func spec(_ number: UInt32, seconds: Int64?) throws -> NativeVenueSpec {
        func place(_ host: UInt32) -> Endpoint {
            Endpoint(IPAddress(v4: 0xef4d_0300 | number << 4 | host), UInt16(42_200 + 20 * number))
        }
        let protection = AnnouncedProtection(
            scheme: .reedSolomon, matrix: "rizzo", sourceCount: 10, repairCount: 4, symbolLength: 1_331,
            repairPort: place(1).port + 10)
        return NativeVenueSpec(
            start: VenueSpec.customaryStart, duration: seconds.map { StreamDuration(seconds: $0) },
            license: VenueAnnouncement.License(venueName: "V", contentOwner: "C", appDeveloper: "A"),
            announcements: place(15), twins: nil,
            streamers: [.init(id: "a1", source: Endpoint(IPAddress(v4: 0x7f00_0001), 0))],
            channels: [
                NativeChannelSpec(
                    name: "Sideline", sessionNumber: 1, destination: place(1), protection: protection,
                    impairment: Impairment(loss: .bernoulli(0.1), repairLoss: .bernoulli(0.1)),
                    content: .video(try LoopMaterial(DemoFile.bytes("sideline.ts")), offset: .zero)),
                NativeChannelSpec(
                    name: "scores", sessionNumber: 2, destination: place(2),
                    content: .data(
                        [NativeMessage(at: StreamDuration(milliseconds: 400), Array("0:0".utf8))], repeats: 2)),
                NativeChannelSpec(
                    name: "files", sessionNumber: 3, destination: place(3), bandwidthKbps: 200,
                    content: .file([NativeFile(uri: "a.txt", bytes: Array("first".utf8))])),
            ])
    }

    /// What the venue gives to one place.
    private static func expected(_ spec: NativeVenueSpec, to place: Endpoint) -> [[UInt8]] {
        var venue = NativeVenue(spec)
        var found: [[UInt8]] = []
        while venue.nextTime != nil {
            venue.next { datagram, payload in
                if datagram.destination == place { found.append(payload.copied()) }
            }
        }
        return found
    }

    @Test("sends every datagram of its venue in order, deletions last, and is over then")
    func sends() throws {
        let spec = try Self.spec(1, seconds: 2)
        let media = spec.channels[0].destination
        let places = [
            media, Endpoint(media.address, media.port + 10), spec.channels[1].destination, spec.channels[2].destination,
            spec.announcements,
        ]
        let listeners = try places.map {
            try #require(GroupListener(group: UInt32($0.address.low), port: $0.port))
        }
        let streamer = VenueStreamer(spec)
        try streamer.start()
        // Taken while they come: a socket does not hold them all.
        var taken = places.map { _ in [[UInt8]]() }
        func take() {
            for (index, listener) in listeners.enumerated() {
                while let datagram = listener.next(within: 0) { taken[index].append(datagram) }
            }
        }
        let end = ContinuousClock.now + .seconds(60)
        while !streamer.wait(atMost: StreamDuration(milliseconds: 10)), ContinuousClock.now < end { take() }
        streamer.stop()
        take()
        var count = 0
        for (place, datagrams) in zip(places, taken) {
            let want = Self.expected(spec, to: place)
            #expect(want.count >= 2)
            #expect(datagrams.count == want.count && datagrams == want, "\(place)")
            count += want.count
        }
        #expect(streamer.counts.datagrams == count)
        #expect(streamer.counts.refused == 0)
        let counts = try #require(streamer.channelCounts[0])
        #expect(counts.sources > 40 && counts.lostSources > 0)
    }

    @Test("sends messages that it is given, and withdraws its channels when it is stopped")
    func takesMessages() throws {
        let spec = try Self.spec(2, seconds: nil)
        let messages = try #require(
            GroupListener(
                group: UInt32(spec.channels[1].destination.address.low), port: spec.channels[1].destination.port))
        let announcements = try #require(
            GroupListener(group: UInt32(spec.announcements.address.low), port: spec.announcements.port))
        let streamer = VenueStreamer(spec)
        try streamer.start()
        streamer.send(Array("Anpfiff".utf8), to: 1)
        // On the wire a message is one packet: its text and the checksum of four bytes.
        var isFound = false
        while !isFound, let packet = messages.next() { isFound = packet.dropLast(4).suffix(7) == Array("Anpfiff".utf8) }
        #expect(isFound)
        streamer.stop()
        // Bit 2 of a SAP header is T (RFC 2974, section 3): one deletion for each of three channels, and nothing behind.
        var deletions: [Bool] = []
        while let announcement = announcements.next(within: 1_300) { deletions.append(announcement[0] & 4 != 0) }
        #expect(deletions.suffix(3) == [true, true, true])
        #expect(deletions.dropLast(3).allSatisfy { !$0 } && deletions.count > 3)
        #expect(streamer.counts.messages == 1)
        // Nothing more comes once it has stopped.
        while messages.next(within: 0) != nil {}
        #expect(messages.next(within: 200) == nil)
    }

    @Test("brings a camera back as another run, from its first picture on and with windows from 0")
    func restarts() throws {
        let spec = try Self.spec(3, seconds: nil)
        let media = spec.channels[0].destination
        let listener = try #require(GroupListener(group: UInt32(media.address.low), port: media.port))
        let streamer = VenueStreamer(spec)
        try streamer.start()
        defer { streamer.stop() }
        let first = try #require(listener.next())
        streamer.restart(0, after: StreamDuration(milliseconds: 50))
        var second = first
        while second[8..<12] == first[8..<12] { second = try #require(listener.next()) }
        let place = second.count - 6
        #expect(Array(second[place...].prefix(3)) == [0, 0, 0])
    }

    @Test("watches the folders of its file channels")
    func watchesFolders() throws {
        try inFolder { folder in
            try "one".write(toFile: folder + "/a.txt", atomically: true, encoding: .utf8)
            let text =
                #"{"channels":[{"kind":"file","group":"239.77.3.81","port":42381,"folder":"."}],"#
                + #""announce":{"group":"239.77.3.95","port":42380,"sap":false}}"#
            let file = try VenueFile(parsing: Array(text.utf8))
            var loading = VenueLoading(file, in: folder)
            let spec = try loading.spec(
                start: VenueSpec.customaryStart, duration: nil, addresses: [IPAddress(v4: 0x7f00_0001)])
            guard case .file(let files) = spec.channels[0].content else {
                Issue.record("it is a file channel")
                return
            }
            #expect(files == [NativeFile(uri: "a.txt", bytes: Array("one".utf8))])
            let listener = try #require(GroupListener(group: 0xef4d_0351, port: 42_381))
            let streamer = VenueStreamer(spec)
            let inputs = StreamerInputs(for: streamer) { _ in }
            try streamer.start()
            inputs.start(file, in: folder)
            defer {
                inputs.stop()
                streamer.stop()
            }
            try FileManager.default.createDirectory(atPath: folder + "/b", withIntermediateDirectories: true)
            try "two, which came later".write(toFile: folder + "/b/c.txt", atomically: true, encoding: .utf8)
            let want = Array("two, which came later".utf8)
            let end = ContinuousClock.now + .seconds(60)
            var isFound = false
            while !isFound, ContinuousClock.now < end, let packet = listener.next() {
                isFound = packet.suffix(want.count) == want
            }
            #expect(isFound)
        }
    }

    @Test("says which key of its venue file names what cannot be read")
    func refuses() throws {
        try inFolder { folder in
            try String(repeating: "text", count: 47).write(toFile: folder + "/a.ts", atomically: true, encoding: .utf8)
            for (channel, path, words) in [
                (#"{"kind":"video","ts":"none.ts"}"#, "channels[0].ts", "No such file"),
                (#"{"kind":"video","ts":"a.ts"}"#, "channels[0].ts", "does not begin with 47"),
                (#"{"kind":"file","folder":"none"}"#, "channels[0].folder", "No such file"),
                (#"{"kind":"file","folder":"a.ts"}"#, "channels[0].folder", "is no folder"),
            ] {
                let file = try VenueFile(parsing: Array(#"{"channels":[\#(channel)]}"#.utf8))
                var loading = VenueLoading(file, in: folder)
                let failure = #expect(throws: VenueLoadFailure.self) {
                    try loading.spec(start: VenueSpec.customaryStart, duration: nil, addresses: [.unspecified])
                }
                #expect(failure?.path == path)
                #expect(failure?.description.contains(words) == true, "\(String(describing: failure))")
            }
        }
    }

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }
}
