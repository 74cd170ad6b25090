import CLibAV

/// Writes frames of 4:2:0 in full range as JPEG files, always of the same quality.
enum JPEGEncoder {
    /// The quantiser scale, 2 (best) to 31: about 40 dB for camera pictures.
    static let quality: Int32 = 4

    /// The file of `frame`; the same samples give the same bytes.
    static func encode(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaFailure) -> [UInt8] {
        LibAVError.silenceMessages()
        guard let encoder = avcodec_find_encoder(AV_CODEC_ID_MJPEG) else {
            throw .encoderFailed(LibAVError(code: clibav_error(ENOSYS)))
        }
        var context = avcodec_alloc_context3(encoder)
        var packet = av_packet_alloc()
        defer {
            avcodec_free_context(&context)
            av_packet_free(&packet)
        }
        guard let context, let packet else { throw .encoderFailed(LibAVError(code: clibav_error(ENOMEM))) }
        context.pointee.width = frame.pointee.width
        context.pointee.height = frame.pointee.height
        context.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
        context.pointee.color_range = AVCOL_RANGE_JPEG
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.time_base = AVRational(num: 1, den: 25)
        context.pointee.thread_count = 1
        // Bit-exact: the file does not name the library's version.
        context.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
        context.pointee.global_quality = FF_QP2LAMBDA * quality
        frame.pointee.quality = FF_QP2LAMBDA * quality
        frame.pointee.pts = 0
        for step in [
            { avcodec_open2(context, encoder, nil) }, { avcodec_send_frame(context, frame) },
            { avcodec_receive_packet(context, packet) },
        ] {
            let code = step()
            guard code >= 0 else { throw .encoderFailed(LibAVError(code: code)) }
        }
        return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }
}
