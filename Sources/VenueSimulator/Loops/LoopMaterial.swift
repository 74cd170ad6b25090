public import Timing
import TransportStream

/// A transport stream that was read to be sent round and round: its packets, when each is sent, and where its times stand.
///
/// Copies share their memory, so that many senders can send the same stream. What repeats is one time base of one or more
/// programs; its length is that of the first video track, or of the first other track where there is no video. Times
/// outside of PCR, OPCR, PTS and DTS (ESCR, splice messages) stay as they are.
public struct LoopMaterial: Sendable {
    /// A longer file is refused, in bytes.
    public static let sizeLimit = 1 << 30
    /// A clock or a decoding time that moves on by more than this from one to the next has jumped, in 90 kHz units.
    public static let longestStep: Int64 = 90_000

    /// All packets, with the indicators of a new time base taken off the first packet of each PID.
    let bytes: [UInt8]
    /// One entry for each packet.
    let packets: [LoopPacket]
    /// How much time one round takes, in 90 kHz units.
    let periodUnits: Int64
    /// The 33-bit base of the first program clock reference.
    public let firstClock: MediaTimestamp

    /// How much time one round takes.
    public var period: StreamDuration { StreamDuration(nanoseconds: Self.nanoseconds(periodUnits)) }
    /// How many packets one round has.
    public var packetCount: Int { packets.count }
    /// Bits per second, transport packets alone.
    public var bitRate: Int { Int(Double(bytes.count * 8) / max(period.seconds, 1e-3)) }

    /// Reads the bytes of a file: whole packets of 188 bytes.
    public init(_ file: [UInt8]) throws(LoopFailure) {
        let length = TransportPacketHeader.packetLength
        guard !file.isEmpty else { throw .isEmpty }
        guard file.count <= Self.sizeLimit else { throw .isTooLong }
        var survey = LoopSurvey(file)
        for index in 0..<file.count / length { try survey.take(index) }
        guard file.count % length == 0 else { throw .cutPacket(packet: file.count / length) }
        periodUnits = try survey.period()
        try survey.schedule(period: periodUnits)
        survey.raiseCounters()
        bytes = survey.bytes
        packets = survey.packets
        firstClock = survey.firstClock
    }

    /// The first packet with a PAT that is sent `time` or later in a round, 0 when there is none.
    func index(ofTableAt time: StreamDuration) -> Int {
        guard time > .zero else { return 0 }
        let length = TransportPacketHeader.packetLength
        return packets.indices.first {
            packets[$0].time >= time.nanoseconds && bytes[$0 * length + 1] & 0x1f == 0 && bytes[$0 * length + 2] == 0
        } ?? 0
    }

    /// Nanoseconds of 90 kHz units.
    static func nanoseconds(_ units: Int64) -> Int64 { units / 9 * 100_000 + units % 9 * 100_000 / 9 }
}
