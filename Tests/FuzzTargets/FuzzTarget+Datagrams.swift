import Bytes
import NetworkFormats
import Pipeline
import Timing

extension FuzzTarget {
    /// Datagrams for one venue, each: step 1 | amount 1 | flow 1 | bytes cut off by the capture 1 | length 2 | payload.
    ///
    /// The flow's upper half is the sender, its lower half the place it sends to. A step multiplies its amount.
    static func datagrams(_ input: RawSpan, _ complaints: inout Complaints) {
        var venue = VenueEngine(output: VenueWitness())
        var time = StreamTime(nanoseconds: 1_700_000_000_000_000_000)
        var ordinal: UInt64 = 0
        var reader = ByteReader(input)
        while reader.remaining >= 6, let step = try? reader.read(UInt8.self), let amount = try? reader.read(UInt8.self),
            let flow = try? reader.read(UInt8.self), let cut = try? reader.read(UInt8.self),
            let length = try? reader.read(UInt16.self),
            let payload = try? reader.readSpan(min(Int(length), reader.remaining))
        {
            ordinal += 1
            time = time + StreamDuration(milliseconds: steps[Int(step) % steps.count] * Int64(amount))
            if step & 0x80 != 0 { venue.advance(to: time) }
            let header = DatagramHeader(
                time: time, ordinal: ordinal,
                source: Endpoint(IPAddress(v4: 0x0a00_0001 + UInt32(flow >> 4)), 4_000),
                destination: destination(of: flow & 15), droppedBefore: UInt32(cut) << 24,
                wireLength: UInt32(payload.byteCount + Int(cut)), storedLength: UInt32(payload.byteCount))
            venue.ingest(header, payload)
        }
        venue.finish()
        for sentence in venue.output.complaints(about: venue.snapshot) { complaints.expect(false, sentence) }
    }

    /// What an amount is multiplied with, in milliseconds: mostly little, now and then days, once the whole of time.
    static let steps: [Int64] = [0, 1, 1, 5, 1, 100, 1, 1_000, 1, 5, 10_000, 1, 0, 3_600_000, 1, 900_000_000_000]

    /// The places that flows send to: media with the ports of its repair and control, more groups, the announcements.
    static func destination(of place: UInt8) -> Endpoint {
        let group = IPAddress(v4: 0xef01_0100 + UInt32(place >> 3))
        return switch place & 7 {
        case 0: Endpoint(group, 5_000)
        case 1: Endpoint(group, 5_002)
        case 2: Endpoint(group, 5_004)
        case 3: Endpoint(group, 5_001)
        case 4: Endpoint(group, 9_875)
        case 5: Endpoint(IPAddress(v6: 0xff3e_0000_0000_0000, UInt64(place)), 6_000)
        case 6: Endpoint(group, 7_000)
        default: Endpoint(IPAddress(v4: 0x0a00_00ff), 6_000 + UInt16(place))
        }
    }
}
