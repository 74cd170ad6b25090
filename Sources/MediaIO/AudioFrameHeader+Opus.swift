import Bytes
import TransportStream

extension AudioFrameHeader {
    /// Samples of a frame by the configuration in a packet's first byte (RFC 6716, table 2), 48000 a second.
    private static let opusFrames =
        [480, 960, 1_920, 2_880, 480, 960, 1_920, 2_880, 480, 960, 1_920, 2_880, 480, 960, 480, 960]
        + [120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960]
    /// The longest packet: 120 ms (RFC 6716, 3.4).
    private static let longestPacket = 5_760

    /// An Opus packet behind the control header that transport streams give it, as ffmpeg and GStreamer write it: 11 bits
    /// 0x3FF, three flags, the packet's length in bytes of which only the last is not 255.
    static func opus(_ bytes: RawSpan, _ position: Int) -> Self? {
        guard position + 3 <= bytes.byteCount, bytes.bigEndian(at: position, as: UInt16.self) & 0xFFE0 == 0x7FE0 else {
            return nil
        }
        let flags = bytes.byte(at: position + 1)
        var place = position + 2
        var size = 0
        while place < bytes.byteCount {
            let byte = bytes.byte(at: place)
            place += 1
            size += Int(byte)
            if byte != 255 { break }
        }
        // Samples to leave out at the beginning and at the end, and an extension.
        if flags & 0x10 != 0 { place += 2 }
        if flags & 0x08 != 0 { place += 2 }
        if flags & 0x04 != 0 {
            guard place < bytes.byteCount else { return nil }
            place += 1 + Int(bytes.byte(at: place))
        }
        guard size > 0, place + min(size, 2) <= bytes.byteCount else { return nil }
        let first = bytes.byte(at: place)
        let second = size > 1 ? bytes.byte(at: place + 1) : 0
        guard let samples = opusSamples(first, second, size) else { return nil }
        var header = Self(
            codec: .opus, length: place - position + size, sampleRate: 48_000, channels: first & 4 != 0 ? 2 : 1,
            samples: samples)
        header.headerLength = place - position
        return header
    }

    /// RFC 6716, 3.1 and 3.2.
    private static func opusSamples(_ first: UInt8, _ second: UInt8, _ size: Int) -> Int? {
        let count: Int
        switch first & 3 {
        case 0: count = 1
        case 1, 2: count = 2
        default:
            guard size > 1 else { return nil }
            count = Int(second & 63)
        }
        let samples = count * opusFrames[Int(first >> 3)]
        return samples > 0 && samples <= longestPacket ? samples : nil
    }
}
