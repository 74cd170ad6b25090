import CLibAV

/// The one owner of a libswscale context, which brings pictures to another size, and to the colours of JPEG files.
///
/// Contract behind `@unchecked Sendable`: as ``DecoderContext``, it cannot be copied and every call of the library is mutating.
struct PictureScaler: ~Copyable, @unchecked Sendable {
    /// What a context is made for; another shape gets another one, so that what came before changes nothing.
    private struct Shape: Equatable {
        var source: PictureBuffer.Samples
        var width: Int32
        var height: Int32
    }

    private var context: OpaquePointer?
    private var shape: Shape?

    /// Makes nothing until a picture needs it.
    init() {}

    deinit { sws_freeContext(context) }

    /// `buffer` at another size, in full range and the matrix of BT.601 as JFIF has it (ITU-T T.871, 7); nil when it cannot be.
    ///
    /// The caller frees the frame.
    mutating func scale(_ buffer: PictureBuffer, width: Int, height: Int) -> UnsafeMutablePointer<AVFrame>? {
        prepare(Shape(source: buffer.samples, width: Int32(clamping: width), height: Int32(clamping: height)))
        guard let context, let made = Self.frame(width: width, height: height) else { return nil }
        guard buffer.scale(with: context, into: made) else {
            var made: UnsafeMutablePointer<AVFrame>? = made
            av_frame_free(&made)
            return nil
        }
        return made
    }

    private mutating func prepare(_ wanted: Shape) {
        guard shape != wanted else { return }
        sws_freeContext(context)
        shape = wanted
        let source = wanted.source
        context = sws_getContext(
            source.width, source.height, source.format, wanted.width, wanted.height, AV_PIX_FMT_YUVJ420P,
            // Bit-exact: the same picture is the same file on every processor.
            SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT, nil, nil, nil)
        guard let context else { return }
        sws_setColorspaceDetails(
            context, sws_getCoefficients(source.matrix), source.isFullRange ? 1 : 0,
            sws_getCoefficients(SWS_CS_ITU601), 1, 0, 1 << 16, 1 << 16)
    }

    /// A frame of 4:2:0 in full range with room for its samples; nil without memory.
    static func frame(width: Int, height: Int) -> UnsafeMutablePointer<AVFrame>? {
        var made = av_frame_alloc()
        guard let frame = made else { return nil }
        frame.pointee.width = Int32(clamping: width)
        frame.pointee.height = Int32(clamping: height)
        frame.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
        frame.pointee.color_range = AVCOL_RANGE_JPEG
        guard av_frame_get_buffer(frame, 0) >= 0 else {
            av_frame_free(&made)
            return nil
        }
        return frame
    }
}
