import Bytes
import TransportStream

extension MediaTrack {
    /// Start codes of ISO/IEC 13818-2, table 6-1.
    private enum StartCode {
        static let prefix: [UInt8] = [0, 0, 1]
        static let sequence: UInt8 = 0xB3
        static let extensions: UInt8 = 0xB5
    }

    /// The longest headers of a sequence that are believed; two matrices are 128 bytes.
    private static let headerLimit = 1_024

    /// The track that a unit with a sequence header begins, MPEG-1 (ISO/IEC 11172-2) or MPEG-2 (13818-2).
    init(mpegVideo codec: Codec, _ bytes: [UInt8]) throws(MediaFailure) {
        var headers: [Range<Int>] = []
        var end: Int?
        AnnexB.forEachUnit(bytes.lent) { place in
            let code = bytes[place.lowerBound]
            if code == StartCode.sequence && headers.isEmpty || code == StartCode.extensions && !headers.isEmpty {
                if end == nil { headers.append(place) }
            } else if !headers.isEmpty, end == nil {
                end = place.lowerBound - StartCode.prefix.count
            }
        }
        guard let sequence = headers.first else { throw .configurationMissing(codec) }
        // Behind the code: 12 bits of width, 12 of height.
        guard sequence.lowerBound + 9 <= bytes.count else { throw .configurationUnreadable(codec) }
        let word: UInt32 = bytes.lent.bigEndian(at: sequence.lowerBound + 1)
        var width = Int(word >> 20)
        var height = Int(word >> 8 & 0xFFF)
        var isSecond = false
        // `sequence_extension`: two more bits of each begin 15 bits behind its number.
        if headers.count > 1, headers[1].lowerBound + 5 <= bytes.count, bytes[headers[1].lowerBound + 1] >> 4 == 1 {
            let more: UInt32 = bytes.lent.bigEndian(at: headers[1].lowerBound + 1)
            width |= Int(more >> 15 & 3) << 12
            height |= Int(more >> 13 & 3) << 12
            isSecond = true
        }
        // All bytes up to what comes next: a header may end with zeros.
        let configuration = bytes[(sequence.lowerBound - StartCode.prefix.count)..<(end ?? bytes.count)]
        guard width > 0, height > 0, configuration.count <= Self.headerLimit else {
            throw .configurationUnreadable(codec)
        }
        self.init(
            codec: isSecond ? .mpeg2video : .mpeg1video, configuration: Array(configuration), parameterSets: [],
            size: PictureSize(width: width, height: height),
            // RFC 6381 and ISO/IEC 14496-1, table 5: MPEG-2 main profile, as libavformat writes for all, and MPEG-1.
            codecs: isSecond ? "mp4v.61" : "mp4v.6A")
        sampleAspect = SampleAspect(of: codec, in: bytes)
    }
}
