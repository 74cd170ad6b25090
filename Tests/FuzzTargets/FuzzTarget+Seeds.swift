import Bytes
import NetworkFormats
import TransportStream
import VenueWire

/// An input that a target's corpus begins with.
public struct FuzzSeed: Sendable {
    /// The file's name.
    public var name: String
    /// The input.
    public var bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension FuzzTarget {
    /// Valid inputs and edge cases, made by this project's writers and by hand.
    public var seeds: [FuzzSeed] {
        switch self {
        case .frame: Self.frameSeeds
        case .capture: Self.captureSeeds
        case .rtp: Self.rtpSeeds
        case .rtcp: Self.rtcpSeeds
        case .sap: Self.sapSeeds
        case .sdp: Self.sdpSeeds
        case .announcement: Self.announcementSeeds
        case .parity: Self.paritySeeds
        case .lct: Self.lctSeeds
        case .fdt: Self.tableSeeds
        case .objects: Self.objectSeeds
        case .psi: Self.psiSeeds
        case .pes: Self.pesSeeds
        case .transport: Self.transportSeeds
        case .media: Self.mediaSeeds
        case .datagrams: Self.datagramSeeds
        case .configuration: Self.configurationSeeds
        case .venueFile: Self.venueFileSeeds
        case .upload: Self.uploadSeeds
        case .savedClip: Self.savedClipSeeds
        case .options: Self.optionSeeds
        case .query: Self.querySeeds
        }
    }

    private static var rtpSeeds: [FuzzSeed] {
        let payload: [UInt8] = [1, 2, 3, 4]
        let all = SeedBytes.rtp(9, sources: [1, 2, 3], extensionWords: [4, 5], padding: 8, payload)
        return [
            FuzzSeed("plain", [0, 0] + SeedBytes.rtp(1, payload)),
            FuzzSeed("without-payload", [0, 0] + SeedBytes.rtp(65_535, [])),
            FuzzSeed("fifteen-sources", [0, 0] + SeedBytes.rtp(2, sources: Array(1...15), payload)),
            FuzzSeed("extension", [0, 0] + SeedBytes.rtp(3, extensionWords: [7, 8, 9], payload)),
            FuzzSeed("empty-extension", [0, 0] + SeedBytes.rtp(4, extensionWords: [], payload)),
            FuzzSeed("padding", [0, 0] + SeedBytes.rtp(5, padding: 4, payload)),
            FuzzSeed("padding-only", [0, 0] + SeedBytes.rtp(6, padding: 255, [])),
            FuzzSeed("padding-too-long", [0, 0] + SeedBytes.rtp(7, padding: 4, []).dropLast() + [200]),
            FuzzSeed("everything", [0, 0] + all),
            FuzzSeed("everything-cut", [0, 40] + all.prefix(20)),
            FuzzSeed(
                "extension-length-lies", [0, 0] + SeedBytes.rtp(8, extensionWords: [1], payload).prefix(15) + [0xff]),
            FuzzSeed("transport", [0, 0] + SeedBytes.rtp(10, SeedBytes.transport(2))),
        ]
    }

    private static var rtcpSeeds: [FuzzSeed] {
        func compound(_ packets: [RTCPPacket]) -> [UInt8] {
            var writer = ByteWriter()
            RTCPCompound(packets).write(to: &writer)
            return [0, 0] + writer.bytes
        }
        let info = RTCPSenderInfo(ntpTime: .max, rtpTimestamp: 1, packetCount: 2, octetCount: 3)
        var reader = ByteReader([UInt8](repeating: 0x81, count: RTCPReceptionReport.length).lent)
        let block = try? RTCPReceptionReport(parsing: &reader)
        let blocks = Array(repeating: block, count: 31).compactMap(\.self)
        let name = RTCPSourceDescription(source: 5, canonicalName: String(repeating: "n", count: 255))
        return [
            FuzzSeed("sender", compound([.senderReport(source: 1, info, [])])),
            FuzzSeed("sender-with-blocks", compound([.senderReport(source: 1, info, blocks)])),
            FuzzSeed("receiver", compound([.receiverReport(source: 1, Array(blocks.prefix(2)))])),
            FuzzSeed("usual", [0, 0] + SeedBytes.report()),
            FuzzSeed("long-name", compound([.receiverReport(source: 1, []), .sourceDescription([name, name])])),
            FuzzSeed(
                "nameless", compound([.sourceDescription([RTCPSourceDescription(source: 1, canonicalName: nil)])])),
            FuzzSeed("goodbye", compound([.goodbye([1, 2, 3], reason: "over")])),
            FuzzSeed("goodbye-silent", compound([.goodbye([], reason: nil)])),
            FuzzSeed("application", compound([.other(type: 204, count: 3, body: Array("name1234".utf8))])),
            FuzzSeed("many", compound(Array(repeating: .goodbye([], reason: nil), count: 64))),
            FuzzSeed("too-many", compound(Array(repeating: .goodbye([], reason: nil), count: 65))),
            FuzzSeed("cut", [0, 200] + SeedBytes.report().prefix(30)),
            FuzzSeed("padded", [0, 0, 0xa0, 201, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4]),
        ]
    }

    private static var paritySeeds: [FuzzSeed] {
        var edge = SeedBytes.parity(65_535, base: 65_530, columns: 255, rows: 255, length: 30)
        edge[16] = 0x7f
        return [
            FuzzSeed("column", SeedBytes.parity(1, base: 100)),
            FuzzSeed("row", SeedBytes.parity(2, base: 100, isRow: true)),
            FuzzSeed("headers-only", SeedBytes.parity(3, base: 0, length: 28)),
            FuzzSeed("largest-grid", edge),
            FuzzSeed("one-packet", SeedBytes.parity(4, base: 7, columns: 1, rows: 1)),
            FuzzSeed("single-column", SeedBytes.parity(5, base: 7, columns: 1, rows: 20)),
            FuzzSeed("limit", SeedBytes.parity(6, base: 7, columns: 32, rows: 32, length: 1_344)),
            FuzzSeed("offset-zero", SeedBytes.parity(7, base: 7, columns: 0, rows: 4)),
            FuzzSeed("cut", Array(SeedBytes.parity(8, base: 7).prefix(27))),
        ]
    }

    private static var psiSeeds: [FuzzSeed] {
        let programs = (1...42).map { ProgramAssociation.Program(number: UInt16($0), pid: UInt16(0x20 + $0)) }
        let streams = (0..<30).map { ProgramMap.Stream(streamType: UInt8($0), pid: UInt16(0x100 + $0)) }
        let rich = ProgramMap(
            programNumber: 1, version: 31, clockPID: 0x100, descriptors: [5, 4, 0x48, 0x44, 0x4d, 0x56],
            streams: [
                ProgramMap.Stream(streamType: 0x1b, pid: 0x100, descriptors: [0x28, 4, 0x64, 0, 0x28, 0x3f]),
                ProgramMap.Stream(
                    streamType: 0x06, pid: 0x101, descriptors: [0x6a, 1, 0, 0x0a, 4, 0x64, 0x65, 0x75, 0]),
                ProgramMap.Stream(streamType: 0x0f, pid: 0x102),
            ])
        var lying = rich.section
        lying[10] = 0xff
        lying[11] = 0xff
        var next = ProgramAssociation(programs: [ProgramAssociation.Program(number: 0, pid: 0x10)])
        next.header.isCurrent = false
        return [
            FuzzSeed("one-program", ProgramAssociation(programs: [.init(number: 1, pid: 0x1000)]).section),
            FuzzSeed("many-programs", ProgramAssociation(programs: programs).section),
            FuzzSeed("no-program", ProgramAssociation(programs: []).section),
            FuzzSeed("next-table", next.section),
            FuzzSeed("map", rich.section),
            FuzzSeed("map-of-many", ProgramMap(programNumber: 9, clockPID: 0x1fff, streams: streams).section),
            FuzzSeed("map-of-none", ProgramMap(programNumber: 65_535, clockPID: 0, streams: []).section),
            FuzzSeed("descriptors-too-long", lying),
            FuzzSeed("cut", Array(rich.section.dropLast(5))),
        ]
    }

    private static var configurationSeeds: [FuzzSeed] {
        [
            ("empty-object", "{}"),
            ("license", #"{"venueName":"Arena","contentOwner":"League","appDeveloper":"Team"}"#),
            ("nested-license", #"{"license":{"venueName":"a","contentOwner":"b","appDeveloper":"ü\u00e9"}}"#),
            ("windows", #"{"windows":{"maximum":255,"recommended":128,"slotMs":500.0}}"#),
            ("announcements", #"{"announcements":{"group":"ff3e::1","port":65535,"periodMs":50}}"#),
            ("wifi", #"{"wifi":{"interface":"wlan0","accessPoints":[{"bssid":"00:1B:2c:3d:4e:5f","name":"A"}]}}"#),
            ("channels", #"{"channels":{"0123456789ab":{"offsetMs":-40}},"join":["rtp://239.1.1.1:5000"]}"#),
            ("server", #"{"server":{"joinable":["239.0.0.0/8"],"x":[1,2.5e300,true,null]},"quality":{}}"#),
            ("numbers", #"{"history":{"seconds":1e999},"reporter":{"url":"http://x","intervalSeconds":-0}}"#),
            ("deep", String(repeating: "[", count: 600) + String(repeating: "]", count: 600)),
            ("not-closed", #"{"license": {"venueName": "A"#),
            ("unknown", #"{"windos":{"slotms":5},"licence":7}"#),
        ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }

    private static var querySeeds: [FuzzSeed] {
        [
            ("last", "last=20s"), ("milliseconds", "last=1500ms&clamp=0&wait=1"), ("go", "last=1h2m3.5s&accuracy=key"),
            ("start", "start=2026-01-01T00:00:10.123456789+01:00&duration=40ms"),
            ("leap-day", "start=2028-02-29 23:59:60Z&end=1835481600.5"),
            ("epoch", "start=1767225610.25&end=1767225611"),
            ("live-edge", "from=-20&to=-5&as=received&gap=stop"), ("range", "timerange=[10:0_20:5)"),
            ("open-range", "timerange=(-5:999999999_"), ("empty-range", "timerange=()"), ("twice", "last=1&last=2"),
            ("too-long", "last=999999999999999999h"), ("too-far", "start=9223372036&duration=24h"), ("nothing", ""),
            ("still", "at=-20&width=320"), ("still-utc", "at=2026-01-01T00:00:10.5Z&width=1920&wait=1"),
            ("sheet", "start=1767225610.25&duration=20&interval=0.5&width=160&height=90"),
        ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }

    private static var optionSeeds: [FuzzSeed] {
        [
            ("operand", "capture.pcap"), ("format", "--format\njson\nx"), ("joined", "--format=text\n--output=a=b\nx"),
            ("letter", "-o\nfile\n-q\nx"), ("letter-joined", "-ofile\nx"), ("end", "--\n--format\n-"),
            ("number", "--window-ms\n100\nx"), ("wild-number", "--window-ms=99999999999999999999"),
            ("misspelt", "--fromat=json"), ("help", "-h"), ("version", "--version\n--nonsense"),
            ("value-missing", "--output"), ("empty", ""), ("emptiness", "\n\n\n"), ("not-text", "--é\u{301}=\u{0}"),
        ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }
}
