import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import PacketIO
import Testing
import Timing

@testable import VenueRuntime

@Suite("A capture that is sent again")
struct CaptureStreamerTests {
    private static let port: UInt16 = 42_500
    private static let group: UInt32 = 0xef4d_0401
    private static var target: Endpoint { Endpoint(IPAddress(v4: group), port) }

    private struct Sent {
        var source: String
        var destination: String
        var payload: [UInt8]
    }

    /// Lends the path of a capture of `list`, 2 ms from one to the next; `snap` cuts the frames.
    private static func inFile(_ list: [Sent], snap: Int = .max, _ body: (String) throws -> Void) throws {
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader() + writer.interface(.ethernet)
        for (index, sent) in list.enumerated() {
            var frame = ByteWriter()
            let source = try #require(Endpoint(sent.source))
            let destination = try #require(Endpoint(sent.destination))
            let payload = sent.payload
            UDPFrame.ethernet(source: source, destination: destination, payload: payload.lent, into: &frame)
            let time = StreamTime(nanoseconds: 1_767_225_600_000_000_000 + Int64(index) * 2_000_000)
            bytes += writer.frame(Array(frame.bytes.prefix(snap)), at: time, wireLength: frame.count)
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "svm-\(UUID().uuidString).pcapng").path()
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test("gives receivers its datagrams in order, each source from an address of its own, at the place it is led to")
    func sends() throws {
        // Two sources of two groups in turn, one host, which is left out, and lengths from none to nearly a frame.
        let list = (0..<60).map { index in
            Sent(
                source: index % 3 == 0 ? "10.0.0.9:7000" : "10.0.0.8:7000",
                destination: index == 30 ? "10.0.0.77:9" : index % 2 == 0 ? "239.1.1.1:5000" : "239.1.1.2:5002",
                payload: [UInt8](repeating: UInt8(index), count: index * 24))
        }
        let listener = try #require(GroupListener(group: Self.group, port: Self.port))
        try Self.inFile(list) { path in
            let map = [
                try #require(Endpoint("239.1.1.1:5000")): Self.target,
                try #require(Endpoint("239.1.1.2:5002")): Self.target,
            ]
            let streamer = CaptureStreamer(path: path, map: map)
            try streamer.start()
            defer { streamer.stop() }
            let want = list.filter { !$0.destination.hasPrefix("10.") }.map(\.payload)
            #expect(want.map { _ in listener.next() ?? [255] } == want)
            #expect(streamer.wait(atMost: 20_000))
            #expect(streamer.counts.datagrams == 59 && streamer.counts.unicast == 1 && streamer.counts.refused == 0)
            #expect(streamer.counts.bytes == want.reduce(0) { $0 + $1.count })
            #expect(streamer.failure == nil)
            #expect(listener.next(within: 0) == nil)
        }
    }

    @Test("leaves out datagrams that were cut, and leads a host's to a group")
    func leavesOut() throws {
        let list = (1...4).map {
            Sent(source: "10.0.0.9:7000", destination: "10.0.0.77:9", payload: [UInt8](repeating: 3, count: $0 * 20))
        }
        let listener = try #require(GroupListener(group: Self.group + 1, port: Self.port + 1))
        // 42 bytes of headers and 50 of payload: the first two are whole.
        try Self.inFile(list, snap: 92) { path in
            let target = Endpoint(IPAddress(v4: Self.group + 1), Self.port + 1)
            let streamer = CaptureStreamer(path: path, map: [try #require(Endpoint("10.0.0.77:9")): target])
            try streamer.start()
            #expect(streamer.wait(atMost: 20_000))
            streamer.stop()
            #expect(listener.next()?.count == 20)
            #expect(listener.next()?.count == 40)
            #expect(listener.next(within: 0) == nil)
            #expect(streamer.counts.datagrams == 2 && streamer.counts.refused == 2)
            #expect(streamer.counts.sentence == "sent 2 datagrams, 60 bytes; 2 could not be sent")
        }
    }

    @Test("is refused when it is not there or no capture")
    func refuses() throws {
        #expect(throws: CaptureFailure.self) { try CaptureStreamer(path: "/nonexistent.pcap").start() }
        #expect(throws: CaptureFailure.self) { try CaptureStreamer(path: #filePath).start() }
    }
}
