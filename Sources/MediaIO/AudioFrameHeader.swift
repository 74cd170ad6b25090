import Bytes
import Glibc
import TransportStream

/// What the header of an audio frame in a transport stream says.
struct AudioFrameHeader: Equatable {
    /// The codec that the header tells.
    var codec: Codec
    /// Bytes from this header to the next one.
    var length: Int
    /// Bytes at its beginning that a file leaves out.
    var headerLength = 0
    /// Samples a second.
    var sampleRate: Int
    var channels: Int
    /// Samples in the frame.
    var samples: Int
    /// The AAC object type; 0 for the others.
    var objectType = 0

    /// The longest header that is read at once.
    static let longest = 9

    /// Bytes before an element in LATM.
    static let elementStart = 3

    /// Whether both headers can belong to one track.
    func agrees(with other: Self) -> Bool {
        codec == other.codec && sampleRate == other.sampleRate && objectType == other.objectType
            && (channels == other.channels || codec == .opus)
    }

    /// Reads the header at `position` of a stream of `codec`; nil when there is none, or not enough of it.
    ///
    /// Of AAC in LATM only the length is known here: what else there is may have been said frames before.
    init?(_ bytes: RawSpan, at position: Int, _ codec: Codec) {
        let found: Self? =
            switch codec {
            case .opus: Self.opus(bytes, position)
            case _ where position + Self.longest > bytes.byteCount: nil
            case .aac: Self.adts(bytes, position)
            case .aacLATM: Self.loas(bytes, position)
            case .mpegAudio, .mp1, .mp2, .mp3: Self.mpeg(bytes, position)
            case .ac3, .eac3: Self.dolby(bytes, position)
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    /// The first place from `start` on where a header of a stream of `codec` may begin; the end when there is none.
    static func place(in bytes: [UInt8], from start: Int, _ codec: Codec) -> Int {
        guard start < bytes.count else { return bytes.count }
        let first: Int32 =
            switch codec {
            case .ac3, .eac3: 0x0B
            case .aacLATM: 0x56
            case .opus: 0x7F
            default: 0xFF
            }
        return bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, first, bytes.count - start) else {
                return bytes.count
            }
            return UnsafeRawPointer(found) - base
        }
    }

    init(codec: Codec, length: Int, sampleRate: Int, channels: Int, samples: Int) {
        self.codec = codec
        self.length = length
        self.sampleRate = sampleRate
        self.channels = channels
        self.samples = samples
    }

    /// ISO/IEC 14496-3, table 1.18.
    static let aacRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// Channels of a `channelConfiguration` (ISO/IEC 14496-3, table 1.19); 0 leaves them to the payload.
    static func aacChannels(_ configuration: Int) -> Int { configuration == 7 ? 8 : configuration }

    /// ISO/IEC 14496-3, 1.A.2.2; frames of several raw data blocks, and those that leave the channels to the payload, are
    /// not known.
    private static func adts(_ bytes: RawSpan, _ position: Int) -> Self? {
        let word: UInt32 = bytes.bigEndian(at: position)
        guard word >> 16 & 0xFFF6 == 0xFFF0 else { return nil }
        let rate = Int(word >> 10 & 15)
        let configuration = Int(word >> 6 & 7)
        let next: UInt32 = bytes.bigEndian(at: position + 3)
        let length = Int(next >> 13 & 0x1FFF)
        guard rate < aacRates.count, configuration > 0, bytes.byte(at: position + 6) & 3 == 0 else { return nil }
        let headerLength = word >> 16 & 1 == 1 ? 7 : 9
        guard length > headerLength else { return nil }
        var header = Self(
            codec: .aac, length: length, sampleRate: aacRates[rate], channels: aacChannels(configuration),
            samples: 1_024)
        header.headerLength = headerLength
        header.objectType = Int(word >> 14 & 3) + 1
        return header
    }

    /// `AudioSyncStream` of ISO/IEC 14496-3, 1.7.2: 11 bits 0x2B7, 13 bits of length.
    private static func loas(_ bytes: RawSpan, _ position: Int) -> Self? {
        let word: UInt32 = bytes.bigEndian(at: position)
        let length = Int(word >> 8 & 0x1FFF)
        guard word >> 21 == 0x2B7, length > 0 else { return nil }
        return Self(codec: .aacLATM, length: elementStart + length, sampleRate: 0, channels: 0, samples: 0)
    }

    /// Kilobits a second of layers I, II and III (ISO/IEC 11172-3, 2.4.2.3), then of the lower rates (13818-3): I; II and III.
    private static let mpegBitRates = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// ISO/IEC 11172-3, 2.4.1.3 and 2.4.3.1; free format is not known.
    private static func mpeg(_ bytes: RawSpan, _ position: Int) -> Self? {
        let word: UInt32 = bytes.bigEndian(at: position)
        let version = word >> 19 & 3
        let layer = 4 - Int(word >> 17 & 3)
        let rateCode = Int(word >> 10 & 3)
        let bitCode = Int(word >> 12 & 15)
        guard word >> 21 == 0x7FF, version != 1, layer < 4, rateCode < 3, bitCode != 0, bitCode != 15 else {
            return nil
        }
        let isLow = version != 3
        let rate = [44_100, 48_000, 32_000][rateCode] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let bits = mpegBitRates[isLow ? (layer == 1 ? 3 : 4) : layer - 1][bitCode] * 1_000
        let padding = Int(word >> 9 & 1)
        let samples = layer == 1 ? 384 : layer == 3 && isLow ? 576 : 1_152
        let length = layer == 1 ? (12 * bits / rate + padding) * 4 : samples / 8 * bits / rate + padding
        let codec: Codec = layer == 1 ? .mp1 : layer == 2 ? .mp2 : .mp3
        return Self(
            codec: codec, length: length, sampleRate: rate, channels: word >> 6 & 3 == 3 ? 1 : 2, samples: samples)
    }
}
