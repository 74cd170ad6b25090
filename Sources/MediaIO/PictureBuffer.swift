import CLibAV

/// The one owner of a decoded frame: its planes stay where the decoder wrote them.
///
/// Contract behind `@unchecked Sendable`: nobody writes to the frame or its samples once it is made, and libavcodec only reads
/// from a buffer that others refer to; so any thread may read, and the last one that lets go frees.
final class PictureBuffer: @unchecked Sendable {
    /// What a scaler must know of samples.
    struct Samples: Equatable {
        var width: Int32
        var height: Int32
        var format: AVPixelFormat
        var isFullRange: Bool
        /// The matrix, as libswscale names it.
        var matrix: Int32
    }

    private let frame: UnsafeMutablePointer<AVFrame>

    /// Takes what `source` refers to, which is empty after that; nil when there is no memory.
    init?(taking source: UnsafeMutablePointer<AVFrame>) {
        guard let made = av_frame_alloc() else { return nil }
        frame = made
        av_frame_move_ref(made, source)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Luma samples in a row.
    var width: Int { Int(frame.pointee.width) }
    /// Luma rows.
    var height: Int { Int(frame.pointee.height) }
    /// What a scaler must know of the samples.
    var samples: Samples {
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        let range = frame.pointee.color_range
        return Samples(
            width: frame.pointee.width, height: frame.pointee.height, format: format,
            isFullRange: format == AV_PIX_FMT_YUVJ420P || range == AVCOL_RANGE_JPEG, matrix: matrix)
    }

    /// Which matrix made luma and chroma, as libswscale names it.
    ///
    /// Where nothing says it, pictures of standard definition have BT.601's and larger ones BT.709's, as players take it.
    private var matrix: Int32 {
        switch frame.pointee.colorspace {
        case AVCOL_SPC_BT709: SWS_CS_ITU709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
        case AVCOL_SPC_FCC: SWS_CS_FCC
        case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
        default: height > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }

    /// The shape of its samples; nil when they are squares, or nothing believable says it.
    var sampleAspect: SampleAspect? { SampleAspect(frame.pointee.sample_aspect_ratio) }

    /// Has a scaler write the samples, at its size, into `target`; false when it cannot.
    func scale(with context: OpaquePointer, into target: UnsafeMutablePointer<AVFrame>) -> Bool {
        sws_scale_frame(context, target, frame) >= 0
    }

    /// Whether the decoder says that the samples are not what was sent.
    var isDamaged: Bool { frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || frame.pointee.decode_error_flags != 0 }

    /// When it is presented, as the packet said that it came from; `other` when none said it.
    func time(else other: Int64) -> Int64 {
        if frame.pointee.pts != clibav_no_time { return frame.pointee.pts }
        return frame.pointee.best_effort_timestamp != clibav_no_time ? frame.pointee.best_effort_timestamp : other
    }

    /// Bytes from one row of plane 0…2 to the next.
    func stride(of plane: Int) -> Int {
        switch plane {
        case 0: Int(frame.pointee.linesize.0)
        case 1: Int(frame.pointee.linesize.1)
        default: Int(frame.pointee.linesize.2)
        }
    }

    /// Where plane 0…2 begins.
    private func start(of plane: Int) -> UnsafeMutablePointer<UInt8>? {
        switch plane {
        case 0: frame.pointee.data.0
        case 1: frame.pointee.data.1
        default: frame.pointee.data.2
        }
    }

    /// Whether the three planes are there, rows from the top.
    func holds(_ planes: [DecodedPicture.Plane]) -> Bool {
        planes.indices.allSatisfy { start(of: $0) != nil && planes[$0].width > 0 && stride(of: $0) >= planes[$0].width }
    }

    /// Lends `count` bytes from the start of a plane, which lie within the frame's buffer.
    func withBytes<Result, Failure: Error>(
        of plane: Int, count: Int, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(RawSpan(_unsafeStart: UnsafeRawPointer(start(of: plane) ?? Self.nothing), byteCount: count))
    }

    /// Where a plane would begin that is not there; `holds` keeps such frames from being lent.
    private nonisolated(unsafe) static let nothing = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
}
