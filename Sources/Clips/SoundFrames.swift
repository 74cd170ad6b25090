import Timing
import TransportStream

/// The frames of a sound that leads its channel: each is presented by itself, though several come in one unit.
struct SoundFrames: Hashable, Sendable {
    /// The longest unit whose frames are told apart.
    private static let longestUnit = StreamDuration(seconds: 10)

    /// Samples of one frame.
    let samples: Int64
    /// Samples a second.
    let rate: Int64

    /// The frames of a codec at a sample rate; nil when they have no fixed length, or one that is not known.
    init?(_ codec: Codec, sampleRate: Int) {
        guard (1...1_000_000).contains(sampleRate) else { return nil }
        rate = Int64(sampleRate)
        switch codec {
        // ISO/IEC 14496-3 4.5.2.1.1, 11172-3 2.4.2.1, 13818-3 2.4.2.3 (half the rate, half the layer III frame), TS 102 366 4.4.1.
        case .aac, .aacLATM: samples = 1_024
        case .mp1: samples = 384
        case .mp2: samples = 1_152
        case .mp3: samples = sampleRate < 32_000 ? 576 : 1_152
        case .ac3, .eac3: samples = 1_536
        default: return nil
        }
    }

    /// 1/90000 s of so many frames, rounded.
    func ticks(_ count: Int64) -> Int64 { (count * samples * 90_000 + rate / 2) / rate }

    /// How many frames later than `start` the first one begins at or behind `instant`; nil when that is too far away.
    func count(from start: StreamTime, to instant: StreamTime) -> Int64? {
        let distance = instant - start
        guard distance > .zero else { return 0 }
        guard distance <= Self.longestUnit else { return nil }
        // At most 10^10 · 10^6, which 64 bits hold.
        var count = distance.nanoseconds * rate / (samples * 1_000_000_000)
        while start + StreamDuration(ticks: ticks(count)) < instant { count += 1 }
        return count
    }
}
