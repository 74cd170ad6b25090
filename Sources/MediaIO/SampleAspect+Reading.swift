import Bytes
import CLibAV
import TransportStream

extension SampleAspect {
    /// Bytes of the first slice that a decoder is shown: more than the header of one has up to where its parameter sets are
    /// named (ITU-T H.265, 7.3.6.1; ISO/IEC 13818-2, 6.2.4).
    private static let sliceLength = 64

    /// What the headers of a random access unit of HEVC or MPEG-1/2 say; nil when they say nothing, or that samples are squares.
    ///
    /// libavcodec reads them up to where it would make room for the picture, and is refused that.
    init?(of codec: Codec, in unit: [UInt8]) {
        let identifier: AVCodecID
        switch codec {
        case .hevc: identifier = AV_CODEC_ID_HEVC
        case .mpeg1video, .mpeg2video: identifier = AV_CODEC_ID_MPEG2VIDEO
        default: return nil
        }
        guard let slice = Self.firstSlice(of: codec, in: unit) else { return nil }
        let end = min(unit.count, slice + Self.sliceLength)
        do throws(MediaFailure) {
            var decoder = try DecoderContext(identifier, codec) { context in
                context.pointee.max_pixels = Int64(PictureDecoder.sampleLimit)
                context.pointee.thread_count = 1
                context.pointee.get_buffer2 = { _, _, _ in clibav_error(ENOMEM) }
            }
            _ = try decoder.send(end, pts: 0, dts: 0) { room in
                unit.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
            }
            guard let read = decoder.sampleAspect else { return nil }
            self = read
        } catch {
            return nil
        }
    }

    /// Where the first slice begins, behind its start code.
    private static func firstSlice(of codec: Codec, in unit: [UInt8]) -> Int? {
        var found: Int?
        AnnexB.forEachUnit(unit.lent) { place in
            guard found == nil else { return }
            let first = unit[place.lowerBound]
            let isSlice =
                switch codec {
                case .hevc: first >> 1 & 63 < 32
                default: (0x01...0xAF).contains(first)
                }
            if isSlice { found = place.lowerBound }
        }
        return found
    }
}
