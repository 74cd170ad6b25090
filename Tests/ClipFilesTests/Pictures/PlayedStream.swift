import Bytes
import ClipFiles
import Clips
import History
import NetworkFormats
import Pipeline
import TestSupport
import Timing
import TransportStream

/// A numbered stream as a venue kept it: seven packets a datagram, evenly over its length, by RTP.
struct PlayedStream {
    static let channel = ClipChannel(id: "0123456789ab", name: "Numbers")
    /// 2026-01-01T00:00:00Z.
    static let start: Int64 = 1_767_225_600_000_000_000

    let history: HistorySnapshot
    let source: PictureSource

    /// Plays `bytes`, which last `seconds`; the datagrams whose places are in `lost` do not arrive.
    init(_ bytes: [UInt8], seconds: Int, lost: Set<Int> = []) throws {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: 600))
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        let size = 7 * 188
        let count = (bytes.count + size - 1) / size
        for place in 0..<count where !lost.contains(place) {
            let time = Self.start + Int64(seconds) * 1_000_000_000 * Int64(place) / Int64(count)
            var header = ByteWriter(capacity: 12)
            header.write(UInt16(0x8021))
            header.write(UInt16(truncatingIfNeeded: place))
            header.write(UInt32(truncatingIfNeeded: (time - Self.start) / 100_000 * 9))
            header.write(UInt32(0x5049_4354))
            let payload = header.bytes + bytes[(place * size)..<min(bytes.count, (place + 1) * size)]
            engine.ingest(
                DatagramHeader(
                    time: StreamTime(nanoseconds: time), ordinal: UInt64(place) + 1,
                    source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000),
                    destination: Endpoint(IPAddress(v4: 0xef01_0001), 5_000), wireLength: UInt32(payload.count),
                    storedLength: UInt32(payload.count)), payload.lent)
        }
        engine.finish()
        struct Nothing: Error {}
        guard let channel = engine.snapshot.channels.first, let history = channel.history,
            let facts = channel.transport
        else { throw Nothing() }
        self.history = history
        source = PictureSource(history, facts: facts, of: Self.channel)
    }

    /// The pictures in the order of presentation; the first one carries the number 0.
    var pictures: [IndexedUnit] { history.units(of: history[0].lead).sorted { $0.unit.pts < $1.unit.pts } }

    /// The still at an instant.
    func still(
        at time: StreamTime, width: Int? = nil, limits: PictureLimits = PictureLimits()
    ) throws -> (file: PictureFile, plan: PicturePlan) {
        let request = StillRequest(.absolute(time), width: width)
        let plan = try PicturePlan(at: request.instant, in: history)
        let file = try PictureFile.still(
            plan, request, of: source, limits: limits, until: .now + .seconds(60))
        return (file, plan)
    }
}
