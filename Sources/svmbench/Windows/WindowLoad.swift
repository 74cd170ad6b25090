import Bytes
import NetworkFormats
import Timing
import VenueSimulator

/// One made camera, protected with Reed-Solomon windows, and what a lossy network leaves of it, in memory.
struct WindowLoad {
    /// Bits a second of a camera.
    static let bitRate = 5_000_000
    /// Source and repair packets of a window.
    static let sources = 64
    static let repairs = 16
    /// One datagram of so many gets lost, by chance.
    private static let oneLostOf: UInt64 = 100

    struct Datagram {
        /// When it arrives, counted from the start.
        var time: StreamDuration
        var range: Range<Int>
        var isRepair: Bool
    }

    private(set) var bytes: [UInt8] = []
    private(set) var datagrams: [Datagram] = []
    /// Bytes of source packets that were sent, and how many of these got lost.
    private(set) var mediaBytes = 0
    private(set) var lost = 0
    private var chance: UInt64 = 1

    /// `seconds` of a camera.
    init(seconds: Int) throws(BlockFault) {
        var encoder = try BlockEncoder(BlockLayout(sources: Self.sources, repairs: Self.repairs))
        var transport = TransportSource(TransportSpec(bitRate: Self.bitRate))
        var packetiser = RTPPacketiser(RTPSpec(synchronizationSource: 0x5354_4144))
        var datagram: [UInt8] = []
        while transport.elapsed < Int64(seconds) * 1_000_000_000 || encoder.count > 0 {
            let time = StreamDuration(nanoseconds: transport.elapsed)
            datagram.removeAll(keepingCapacity: true)
            packetiser.begin(&datagram, elapsed: transport.elapsed)
            for _ in 0..<7 { _ = transport.next(into: &datagram) }
            packetiser.end(&datagram)
            mediaBytes += datagram.count
            _ = encoder.take(&datagram)
            // The first windows arrive whole, so that every run begins with the same numbers.
            if !add(datagram.lent, time, isRepair: false, isSafe: encoder.block < 2) { lost += 1 }
            encoder.takeRepairs { _ = add($0, time, isRepair: true, isSafe: false) }
        }
    }

    private mutating func add(_ payload: RawSpan, _ time: StreamDuration, isRepair: Bool, isSafe: Bool) -> Bool {
        chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        guard isSafe || (chance >> 33) % Self.oneLostOf != 0 else { return false }
        let start = bytes.count
        bytes.append(copying: payload)
        datagrams.append(Datagram(time: time, range: start..<bytes.count, isRepair: isRepair))
        return true
    }
}
