import CLibAV

/// The one owner of a libswscale context, which brings pictures of other formats to 8-bit 4:2:0.
///
/// Contract behind `@unchecked Sendable`: as ``DecoderContext``, it cannot be copied and every call of the library is mutating.
struct PictureConverter: ~Copyable, @unchecked Sendable {
    private var context: OpaquePointer?

    /// Makes nothing until a picture needs it.
    init() {}

    deinit { sws_freeContext(context) }

    /// Makes `frame` one of 8-bit 4:2:0, in place when it is not; false when that cannot be done.
    mutating func convert(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        if format == AV_PIX_FMT_YUV420P || format == AV_PIX_FMT_YUVJ420P { return true }
        // The range of the samples stays: libswscale knows a full range by the format's name alone.
        let isFull = format == AV_PIX_FMT_YUVJ422P || format == AV_PIX_FMT_YUVJ444P || format == AV_PIX_FMT_YUVJ440P
        let target = isFull ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P
        let size = (frame.pointee.width, frame.pointee.height)
        context = sws_getCachedContext(
            context, size.0, size.1, format, size.0, size.1, target, SWS_BICUBIC | SWS_ACCURATE_RND, nil, nil, nil)
        var made = av_frame_alloc()
        defer { av_frame_free(&made) }
        guard let context, let made else { return false }
        made.pointee.width = size.0
        made.pointee.height = size.1
        made.pointee.format = target.rawValue
        guard av_frame_get_buffer(made, 0) >= 0, sws_scale_frame(context, made, frame) >= 0,
            av_frame_copy_props(made, frame) >= 0
        else { return false }
        av_frame_unref(frame)
        av_frame_move_ref(frame, made)
        return true
    }
}
