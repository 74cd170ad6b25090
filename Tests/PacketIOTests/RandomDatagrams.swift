import Bytes
import NetworkFormats
import TestSupport
import Timing

/// Datagrams as sockets may give them: both families, every length, drops, any TTL and DSCP, times that never fall.
struct RandomDatagrams {
    private(set) var headers: [DatagramHeader] = []
    private(set) var payloads: [[UInt8]] = []

    private static let noise: [UInt8] = {
        var random = SeededGenerator(seed: 1)
        return (0..<65_800).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    init(count: Int, seed: UInt64, longest: Int = 65_507) {
        var random = SeededGenerator(seed: seed)
        var time = Sample.start
        for ordinal in 1...count {
            let isIPv6 = Int.random(in: 0..<4, using: &random) == 0
            let most = isIPv6 && longest == 65_507 ? 65_527 : longest
            let lengths = [0, 1, 188, 1_316, 1_328, 1_329, most - 1, most, Int.random(in: 0...most, using: &random)]
            let length = lengths.randomElement(using: &random) ?? 0
            time += [0, 1, 999, 40_000, 1_000_000, 250_000_000].randomElement(using: &random) ?? 0
            let first = Int.random(in: 0..<256, using: &random)
            var payload = Array(Self.noise[first..<(first + length)])
            if Int.random(in: 0..<9, using: &random) == 0 { payload = [UInt8](repeating: 0xff, count: length) }
            let low = UInt64.random(in: 0...UInt64(UInt32.max), using: &random)
            headers.append(
                DatagramHeader(
                    time: StreamTime(nanoseconds: time), ordinal: UInt64(ordinal),
                    source: Endpoint(
                        isIPv6
                            ? IPAddress(v6: 0xfd00_0000_0000_0000 | low, low)
                            : IPAddress(v4: 0x0a00_0000 | UInt32(low >> 8)),
                        UInt16.random(in: 1...65_535, using: &random)),
                    destination: Endpoint(
                        isIPv6
                            ? IPAddress(v6: 0xff3e_0000_0000_0000, low)
                            : IPAddress(v4: 0xef4d_0300 | UInt32(low >> 24)),
                        UInt16.random(in: 1...65_535, using: &random)),
                    droppedBefore: [0, 0, 0, 1, 77, .max].randomElement(using: &random) ?? 0,
                    wireLength: UInt32(length), storedLength: UInt32(length),
                    ttl: UInt8.random(in: 1...255, using: &random), dscp: UInt8.random(in: 0...63, using: &random)))
            payloads.append(payload)
        }
    }

    /// A steady stream of `count` datagrams of `length` bytes, `interval` nanoseconds apart.
    init(steady count: Int, length: Int = 1_316, interval: Int64 = 1_000_000) {
        for ordinal in 0..<count {
            headers.append(
                DatagramHeader(
                    time: StreamTime(nanoseconds: Sample.start + Int64(ordinal) * interval),
                    ordinal: UInt64(ordinal + 1),
                    source: Endpoint(IPAddress(v4: 0x0a01_0105), 4_000),
                    destination: Endpoint(IPAddress(v4: 0xef4d_0301), 43_000), wireLength: UInt32(length),
                    storedLength: UInt32(length), ttl: 1))
            payloads.append([UInt8](repeating: UInt8(truncatingIfNeeded: ordinal), count: length))
        }
    }

    var end: StreamTime { headers.last?.time ?? Sample.time(0) }

    func record(_ range: Range<Int>? = nil, into record: (DatagramHeader, RawSpan) -> Void) {
        for index in range ?? headers.indices {
            let payload = payloads[index]
            record(headers[index], payload.lent)
        }
    }
}
