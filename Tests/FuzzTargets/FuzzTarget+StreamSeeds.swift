import Bytes
import NetworkFormats
import Timing
import TransportStream
import VenueSimulator

extension FuzzTarget {
    static var pesSeeds: [FuzzSeed] {
        func header(_ header: PESHeader) -> [UInt8] {
            var writer = ByteWriter()
            header.write(to: &writer)
            return writer.bytes
        }
        func field(_ field: AdaptationField) -> [UInt8] {
            var writer = ByteWriter()
            field.write(to: &writer)
            return writer.bytes
        }
        let last = MediaTimestamp(.max)
        return [
            FuzzSeed("both-stamps", header(PESHeader(streamID: 0xe0, pts: last, dts: MediaTimestamp(0)))),
            FuzzSeed("one-stamp", header(PESHeader(streamID: 0xc0, pts: MediaTimestamp(9), payloadLength: 1_000))),
            FuzzSeed("no-stamp", header(PESHeader(streamID: 0xbd))),
            FuzzSeed("padding-stream", header(PESHeader(streamID: 0xbe))),
            FuzzSeed("header-too-long", Array(header(PESHeader(streamID: 0xe0, pts: last)).prefix(8)) + [255, 1]),
            FuzzSeed("no-start-code", [0, 0, 2, 0xe0, 0, 0]),
            FuzzSeed("field-of-nothing", [0]),
            FuzzSeed("field-with-clock", field(AdaptationField(clock: ProgramClock(.max), isRandomAccess: true))),
            FuzzSeed("field-of-stuffing", field(AdaptationField(stuffing: 181))),
            FuzzSeed(
                "field-of-all",
                [30, 0xff] + [UInt8](repeating: 0xff, count: 12) + [1, 2, 7, 7, 3, 1, 2, 3]
                    + [UInt8](repeating: 0xff, count: 10)),
            FuzzSeed("field-too-short", [1, 0x10, 0, 0]),
        ]
    }

    static var transportSeeds: [FuzzSeed] {
        let stream = SeedBytes.transport(40)
        var long: [UInt8] = []
        for start in stride(from: 0, to: 20 * 188, by: 188) {
            long += stream[start..<(start + 188)] + [UInt8](repeating: 0xaa, count: 16)
        }
        var scrambled = stream
        for start in stride(from: 3, to: scrambled.count, by: 188 * 3) { scrambled[start] |= 0xc0 }
        let twice = stride(from: 0, to: 12 * 188, by: 188).flatMap { stream[$0..<($0 + 188)] + stream[$0..<($0 + 188)] }
        var damaged = stream
        for start in stride(from: 1, to: damaged.count, by: 188 * 4) { damaged[start] |= 0x80 }
        return [
            FuzzSeed("plain", [0, 10] + stream),
            FuzzSeed("ranges", [4, 10] + stream),
            FuzzSeed("restarts", [0xc4, 10] + SeedBytes.transport(120, sound: .mpegAudio)),
            FuzzSeed("long-packets", [1, 10] + long),
            FuzzSeed("scrambled", [0, 10] + scrambled),
            FuzzSeed("twice", [0, 10] + twice),
            FuzzSeed("marked-damaged", [0, 10] + damaged),
            FuzzSeed("out-of-step", [0, 10] + stream.prefix(500) + stream.dropFirst(700)),
            FuzzSeed(
                "gaps", [0, 255] + stride(from: 0, to: stream.count, by: 188 * 3).flatMap { stream[$0..<($0 + 188)] }),
            FuzzSeed("tables", [0, 10] + tables),
            FuzzSeed("sections-without-end", [0, 10] + endless),
        ]
    }

    /// Tables that change with every packet: other programs, other PIDs, other streams.
    private static var tables: [UInt8] {
        var packetizer = TransportPacketizer()
        var writer = ByteWriter()
        for round in 0..<8 {
            let version = UInt8(round)
            let mapPID = UInt16(0x100 + round % 3)
            let programs = (0..<20).map { ProgramAssociation.Program(number: UInt16(1 + $0), pid: mapPID + UInt16($0)) }
            packetizer.write(
                section: ProgramAssociation(version: version, programs: programs).section, pid: 0, to: &writer)
            let streams = (0..<10).map {
                ProgramMap.Stream(streamType: UInt8($0 * round), pid: UInt16(0x200 + ($0 * round) % 17))
            }
            let map = ProgramMap(programNumber: 1, version: version, clockPID: 0x200, streams: streams)
            packetizer.write(section: map.section, pid: mapPID, to: &writer)
        }
        return writer.bytes
    }

    /// A section that says it has 4 095 bytes and never ends, over and over.
    private static var endless: [UInt8] {
        (0..<40).flatMap { number -> [UInt8] in
            let start: UInt8 = number % 25 == 0 ? 0x40 : 0
            let head: [UInt8] = [0x47, start, 0, 0x10 | UInt8(number & 15)]
            return head + (start > 0 ? [0, 0, 0xbf, 0xff] : [1, 2, 3, 4]) + [UInt8](repeating: 7, count: 180)
        }
    }
}
