import Glibc
import NetworkFormats
import PacketIO
import Timing
import VenueSimulator

/// The load of the ingest benchmark: one made camera sent to many groups, each a little later than the one before.
///
/// It is a program of its own: when its packets are made it writes how many it will send, begins at the next byte on standard
/// input, and writes what it did when it is through.
struct LoadSender {
    /// Bits a second of each camera.
    static let bitRate = 5_000_000
    /// The part of the datagrams that the simulated network loses.
    static let loss = 0.005
    /// How often it sends, in nanoseconds.
    private static let pace: Int64 = 1_000_000
    /// From one camera to the next, in nanoseconds: they spread over the time of a few datagrams.
    private static let stagger: Int64 = 131_000

    var channels: Int
    var seconds: Int

    /// The media flow of camera `index`; its repair flows are on the ports 2 and 4 above.
    static func group(_ index: Int) -> Endpoint {
        Endpoint(IPAddress(v4: 0xef14_0001 + UInt32(truncatingIfNeeded: index)), 5_000)
    }

    /// All flows of `channels` cameras.
    static func flows(_ channels: Int) -> [Endpoint] {
        (0..<channels).flatMap { index in
            [0, 2, 4].map { Endpoint(group(index).address, group(index).port + $0) }
        }
    }

    private struct Packet {
        /// When it is sent, in nanoseconds from the start.
        var time: Int64
        var range: Range<Int>
        var port: UInt16
    }

    /// Does all of it; false with a sentence on standard error when it cannot send.
    func run() -> Bool {
        let (bytes, packets) = make()
        Bench.put("\(packets.count * channels)\n", to: STDOUT_FILENO)
        var byte: UInt8 = 0
        guard read(STDIN_FILENO, &byte, 1) == 1 else { return false }
        do throws(SenderFailure) {
            let latest = try send(packets, in: bytes.span.bytes)
            Bench.put("\(latest)\n", to: STDOUT_FILENO)
            return true
        } catch {
            Bench.say("\(error)")
            return false
        }
    }

    private func make() -> (bytes: [UInt8], packets: [Packet]) {
        var spec = ChannelSpec(
            source: Endpoint(IPAddress(v4: 0x7f00_0001), 40_000), destination: Self.group(0),
            transport: TransportSpec(bitRate: Self.bitRate), parity: ParityLayout(columns: 5, rows: 5),
            impairment: Impairment(
                loss: .bernoulli(Self.loss), repairLoss: .bernoulli(Self.loss), sparedRepairs: 10), datagrams: 0)
        spec.setDuration(seconds: seconds)
        var venue = SimulatedVenue(VenueSpec(channels: [spec]))
        var bytes: [UInt8] = []
        var packets: [Packet] = []
        while let datagram = venue.next() {
            let start = bytes.count
            bytes += datagram.payload
            packets.append(
                Packet(
                    time: (datagram.time - venue.spec.start).nanoseconds, range: start..<bytes.count,
                    port: datagram.destination.port))
        }
        return (bytes, packets)
    }

    /// Sends everything at its time; how late the latest datagram was, in milliseconds.
    private func send(_ packets: [Packet], in bytes: RawSpan) throws(SenderFailure) -> Int64 {
        let sender = try MulticastSender()
        let clock = SystemClock()
        let start = clock.read().monotonic
        var next = [Int](repeating: 0, count: channels)
        var batch: [OutgoingDatagram] = []
        var left = packets.count * channels
        var latest: Int64 = 0
        var due = start
        while left > 0 {
            let elapsed = clock.read().monotonic - start
            batch.removeAll(keepingCapacity: true)
            for channel in 0..<channels {
                let address = Self.group(channel).address
                let now = elapsed - Int64(channel) * Self.stagger
                while next[channel] < packets.count, packets[next[channel]].time <= now {
                    let packet = packets[next[channel]]
                    batch.append(OutgoingDatagram(packet.range, to: Endpoint(address, packet.port)))
                    latest = max(latest, now - packet.time)
                    next[channel] += 1
                }
            }
            try sender.send(batch.span, in: bytes)
            left -= batch.count
            due += Self.pace
            var until = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nil)
        }
        return latest / 1_000_000
    }
}
