import Bytes
import Channels
import NetworkFormats
import Pipeline
import Protection
import Timing
import VenueSimulator

/// Compares what channels release with the transport streams that were sent, packet by packet.
final class SourceWitness: ChannelSink {
    /// Transport packets of a datagram.
    static let packets = 7
    /// A datagram of null packets (ISO/IEC 13818-1, 2.4.3.3).
    private static let fill = (0..<packets).flatMap { _ in
        [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184)
    }

    private struct Stream {
        let destination: Endpoint
        var loop: TransportLoop
        var expected: [UInt8] = []
    }

    /// What became of one channel's datagrams.
    struct Figures: Hashable {
        /// Datagrams that arrived and equal the source's.
        var received = 0
        /// Datagrams that were rebuilt and equal the source's.
        var rebuilt = 0
        /// Datagrams that stayed lost.
        var lost = 0
        /// Datagrams of other bytes than the source's.
        var different = 0
        /// Datagrams of null packets behind the source's last, which fill a window; among the first two.
        var fills = 0
    }

    private var sources: [Endpoint: TransportLoop] = [:]
    private var streams: [Int32: Stream] = [:]
    /// What became of each channel that was opened, by its destination.
    private(set) var figures: [Endpoint: Figures] = [:]
    /// What is not as it was sent; only the first few.
    private(set) var complaints: [String] = []

    /// Knows the video channels of `spec`.
    init(_ spec: NativeVenueSpec) {
        for channel in spec.channels {
            guard case .video(let material, let offset) = channel.content else { continue }
            sources[channel.destination] = TransportLoop(material, skipping: offset)
        }
    }

    func opened(_ channel: ChannelIdentity) {
        guard let loop = sources[channel.destination] else { return }
        streams[channel.index] = Stream(destination: channel.destination, loop: loop)
        if figures.updateValue(Figures(), forKey: channel.destination) != nil {
            complaints.append("\(channel.destination) was opened twice")
        }
    }

    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {
        guard var stream = streams.removeValue(forKey: channel) else { return }
        var count = figures[stream.destination] ?? Figures()
        defer {
            figures[stream.destination] = count
            streams[channel] = stream
        }
        if case .lost(let missing) = release.kind {
            count.lost += missing
            for _ in 0..<missing { advance(&stream) }
            return
        }
        advance(&stream)
        let isFill = bytes.copied() == Self.fill
        if isFill { count.fills += 1 }
        guard isFill || bytes.copied() == stream.expected else {
            count.different += 1
            if complaints.count < 5 {
                complaints.append("\(stream.destination), packet \(release.number): not as it was sent")
            }
            return
        }
        if release.kind == .recovered { count.rebuilt += 1 } else { count.received += 1 }
    }

    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}

    private func advance(_ stream: inout Stream) {
        stream.expected.removeAll(keepingCapacity: true)
        _ = stream.loop.next(Self.packets, into: &stream.expected)
    }
}

@available(*, unavailable)
extension SourceWitness: Sendable {}
