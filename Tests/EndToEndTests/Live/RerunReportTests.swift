import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import PacketIO
import Reports
import Testing
import Timing
import VenueRuntime
import VenueSimulator

@Suite("A capture run again")
struct RerunReportTests {
    /// A random venue as a capture that has something to tell of itself: frames of another protocol, a wrong checksum, a
    /// frame that was cut, drops, a clock that is set back, and an end in the middle of a block.
    private static func capture(seed: UInt64) -> [UInt8] {
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: "test") + writer.interface(.ethernet)
        let datagrams = SimulatedVenue.play(.random(seed: seed)).datagrams
        let other = [UInt8](repeating: 2, count: 12) + [0x08, 0x06] + [UInt8](repeating: 0, count: 46)
        for (index, datagram) in datagrams.enumerated() {
            var frame = ByteWriter()
            let payload = datagram.payload
            UDPFrame.ethernet(
                source: datagram.source, destination: datagram.destination, payload: payload.lent, into: &frame)
            var stored = frame.bytes
            if index == 30 { stored[stored.count - 1] ^= 1 }
            if index == 40 { stored.removeLast(100) }
            if index % 50 == 3 { bytes += writer.frame(other, at: datagram.time) }
            let isSetBack = index > datagrams.count / 2
            bytes += writer.frame(
                stored, at: isSetBack ? datagram.time - StreamDuration(seconds: 90) : datagram.time,
                wireLength: frame.count, droppedBefore: index == 60 ? 4 : 0)
        }
        return bytes.dropLast(7)
    }

    @Test("gives the analyzer's report, the whole document", arguments: [1, 5, 12] as [UInt64])
    func equals(seed: UInt64) throws {
        try Analysing.inFolder { folder in
            let path = folder + "/venue.pcapng"
            try Data(Self.capture(seed: seed)).write(to: URL(filePath: path))
            let analysed = try Analysing.file(path)
            let venue = try LiveVenue(options: LiveOptions(source: .capture(path: path, pace: .fast)))
            venue.start()
            for _ in 0..<2_000 where !venue.health.isFinished { usleep(10_000) }
            venue.stop()
            #expect(venue.report().jsonText == analysed.jsonText)
            let ids = Set(analysed.findings.kept.map(\.id))
            let expected = [
                "capture.drops", "capture.truncated", "capture.checksums", "capture.cut", "capture.clockStep",
            ]
            #expect(ids.isSuperset(of: expected))
        }
    }
}
