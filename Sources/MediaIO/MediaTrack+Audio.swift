import Bytes
import TransportStream

extension MediaTrack {
    /// The track that a unit with an audio frame begins.
    init(audio codec: Codec, _ bytes: [UInt8]) throws(MediaFailure) {
        guard let header = Self.firstFrame(bytes, codec) else { throw .configurationMissing(codec) }
        let configuration = header.codec == .aac ? Self.specificConfig(header) : []
        self.init(
            codec: header.codec, configuration: configuration, sampleRate: header.sampleRate,
            channels: header.channels, frameLength: header.samples, codecs: Self.name(header))
    }

    /// The first frame behind which another one follows; else the first that fills the unit to its end.
    private static func firstFrame(_ bytes: [UInt8], _ codec: Codec) -> AudioFrameHeader? {
        let span = bytes.lent
        for place in 0..<max(0, bytes.count - AudioFrameHeader.longest) {
            guard let header = AudioFrameHeader(span, at: place, codec) else { continue }
            let next = place + header.length
            if next == bytes.count { return header }
            if let other = AudioFrameHeader(span, at: next, codec), other.agrees(with: header) {
                return header
            }
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

    private static func name(_ header: AudioFrameHeader) -> String {
        if header.codec == .aac { return "mp4a.40.\(header.objectType)" }
        // RFC 6381: the object type indications of ISO/IEC 11172-3 and 13818-3, as libavformat chooses them.
        return header.sampleRate > 24_000 ? "mp4a.6B" : "mp4a.69"
    }
}
