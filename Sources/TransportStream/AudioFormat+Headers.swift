import Bytes

extension AudioFormat {
    /// Bytes at the front of a unit in which a frame header is looked for.
    private static let searchLength = 160

    /// The format that the first frame header in `bytes` tells, for streams of `codec`; nil when there is none.
    init?(searching bytes: RawSpan, codec: Codec) {
        var position = 0
        let last = min(bytes.byteCount - 8, Self.searchLength)
        while position <= last {
            if let found = Self.read(bytes, at: position, codec) {
                self = found
                return
            }
            position += 1
        }
        return nil
    }

    private static func read(_ bytes: RawSpan, at position: Int, _ codec: Codec) -> Self? {
        let sync: UInt16 = bytes.bigEndian(at: position)
        let word: UInt32 = bytes.bigEndian(at: position)
        return switch codec {
        case .aac: sync & 0xFFF6 == 0xFFF0 ? adts(word) : nil
        case .mpegAudio, .mp1, .mp2, .mp3: sync & 0xFFE0 == 0xFFE0 ? mpeg(word) : nil
        case .ac3, .eac3: sync == 0x0B77 ? dolby(bytes, at: position) : nil
        case .aacLATM: sync & 0xFFE0 == 0x56E0 ? latm(bytes, at: position) : nil
        default: nil
        }
    }

    private static let aacRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    private static func aacChannels(_ configuration: Int) -> Int { configuration == 7 ? 8 : configuration }

    /// ISO/IEC 14496-3, 1.A.2.2.
    private static func adts(_ word: UInt32) -> Self? {
        let rate = Int(word >> 10 & 15)
        guard rate < aacRates.count else { return nil }
        return Self(codec: .aac, sampleRate: aacRates[rate], channels: aacChannels(Int(word >> 6 & 7)))
    }

    /// ISO/IEC 11172-3, 2.4.1.3, and the lower rates of 13818-3 and "2.5".
    private static func mpeg(_ word: UInt32) -> Self? {
        let version = word >> 19 & 3
        let layer = word >> 17 & 3
        let rate = Int(word >> 10 & 3)
        guard version != 1, layer != 0, rate < 3, word >> 12 & 15 != 15 else { return nil }
        let full = [44_100, 48_000, 32_000][rate]
        let codec: Codec = layer == 3 ? .mp1 : layer == 2 ? .mp2 : .mp3
        return Self(
            codec: codec, sampleRate: version == 3 ? full : version == 2 ? full / 2 : full / 4,
            channels: word >> 6 & 3 == 3 ? 1 : 2)
    }

    private static let dolbyRates = [48_000, 44_100, 32_000]
    private static let dolbyChannels = [2, 1, 2, 3, 3, 4, 4, 5]

    /// ETSI TS 102 366, 4.4.1 and 4.4.2 (AC-3) and E.1.2 (E-AC-3).
    private static func dolby(_ bytes: RawSpan, at position: Int) -> Self? {
        let next: UInt32 = bytes.bigEndian(at: position + 4)
        let identity = next >> 19 & 31
        let code = Int(next >> 30)
        if identity <= 10 {
            guard code < 3, next >> 24 & 63 < 38 else { return nil }
            let mode = Int(next >> 13 & 7)
            var bit: UInt32 = 12
            if mode & 1 != 0, mode != 1 { bit -= 2 }
            if mode & 4 != 0 { bit -= 2 }
            if mode == 2 { bit -= 2 }
            let effects = Int(next >> bit & 1)
            return Self(
                codec: .ac3, sampleRate: dolbyRates[code] >> max(0, Int(identity) - 8),
                channels: dolbyChannels[mode] + effects)
        }
        guard identity <= 16 else { return nil }
        let half = Int(next >> 28 & 3)
        guard code < 3 || half < 3 else { return nil }
        return Self(
            codec: .eac3, sampleRate: code < 3 ? dolbyRates[code] : dolbyRates[half] / 2,
            channels: dolbyChannels[Int(next >> 25 & 7)] + Int(next >> 24 & 1))
    }

    /// ISO/IEC 14496-3, 1.7.3: `AudioMuxElement(1)` with one layer and a configuration of its own.
    private static func latm(_ bytes: RawSpan, at position: Int) -> Self? {
        guard let found = try? configuration(bytes.extracting((position + 3)..<bytes.byteCount)) else { return nil }
        return found
    }

    private static func configuration(_ bytes: RawSpan) throws(Truncation) -> Self? {
        var reader = BitReader(bytes)
        guard try !reader.readFlag() else { return nil }  // The configuration of the frame before.
        guard try !reader.readFlag() else { return nil }  // audioMuxVersion 1
        try reader.skip(1 + 6 + 4 + 3)
        let type = try reader.read(5)
        if type == 31 { try reader.skip(6) }
        var rate = try samplingRate(&reader)
        var channels = aacChannels(Int(try reader.read(4)))
        if type == 5 || type == 29 {
            // Spectral band replication tells the doubled rate; parametric stereo makes two channels of one.
            rate = try samplingRate(&reader)
            if type == 29, channels == 1 { channels = 2 }
        }
        return rate > 0 ? Self(codec: .aacLATM, sampleRate: rate, channels: channels) : nil
    }

    private static func samplingRate(_ reader: inout BitReader) throws(Truncation) -> Int {
        let index = Int(try reader.read(4))
        if index == 15 { return Int(try reader.read(24)) }
        return index < aacRates.count ? aacRates[index] : 0
    }
}
