import Bytes
import Channels
import FuzzTargets
import NetworkFormats
import Pipeline
import Timing

/// Feeds one venue with datagrams made by hand, numbered from 1.
struct VenueFeeder {
    private(set) var engine = VenueEngine(output: VenueWitness())
    private(set) var count: UInt64 = 0
    var time = StreamTime(nanoseconds: 1_700_000_000_000_000_000)

    /// Lets `payload` arrive now.
    mutating func send(
        _ payload: [UInt8], to group: UInt32 = 0, port: UInt16 = 5_000, from sender: UInt32 = 0, cut: Int = 0
    ) {
        count += 1
        let header = DatagramHeader(
            time: time, ordinal: count, source: Endpoint(IPAddress(v4: 0x0a00_0001 &+ sender), 4_000),
            destination: Endpoint(IPAddress(v4: 0xef01_0000 &+ group), port),
            wireLength: UInt32(payload.count + cut), storedLength: UInt32(payload.count))
        engine.ingest(header, payload.lent)
    }

    /// Lets a bare IP packet arrive now.
    mutating func take(_ packet: [UInt8]) {
        count += 1
        var decoder = FrameDecoder()
        decoder.decode(
            packet.lent, linkType: 101, wireLength: packet.count, at: Moment(time: time, ordinal: count), into: &engine)
    }

    mutating func wait(milliseconds: Int64) { time = time + StreamDuration(milliseconds: milliseconds) }

    /// Ends the venue; what does not agree.
    mutating func finish() -> [String] {
        engine.finish()
        return engine.output.complaints(about: engine.snapshot)
    }
}
