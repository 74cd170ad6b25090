import Bytes
import CaptureFormats
import Foundation
import HTTPServing
import NetworkFormats
import PacketIO
import Pipeline
import Storage
import Timing
import VenueRuntime
import VenueSimulator

@testable import ReplayService

/// Small channels of every kind, with losses, run again from a capture and served: clips of them cost next to nothing.
final class FuzzedVenue {
    /// What the channels are called; two of them alike, so that the name alone is not enough.
    static let names = ["Closed", "Open", "HEVC", "Sound", "Twin", "Twin"]
    private static let files = ["closed-gop", "open-gop", "hevc-open-gop", "sound", "closed-gop", "open-gop"]
    /// How long they are sent.
    private static let length = StreamDuration(seconds: 12)
    /// When the first datagram is sent: 2026-01-01T00:00:00Z.
    static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    let service: ReplayService
    /// The ids of the channels.
    let ids: [String]
    /// Where things are kept.
    let folder: URL

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Sends, receives and serves all of it.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fuzzed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let capture = folder.appending(path: "venue.pcap")
        try Data(Self.capture()).write(to: capture)
        let venue = try LiveVenue(options: LiveOptions(source: .capture(path: capture.path(), pace: .fast)))
        venue.start()
        for _ in 0..<2_000 where !venue.health.isFinished { usleep(10_000) }
        service = ReplayService(venue: venue, options: try Self.options(folder))
        service.start()
        service.stop()
        ids = service.publisher.view.channels.map(\.id)
    }

    /// Clips are saved in little room, so that it runs out.
    private static func options(_ folder: URL) throws -> ReplayOptions {
        var options = ReplayOptions()
        options.clips = try ClipStore(
            path: folder.appending(path: "clips").path(), limits: ClipStoreLimits(quota: 1 << 20, freeSpace: 0))
        return options
    }

    /// The ids of some saved clips.
    var saved: [String] { service.clips?.store.page(limit: 8).clips.map(\.id.text) ?? [] }

    /// All datagrams in order of time, as a capture.
    private static func capture() throws -> [UInt8] {
        var sent: [(time: StreamDuration, frame: [UInt8])] = []
        for index in names.indices {
            let path = ServedSample.project.appending(path: "Tests/Fixtures/clips/\(files[index]).ts")
            let spec = SenderSpec(
                name: names[index], material: try LoopMaterial([UInt8](Data(contentsOf: path))),
                source: Endpoint(IPAddress(v4: 0x0a00_0001), 5_000),
                destination: Endpoint(IPAddress(v4: 0xef4d_4000 + UInt32(index)), 5_000), packetsPerDatagram: 3,
                parity: index % 2 == 0 ? ParityLayout(columns: 5, rows: 5) : nil,
                impairment: Impairment(loss: .bernoulli(index == 0 ? 0 : 0.03)), seed: UInt64(index) + 1)
            var feed = LoopedFeed(spec)
            while feed.nextOffset() < length {
                feed.next { datagram, payload in
                    var frame = ByteWriter(capacity: payload.byteCount + 64)
                    UDPFrame.ethernet(
                        source: Endpoint(spec.source.address, datagram.sourcePort), destination: datagram.destination,
                        payload: payload, into: &frame)
                    sent.append((datagram.offset, frame.bytes))
                }
            }
        }
        let writer = PCAPWriter(linkType: .ethernet)
        let ordered = sent.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        return ordered.reduce(into: writer.header()) {
            $0 += writer.frame($1.element.frame, at: start + $1.element.time)
        }
    }
}
