import NetworkFormats
public import Timing

extension VenueSpec {
    /// A venue of `channels` RTP/TS cameras of `bitRate` bits a second that lose packets with probability `loss`, for
    /// measuring: groups 239.20.0.1 … on port 5000, seven transport packets a datagram, every second one with 10 · 5
    /// parity when `isProtected`.
    public static func cameras(
        _ channels: Int, bitRate: Int = 5_000_000, loss: Double = 0.005, isProtected: Bool = false, seed: UInt64 = 1,
        start: StreamTime = Self.customaryStart
    ) -> Self {
        let specs = (0..<channels).map { index in
            ChannelSpec(
                source: Endpoint(IPAddress(v4: 0x0a09_0002), 40_000 + UInt16(truncatingIfNeeded: index)),
                destination: Endpoint(IPAddress(v4: 0xef14_0001 + UInt32(truncatingIfNeeded: index)), 5000),
                transport: TransportSpec(bitRate: bitRate, consecutiveBPictures: index % 2 * 2),
                rtp: RTPSpec(
                    synchronizationSource: 0x5300_0000 + UInt32(truncatingIfNeeded: index),
                    firstSequenceNumber: UInt16(truncatingIfNeeded: 60_000 + index * 911)),
                parity: isProtected && index % 2 == 0 ? ParityLayout(columns: 10, rows: 5) : nil,
                impairment: Impairment(loss: .bernoulli(loss), repairLoss: .bernoulli(loss), sparedRepairs: 10),
                start: StreamDuration(milliseconds: 37 + Int64(index) * 3), datagrams: 0,
                seed: seed &* 1_000 &+ UInt64(index))
        }
        return Self(start: start, channels: specs)
    }
}
