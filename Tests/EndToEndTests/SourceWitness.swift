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
    private static let packets = 7

    private struct Stream {
        var loop: TransportLoop
        var expected: [UInt8] = []
    }

    private var sources: [Endpoint: TransportLoop] = [:]
    private var streams: [Int32: Stream] = [:]
    /// Transport packets that equal the source's.
    private(set) var equal = 0
    /// Datagrams that were rebuilt.
    private(set) var rebuilt = 0
    /// Datagrams that stayed lost.
    private(set) var lost = 0
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
        streams[channel.index] = sources[channel.destination].map { Stream(loop: $0) }
    }

    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {
        guard var stream = streams.removeValue(forKey: channel) else { return }
        defer { streams[channel] = stream }
        switch release.kind {
        case .lost(let count):
            lost += count
            for _ in 0..<count { advance(&stream) }
            return
        case .recovered: rebuilt += 1
        case .received: break
        }
        advance(&stream)
        guard bytes.copied() != stream.expected else {
            equal += Self.packets
            return
        }
        if complaints.count < 5 {
            complaints.append("channel \(channel), packet \(release.number): not as it was sent")
        }
    }

    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}

    private func advance(_ stream: inout Stream) {
        stream.expected.removeAll(keepingCapacity: true)
        _ = stream.loop.next(Self.packets, into: &stream.expected)
    }
}

@available(*, unavailable)
extension SourceWitness: Sendable {}
