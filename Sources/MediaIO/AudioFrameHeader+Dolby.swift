import Bytes
import CLibAV
import TransportStream

extension AudioFrameHeader {
    private static let dolbyRates = [48_000, 44_100, 32_000]
    /// Full channels of an `acmod` (ETSI TS 102 366, table 4.3).
    private static let dolbyChannels = [2, 1, 2, 3, 3, 4, 4, 5]
    /// Blocks in a frame by `numblkscod` (E.1.3.1.5), and the samples of each.
    private static let blocks = [1, 2, 3, 6]
    private static let blockLength = 256
    /// Frames of one substream that may add to another one.
    private static let addedLimit = 8

    /// AC-3 (ETSI TS 102 366, 4.3) or E-AC-3 (annex E), whose frame includes the dependent ones that follow it.
    ///
    /// Files cannot hold streams of half the rates (`bsid` 9 and 10), nor further independent substreams.
    static func dolby(_ bytes: RawSpan, _ position: Int) -> Self? {
        guard let length = dolbyLength(bytes, position) else { return nil }
        let identity = bytes.byte(at: position + 5) >> 3
        if identity <= 8 { return ac3(bytes, position, length) }
        guard identity > 10, identity <= 16, bytes.byte(at: position + 2) >> 6 != 1,
            bytes.byte(at: position + 2) >> 3 & 7 == 0
        else { return nil }
        var end = position + length
        var added = 0
        while end + longest <= bytes.byteCount, added < addedLimit, let more = dolbyLength(bytes, end),
            bytes.byte(at: end + 5) >> 3 > 10, bytes.byte(at: end + 2) >> 6 == 1
        {
            guard end + more <= bytes.byteCount else { break }
            end += more
            added += 1
        }
        return eac3(bytes, position, end - position)
    }

    /// libavcodec knows the lengths.
    private static func dolbyLength(_ bytes: RawSpan, _ position: Int) -> Int? {
        guard bytes.bigEndian(at: position, as: UInt16.self) == 0x0B77 else { return nil }
        var identification: UInt8 = 0
        var length: UInt16 = 0
        let code = bytes.extracting(position..<(position + longest)).withUnsafeBytes { header in
            av_ac3_parse_header(
                header.baseAddress?.assumingMemoryBound(to: UInt8.self), header.count, &identification, &length)
        }
        return code >= 0 && length > 8 ? Int(length) : nil
    }

    private static func ac3(_ bytes: RawSpan, _ position: Int, _ length: Int) -> Self? {
        let rate = Int(bytes.byte(at: position + 4) >> 6)
        let word: UInt16 = bytes.bigEndian(at: position + 6)
        let mode = Int(word >> 13)
        guard rate < 3 else { return nil }
        // Behind `acmod` lie two bits for each of: a centre among others, surround, and two channels alone.
        var bit: UInt16 = 12
        if mode & 1 != 0, mode != 1 { bit -= 2 }
        if mode & 4 != 0 { bit -= 2 }
        if mode == 2 { bit -= 2 }
        return Self(
            codec: .ac3, length: length, sampleRate: dolbyRates[rate],
            channels: dolbyChannels[mode] + Int(word >> bit & 1), samples: 6 * blockLength)
    }

    private static func eac3(_ bytes: RawSpan, _ position: Int, _ length: Int) -> Self? {
        let byte = bytes.byte(at: position + 4)
        let rate = Int(byte >> 6)
        let second = Int(byte >> 4 & 3)
        guard rate < 3 || second < 3 else { return nil }
        return Self(
            codec: .eac3, length: length, sampleRate: rate < 3 ? dolbyRates[rate] : dolbyRates[second] / 2,
            channels: dolbyChannels[Int(byte >> 1 & 7)] + Int(byte & 1),
            samples: (rate < 3 ? blocks[second] : 6) * blockLength)
    }
}
