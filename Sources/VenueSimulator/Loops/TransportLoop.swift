public import Timing
import TransportStream

/// The transport packets of one file, for ever: counters and times go on from round to round as if it never ended.
///
/// Packets and null packets are those of the file; continuity counters, PCR, OPCR, PTS and DTS move on, wrapping as the
/// standard says. Nothing is allocated for a packet.
public struct TransportLoop: Sendable {
    /// What is sent.
    public let material: LoopMaterial
    /// How many rounds are complete.
    public private(set) var round = 0
    private let offset: MediaTimestamp
    private var shift: MediaTimestamp
    private var index = 0
    private var roundStart: Int64 = 0
    private let firstIndex: Int

    /// Starts at the first packet, or at the first PAT at or behind `skipping`; `startingAt` is the base of the program
    /// clock at the first packet of the file, that of the file when nil.
    public init(
        _ material: LoopMaterial, startingAt clock: MediaTimestamp? = nil, skipping: StreamDuration = .zero
    ) {
        self.material = material
        firstIndex = material.index(ofTableAt: skipping)
        index = firstIndex
        offset = MediaTimestamp((clock ?? material.firstClock).rawValue &- material.firstClock.rawValue)
        shift = offset
    }

    /// When the next packet is sent, counted from the first one; paced by the program clock.
    public var elapsed: StreamDuration {
        StreamDuration(nanoseconds: roundStart + material.packets[index].time - material.packets[firstIndex].time)
    }

    /// Starts again at the first packet, with the counters and times of the start.
    public mutating func rewind() {
        round = 0
        index = firstIndex
        roundStart = 0
        shift = offset
    }

    /// Appends the next packet to `bytes`.
    public mutating func next(into bytes: inout [UInt8]) {
        let length = TransportPacketHeader.packetLength
        let packet = material.packets[index]
        let start = bytes.count
        bytes.append(contentsOf: material.bytes[index * length..<(index + 1) * length])
        let counter = bytes[start + 3] &+ packet.counterStep &* UInt8(truncatingIfNeeded: round)
        bytes[start + 3] = bytes[start + 3] & 0xf0 | counter & 0x0f
        if !packet.isPlain, shift.rawValue != 0 { move(packet, &bytes, start) }
        index += 1
        guard index == material.packets.count else { return }
        index = 0
        round += 1
        roundStart = LoopMaterial.nanoseconds(Int64(round) * material.periodUnits)
        shift = shift.advanced(by: material.periodUnits)
    }

    private func move(_ packet: LoopPacket, _ bytes: inout [UInt8], _ start: Int) {
        if packet.clock > 0 { LoopTime.moveClock(&bytes, at: start + Int(packet.clock), by: shift) }
        if packet.originalClock > 0 { LoopTime.moveClock(&bytes, at: start + Int(packet.originalClock), by: shift) }
        if packet.presentation > 0 { LoopTime.move(&bytes, at: start + Int(packet.presentation), by: shift) }
        if packet.decoding > 0 { LoopTime.move(&bytes, at: start + Int(packet.decoding), by: shift) }
    }

    /// Appends the next `packets` packets to `bytes`, and says when the first one is sent.
    public mutating func next(_ packets: Int, into bytes: inout [UInt8]) -> StreamDuration {
        let time = elapsed
        for _ in 0..<packets { next(into: &bytes) }
        return time
    }
}
