import Bytes
import TransportStream

extension MediaTrack {
    /// The lowest rate at which libavformat puts MPEG layer III into MP4, which knows no "MPEG 2.5".
    private static let lowestRate = 16_000

    /// The track that a unit with an audio frame begins.
    init(audio codec: Codec, _ bytes: [UInt8]) throws(MediaFailure) {
        guard let (place, header) = Self.firstFrame(bytes, codec) else { throw .configurationMissing(codec) }
        self.init(
            codec: header.codec, configuration: [], sampleRate: header.sampleRate, channels: header.channels,
            frameLength: header.samples, codecs: Self.name(header))
        switch header.codec {
        case .aac: configuration = Self.specificConfig(header)
        case .mp3 where sampleRate < Self.lowestRate: throw .configurationUnreadable(codec)
        case .ac3, .eac3:
            frameAhead.bytes = Array(bytes[place..<(place + header.length)])
            configuration = try decoderConfiguration(header.codec == .ac3 ? "dac3" : "dec3", from: [])
        case .opus:
            channels = Self.opusChannels(bytes, place)
            configuration = Self.opusHead(channels)
        case .aacLATM: try readLATM(bytes, place)
        default: break
        }
    }

    /// The first frame behind which another one follows; else the first that fills the unit to its end.
    private static func firstFrame(_ bytes: [UInt8], _ codec: Codec) -> (place: Int, header: AudioFrameHeader)? {
        let span = bytes.lent
        var place = AudioFrameHeader.place(in: bytes, from: 0, codec)
        while place < bytes.count {
            if let header = AudioFrameHeader(span, at: place, codec) {
                let next = place + header.length
                if next == bytes.count { return (place, header) }
                if let other = AudioFrameHeader(span, at: next, codec), other.agrees(with: header) {
                    return (place, header)
                }
            }
            place = AudioFrameHeader.place(in: bytes, from: place + 1, codec)
        }
        return nil
    }

    /// ISO/IEC 14496-3, 1.6.2.1: object type, rate, channels, and three bits of a `GASpecificConfig`, all 0.
    private static func specificConfig(_ header: AudioFrameHeader) -> [UInt8] {
        let rate = AudioFrameHeader.aacRates.firstIndex(of: header.sampleRate) ?? 0
        let channels = header.channels == 8 ? 7 : header.channels
        let bits = header.objectType << 11 | rate << 7 | channels << 3
        return [UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits)]
    }

    /// What the first element that says it says of the stream.
    private mutating func readLATM(_ bytes: [UInt8], _ place: Int) throws(MediaFailure) {
        var place = place
        while let header = AudioFrameHeader(bytes.lent, at: place, .aacLATM), place + header.length <= bytes.count {
            let element = bytes.lent.extracting(
                (place + AudioFrameHeader.elementStart)..<(place + header.length))
            guard let frame = LATMFrame(element) else { throw .configurationUnreadable(.aacLATM) }
            if let found = frame.configuration {
                configuration = found.specificConfig
                sampleRate = found.sampleRate
                channels = found.channels
                frameLength = found.frameLength
                codecs = "mp4a.40.\(found.objectType)"
                return
            }
            place += header.length
        }
        throw .configurationMissing(.aacLATM)
    }

    /// Two channels, unless all packets of the unit are of one.
    private static func opusChannels(_ bytes: [UInt8], _ place: Int) -> Int {
        var place = place
        while let header = AudioFrameHeader(bytes.lent, at: place, .opus) {
            if header.channels > 1 { return 2 }
            place += header.length
        }
        return 1
    }

    /// The header of RFC 7845, 5.1: one stream of one or two channels, nothing to skip.
    private static func opusHead(_ channels: Int) -> [UInt8] {
        Array("OpusHead".utf8) + [1, UInt8(channels), 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
    }

    private static func name(_ header: AudioFrameHeader) -> String {
        switch header.codec {
        case .aac: "mp4a.40.\(header.objectType)"
        case .ac3: "ac-3"
        case .eac3: "ec-3"
        case .opus: "Opus"
        // RFC 6381: the object type indications of ISO/IEC 11172-3 and 13818-3, as libavformat chooses them.
        default: header.sampleRate > 24_000 ? "mp4a.6B" : "mp4a.69"
        }
    }
}
