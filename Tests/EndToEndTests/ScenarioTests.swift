import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import Pipeline
import Reports
import Testing
import Timing
import VenueSimulator

/// One scenario, played as a script (engines alone) and read back as a capture in several formats.
struct Scenario {
    /// The number that the venue follows from.
    let seed: UInt64

    /// Datagrams straight into the engine: no file, no frames.
    func asScript() throws -> AnalysisReport {
        var venue = SimulatedVenue(.random(seed: seed))
        var engine = VenueEngine(output: NoSink())
        venue.feed(into: &engine)
        engine.finish()
        return try AnalysisReport(venue: engine.snapshot, capture: CaptureFacts(file: "script", format: .pcap))
    }

    /// Written to a capture, then analysed as svmanalyze does.
    func asCapture(_ format: SimulatedVenue.CaptureFormat, isCompressed: Bool = false) throws -> AnalysisReport {
        var venue = SimulatedVenue(.random(seed: seed))
        let bytes = venue.capture(format)
        return try Analysing.inFolder { folder in
            let path = folder + "/venue.cap"
            try Data(bytes).write(to: URL(filePath: path))
            return try Analysing.file(path)
        }
    }
}

@Suite("One scenario, several ways in")
struct ScenarioTests {
    @Test("gives the same bytes of the report as a script and as a capture", arguments: 0..<24)
    func isTheSame(seed: UInt64) throws {
        let scenario = Scenario(seed: seed)
        let script = Analysing.comparable(try scenario.asScript())
        let format = [SimulatedVenue.CaptureFormat.pcap, .pcapNanoseconds, .pcapng][Int(seed % 3)]
        #expect(Analysing.comparable(try scenario.asCapture(format)) == script)
        #expect(script.contains("\"channels\":"))
    }

    @Test("silence told in between changes nothing", arguments: 100..<108)
    func ignoresSilence(seed: UInt64) throws {
        let script = try Scenario(seed: seed).asScript()
        var venue = SimulatedVenue(.random(seed: seed))
        var engine = VenueEngine(output: NoSink())
        var ordinal: UInt64 = 0
        var last: SimulatedDatagram?
        while let datagram = venue.next() {
            // What PacketIO may say between two datagrams: that nothing comes before some instant between them.
            if let last {
                let step = (datagram.time.nanoseconds - last.time.nanoseconds) / 3
                for part in 1...2 {
                    engine.advance(to: StreamTime(nanoseconds: last.time.nanoseconds + step * Int64(part)))
                }
            }
            ordinal += 1
            let length = UInt32(datagram.payload.count)
            let header = DatagramHeader(
                time: datagram.time, ordinal: ordinal, source: datagram.source, destination: datagram.destination,
                wireLength: length, storedLength: length, ttl: 1)
            engine.ingest(header, datagram.payload.lent)
            last = datagram
        }
        engine.finish()
        let report = try AnalysisReport(venue: engine.snapshot, capture: CaptureFacts(file: "script", format: .pcap))
        #expect(Analysing.comparable(report) == Analysing.comparable(script))
    }
}
