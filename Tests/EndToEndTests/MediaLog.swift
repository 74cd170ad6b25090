import Bytes
import Channels
import Evidence
import History
import NetworkFormats
import Pipeline
import Protection

/// Writes down all that channels hand on, as one who extracts their streams would.
final class MediaLog: ChannelSink {
    struct Step {
        var release: Release
        var bytes: [UInt8]
    }

    private(set) var steps: [[Step]] = []
    private(set) var windows: [[WindowRecord]] = []

    func opened(_ channel: ChannelIdentity) {
        steps.append([])
        windows.append([])
    }

    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {
        steps[Int(channel)].append(Step(release: release, bytes: bytes.copied()))
    }

    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) { windows[Int(channel)].append(record) }

    /// What of `media` is not what was handed on; empty when all of it is.
    func complaints(about media: MediaSnapshot, of channel: Int) -> [String] {
        var complaints: [String] = []
        guard media.end.serial <= steps[channel].count else { return ["more is kept than was handed on"] }
        for serial in media.first.serial..<media.end.serial {
            let id = MediaID(serial: serial)
            let step = steps[channel][Int(serial)]
            let packet = media[id]
            var count = 1
            var kind = KeptPacket.Kind.received
            switch step.release.kind {
            case .received: break
            case .recovered: kind = .recovered
            case .lost(let missing):
                kind = .lost
                count = missing
            }
            let isSame =
                packet.kind == kind && Int(packet.count) == count && packet.number == step.release.number
                && packet.time == step.release.moment.time && Int(packet.run) == step.release.run
                && packet.datagram == step.release.packet
            if !isSame { complaints.append("channel \(channel) packet \(serial): \(packet) for \(step.release)") }
            if media.bytes(of: id) ?? [] != step.bytes { complaints.append("channel \(channel): bytes of \(serial)") }
        }
        return complaints
    }
}

@available(*, unavailable)
extension MediaLog: Sendable {}

extension MediaSnapshot {
    /// The bytes of a packet's media; nil for a hole.
    func bytes(of packet: MediaID) -> [UInt8]? {
        guard let slice = slice(of: packet) else { return nil }
        let slab = slice.slab
        let bytes = slab.bytes(in: slice.range)
        return bytes.copied()
    }
}
