import Bytes
import CaptureFormats
import NetworkFormats
import Timing
import VenueSimulator

extension FuzzTarget {
    static var frameSeeds: [FuzzSeed] {
        func one(_ link: UInt8, _ frame: [UInt8], cut: UInt8 = 0) -> [UInt8] {
            [link, cut, UInt8(frame.count >> 8), UInt8(frame.count & 255)] + frame
        }
        let packet = FrameBytes.packet([1, 2, 3])
        let six = FrameBytes.packet([1, 2, 3], isIPv6: true)
        let ethernet = FrameBytes.ethernet(0x0800, packet)
        let tagged = FrameBytes.ethernet(0x8100, [0, 5, 0x88, 0xa8, 0, 6, 0x08, 0] + packet)
        let labels: [UInt8] = [0, 1, 0x10, 64, 0, 2, 0x11, 64]
        let session: [UInt8] = [0x11, 0, 0, 7, 0, UInt8(packet.count + 2), 0, 0x21]
        let wireless: [UInt8] =
            [0x08, 0] + [UInt8](repeating: 2, count: 20) + [0, 0, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0] + packet
        let fragments = FrameBytes.fragments(of: FrameBytes.packet([UInt8](repeating: 7, count: 200)), every: 64)
        let igmp = FrameBytes.ipv4([0x22, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 1, 239, 1, 1, 1, 10, 0, 0, 1], protocol: 2)
        let mld = FrameBytes.ipv6(
            [143, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0xff, 0x3e] + [UInt8](repeating: 1, count: 14), next: 58)
        let extended = FrameBytes.ipv6([60, 0, 1, 4, 0, 0, 0, 0, 17, 0, 1, 4, 0, 0, 0, 0] + six.dropFirst(40), next: 0)
        return [
            FuzzSeed("ethernet", one(0, ethernet)),
            FuzzSeed("cut", one(0, Array(ethernet.prefix(40)), cut: 5)),
            FuzzSeed("vlan-tags", one(0, tagged)),
            FuzzSeed("mpls", one(0, FrameBytes.ethernet(0x8847, labels + packet))),
            FuzzSeed("pppoe", one(0, FrameBytes.ethernet(0x8864, session + packet))),
            FuzzSeed("cooked", one(4, [UInt8](repeating: 0, count: 14) + [8, 0] + packet)),
            FuzzSeed("cooked-2", one(5, [8, 0] + [UInt8](repeating: 0, count: 18) + packet)),
            FuzzSeed("raw-ipv6", one(3, six)),
            FuzzSeed("loopback", one(1, [2, 0, 0, 0] + packet)),
            FuzzSeed("wireless", one(6, wireless)),
            FuzzSeed("radiotap", one(7, [0, 0, 9, 0, 2, 0, 0, 0, 0] + wireless)),
            FuzzSeed("fragments", fragments.flatMap { one(3, $0) }),
            FuzzSeed("fragments-backwards", fragments.reversed().flatMap { one(3, $0) }),
            FuzzSeed("igmp", one(3, igmp)),
            FuzzSeed("mld", one(3, mld)),
            FuzzSeed("extension-headers", one(3, extended)),
        ]
    }

    static var captureSeeds: [FuzzSeed] {
        var seeds = [
            FuzzSeed("pcap", venue(.rtpTransport, parity: true, .pcap)),
            FuzzSeed("pcap-nanoseconds", venue(.udpTransport, .pcapNanoseconds)),
            FuzzSeed("pcapng", venue(.rtpElementary, .pcapng)),
            FuzzSeed("gzip", SeedBytes.gzip(venue(.rtpTransport, .pcap))),
            FuzzSeed("gzip-twice", [0, 1].flatMap { _ in SeedBytes.gzip(venue(.udpTransport, .pcap)) }),
        ]
        let frame = FrameBytes.ethernet(0x0800, FrameBytes.packet(SeedBytes.rtp(1, [9])))
        let big = PCAPWriter(linkType: .ethernet, isBigEndian: true)
        let late = StreamTime(nanoseconds: 4_294_967_295_999_999_999)
        seeds.append(FuzzSeed("big-endian", big.header() + big.frame(frame, at: late, wireLength: 9_000)))
        let writer = PCAPNGWriter()
        let now = StreamTime(nanoseconds: 1_700_000_000_000_000_000)
        let head = writer.sectionHeader(application: "seeds", comment: "made by hand")
        let rich =
            head + writer.interface(.ethernet, snapLength: 96, name: "a")
            + writer.interface(LinkType(rawValue: 101), name: "b")
            + writer.frame(frame, at: now, droppedBefore: 3, comment: "first")
            + writer.frame(FrameBytes.packet([1, 2]), at: now, interface: 1)
            + writer.statistics(at: now, endTime: now, received: 2, dropped: 9)
        seeds.append(FuzzSeed("pcapng-rich", rich))
        seeds.append(FuzzSeed("pcapng-two-sections", rich + PCAPNGWriter(isBigEndian: true).sectionHeader() + rich))
        for (name, resolution, offset) in [
            ("binary-127", 0xff as UInt8, 0 as Int64), ("decimal-127", 0x7f, .max), ("seconds", 0, .min),
        ] {
            let bytes = head + interface(resolution: resolution, offset: offset)
            let frames = [0, .max, 1 << 62, 0].flatMap { blockOf(frame, ticks: $0) }
            seeds.append(FuzzSeed("pcapng-stamps-\(name)", bytes + frames))
        }
        seeds.append(FuzzSeed("block-length-lies", Array(rich.prefix(rich.count - 4)) + [0xf0, 0xff, 0xff, 0xff]))
        seeds.append(FuzzSeed("cut", Array(rich.dropLast(11))))
        return seeds
    }

    /// A small venue's capture.
    private static func venue(
        _ carriage: ChannelSpec.Carriage, parity: Bool = false, _ format: SimulatedVenue.CaptureFormat
    ) -> [UInt8] {
        let spec = ChannelSpec(
            source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000),
            destination: Endpoint(IPAddress(v4: 0xef01_0100), 5_000),
            carriage: carriage,
            transport: TransportSpec(bitRate: 60_000, frameRate: 5, gopLength: 3, width: 64, height: 36, sound: .none),
            packetsPerDatagram: 1, parity: parity ? ParityLayout(columns: 4, rows: 4) : nil,
            impairment: Impairment(loss: .bernoulli(0.1)), datagrams: parity ? 40 : 15)
        var venue = SimulatedVenue(VenueSpec(channels: [spec]))
        return venue.capture(format)
    }

    /// An Interface Description Block with a resolution and an offset that no writer of ours makes.
    private static func interface(resolution: UInt8, offset: Int64) -> [UInt8] {
        var writer = ByteWriter()
        for word in [1, 44, 1, 0] as [UInt32] { writer.writeLittleEndian(word) }
        writer.write(contentsOf: [9, 0, 1, 0, resolution, 0, 0, 0, 14, 0, 8, 0])
        writer.writeLittleEndian(offset)
        writer.write(repeating: 0, count: 4)
        writer.writeLittleEndian(44 as UInt32)
        return fixingLength(writer.bytes)
    }

    private static func blockOf(_ frame: [UInt8], ticks: UInt64) -> [UInt8] {
        var writer = ByteWriter()
        writer.writeLittleEndian(6 as UInt32)
        writer.writeLittleEndian(0 as UInt32)
        writer.writeLittleEndian(0 as UInt32)
        writer.writeLittleEndian(UInt32(truncatingIfNeeded: ticks >> 32))
        writer.writeLittleEndian(UInt32(truncatingIfNeeded: ticks))
        writer.writeLittleEndian(UInt32(frame.count))
        writer.writeLittleEndian(UInt32(frame.count))
        writer.write(contentsOf: frame)
        writer.write(repeating: 0, count: (4 - frame.count % 4) % 4)
        writer.writeLittleEndian(0 as UInt32)
        return fixingLength(writer.bytes)
    }

    /// Both lengths of a little-endian block set to what it has.
    private static func fixingLength(_ block: [UInt8]) -> [UInt8] {
        var block = block
        for (place, byte) in withUnsafeBytes(of: UInt32(block.count).littleEndian, Array.init).enumerated() {
            block[4 + place] = byte
            block[block.count - 4 + place] = byte
        }
        return block
    }
}
