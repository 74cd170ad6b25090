import Bytes
import CLibAV
import TransportStream

/// The one owner of a libavcodec decoder, of the packet that goes in and the frame that comes out.
///
/// Contract behind `@unchecked Sendable`: it cannot be copied and every call of libavcodec is a mutating one, so that only the
/// thread that owns it at the moment touches what the pointers lead to.
struct DecoderContext: ~Copyable, @unchecked Sendable {
    /// What came out.
    enum Outcome {
        /// A frame, which ``frame`` holds until the next call.
        case frame
        /// Nothing more for now.
        case nothing
        /// libavcodec gave something up.
        case failure
    }

    private let context: UnsafeMutablePointer<AVCodecContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// The frame that came out last.
    let frame: UnsafeMutablePointer<AVFrame>

    /// Frames that one unit may bring out, or the end: more than any decoder holds back.
    static let frameLimit = 64

    /// Opens a decoder of `identifier`, the name that libavcodec has for `codec`, as `configure` sets it.
    init(
        _ identifier: AVCodecID, _ codec: Codec, _ configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
    ) throws(MediaFailure) {
        LibAVError.silenceMessages()
        guard let decoder = avcodec_find_decoder(identifier) else { throw .codecNotDecoded(codec) }
        var context = avcodec_alloc_context3(decoder)
        var packet = av_packet_alloc()
        var frame = av_frame_alloc()
        guard let made = context, let madePacket = packet, let madeFrame = frame else {
            avcodec_free_context(&context)
            av_packet_free(&packet)
            av_frame_free(&frame)
            throw .decoderFailed(LibAVError(code: clibav_error(ENOMEM)))
        }
        made.pointee.pkt_timebase = AVRational(num: 1, den: 90_000)
        configure(made)
        let code = avcodec_open2(made, decoder, nil)
        guard code >= 0 else {
            avcodec_free_context(&context)
            av_packet_free(&packet)
            av_frame_free(&frame)
            throw .decoderFailed(LibAVError(code: code))
        }
        self.context = made
        self.packet = madePacket
        self.frame = madeFrame
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        avcodec_free_context(&context)
        av_packet_free(&packet)
        av_frame_free(&frame)
    }

    /// Gives the decoder `count` bytes that `fill` writes; false when it refuses them.
    ///
    /// What came out before must be fetched first.
    mutating func send(
        _ count: Int, pts: Int64, dts: Int64, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(MediaFailure) -> Bool {
        // It has the zero bytes behind its end that libavcodec's readers may look at.
        let code = av_new_packet(packet, Int32(clamping: count))
        guard code >= 0 else { throw .decoderFailed(LibAVError(code: code)) }
        defer { av_packet_unref(packet) }
        packet.pointee.pts = pts
        packet.pointee.dts = dts
        fill(UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: count))
        return avcodec_send_packet(context, packet) >= 0
    }

    /// Fetches the next frame.
    mutating func receive() -> Outcome {
        let code = avcodec_receive_frame(context, frame)
        if code >= 0 { return .frame }
        return code == clibav_error(EAGAIN) || code == clibav_eof ? .nothing : .failure
    }

    /// The shape of samples as the headers read so far have it; nil when they are squares, or nothing says it.
    var sampleAspect: SampleAspect? { SampleAspect(context.pointee.sample_aspect_ratio) }

    /// Tells the decoder that nothing follows: what it held back can be fetched.
    mutating func end() { _ = avcodec_send_packet(context, nil) }

    /// Forgets all that came before.
    mutating func reset() { avcodec_flush_buffers(context) }
}
