import Bytes
import CLibAV
import TransportStream

/// What the header of a coded sound frame says, as far as frames are told apart by it.
struct SoundFrameHeader: Equatable {
    /// Bytes from this header to the next one.
    var length: Int
    /// What all frames of a stream have in common.
    var signature: UInt32
    /// Whether it only adds to the frame before it: dependent and further substreams of E-AC-3.
    var isContinuation = false

    /// The longest header that is read.
    static let longest = 9
    /// The longest frame: an ADTS length has 13 bits (ISO/IEC 14496-3, 1.A.2.2), and so has a LOAS length behind 3 bytes.
    static let longestFrame = 8_194

    /// Reads the header at `position` of a stream of `codec`; nil when there is none, or not enough of it.
    init?(_ bytes: RawSpan, at position: Int, _ codec: Codec) {
        guard position + Self.longest <= bytes.byteCount else { return nil }
        let found: Self? =
            switch codec {
            case .aac: Self.adts(bytes, position)
            case .aacLATM: Self.loas(bytes, position)
            case .mpegAudio, .mp1, .mp2, .mp3: Self.mpeg(bytes, position)
            case .ac3, .eac3: Self.ac3(bytes, position)
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    private init(length: Int, signature: UInt32, isContinuation: Bool = false) {
        self.length = length
        self.signature = signature
        self.isContinuation = isContinuation
    }

    /// ISO/IEC 14496-3, 1.A.2.2: the fixed header without its private, original and home bits, then the length.
    private static func adts(_ bytes: RawSpan, _ position: Int) -> Self? {
        let word: UInt32 = bytes.bigEndian(at: position)
        let next: UInt32 = bytes.bigEndian(at: position + 3)
        let length = Int(next >> 13 & 0x1FFF)
        guard word >> 16 & 0xFFF6 == 0xFFF0, word >> 10 & 15 < 13, length > 7 else { return nil }
        return Self(length: length, signature: word & 0xFFFE_FDC0)
    }

    /// `AudioSyncStream` of ISO/IEC 14496-3, 1.7.2: 11 bits 0x2B7, 13 bits of length.
    private static func loas(_ bytes: RawSpan, _ position: Int) -> Self? {
        let word: UInt32 = bytes.bigEndian(at: position)
        let length = Int(word >> 8 & 0x1FFF)
        guard word >> 21 == 0x2B7, length > 0 else { return nil }
        return Self(length: 3 + length, signature: 0x2B7)
    }

    /// ISO/IEC 11172-3, 2.4.1.3: version, layer and rate stay.
    private static func mpeg(_ bytes: RawSpan, _ position: Int) -> Self? {
        guard let header = AudioFrameHeader(bytes, at: position, .mpegAudio), header.length > 4 else { return nil }
        return Self(length: header.length, signature: bytes.bigEndian(at: position) & 0xFFFE_0C00)
    }

    /// ETSI TS 102 366, 4.4.1 and E.1.3.1: libavcodec knows the lengths.
    private static func ac3(_ bytes: RawSpan, _ position: Int) -> Self? {
        guard bytes.bigEndian(at: position, as: UInt16.self) == 0x0B77 else { return nil }
        var identification: UInt8 = 0
        var length: UInt16 = 0
        let code = bytes.extracting(position..<(position + longest)).withUnsafeBytes { header in
            av_ac3_parse_header(
                header.baseAddress?.assumingMemoryBound(to: UInt8.self), header.count, &identification, &length)
        }
        guard code >= 0, length > 8 else { return nil }
        // Above 10 it is E-AC-3, whose third byte begins with the type of the stream and its number.
        let kind = bytes.byte(at: position + 2)
        let isContinuation = identification > 10 && (kind >> 6 == 1 || kind >> 3 & 7 != 0)
        return Self(length: Int(length), signature: UInt32(identification), isContinuation: isContinuation)
    }
}
