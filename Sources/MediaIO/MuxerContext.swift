import Bytes
import CLibAV
import TransportStream

/// The one owner of a libavformat muxer that writes fragmented MP4 into memory.
///
/// It lives for one call: no state goes from one fragment to the next, and no clock or random number enters the bytes.
struct MuxerContext: ~Copyable {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let output: UnsafeMutablePointer<AVIOContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// What was written; libavformat knows its address, so it lives as long as the contexts.
    private let file = MemoryFile()

    /// Bytes that libavformat gathers before it writes.
    private static let bufferSize: Int32 = 65_536

    /// Makes a muxer without tracks.
    init() throws(MediaFailure) {
        LibAVError.silenceMessages()
        var made: UnsafeMutablePointer<AVFormatContext>?
        try MuxerContext.check(avformat_alloc_output_context2(&made, nil, "mp4", nil))
        var packet = av_packet_alloc()
        let buffer = av_malloc(Int(Self.bufferSize))
        let opaque = Unmanaged.passUnretained(file).toOpaque()
        let output = buffer.flatMap {
            avio_alloc_context(
                $0.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 1, opaque, nil, memoryFileWrite,
                memoryFileSeek)
        }
        guard let context = made, let made = packet, let output else {
            av_packet_free(&packet)
            if output == nil { av_free(buffer) }
            avformat_free_context(made)
            throw .refused(LibAVError(code: clibav_error(ENOMEM)))
        }
        self.context = context
        self.packet = made
        self.output = output
        context.pointee.pb = output
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
        // The samples are as a file wants them: no filter may look at them again.
        context.pointee.flags &= ~AVFMT_FLAG_AUTO_BSF
        context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var output: UnsafeMutablePointer<AVIOContext>? = output
        av_freep(&self.output.pointee.buffer)
        avio_context_free(&output)
        avformat_free_context(context)
        withExtendedLifetime(file) {}
    }

    static func check(_ code: Int32) throws(MediaFailure) {
        if code < 0 { throw .refused(LibAVError(code: code)) }
    }

    /// Adds a track; `configuration` stands in for the track's own.
    func add(_ track: MediaTrack, configuration: [UInt8]) throws(MediaFailure) {
        guard let stream = avformat_new_stream(context, nil), let codec = stream.pointee.codecpar else {
            throw .refused(LibAVError(code: clibav_error(ENOMEM)))
        }
        stream.pointee.time_base = AVRational(num: 1, den: Int32(clamping: track.timeScale))
        codec.pointee.codec_id = try Self.identifier(track.codec)
        if let size = track.size {
            codec.pointee.codec_type = AVMEDIA_TYPE_VIDEO
            if track.codec == .hevc { codec.pointee.codec_tag = Self.hvc1 }
            codec.pointee.width = Int32(clamping: size.width)
            codec.pointee.height = Int32(clamping: size.height)
        } else {
            codec.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            codec.pointee.sample_rate = Int32(clamping: track.sampleRate)
            codec.pointee.frame_size = Int32(clamping: track.frameLength)
            av_channel_layout_default(&codec.pointee.ch_layout, Int32(clamping: track.channels))
        }
        guard !configuration.isEmpty else { return }
        guard let copy = av_mallocz(configuration.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw .refused(LibAVError(code: clibav_error(ENOMEM)))
        }
        configuration.withUnsafeBytes { source in
            if let start = source.baseAddress { copy.copyMemory(from: start, byteCount: source.count) }
        }
        codec.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
        codec.pointee.extradata_size = Int32(configuration.count)
    }

    /// The sample entry whose parameter sets lie in the configuration alone: "hvc1", least significant byte first.
    private static let hvc1: UInt32 = 0x3163_7668

    private static func identifier(_ codec: Codec) throws(MediaFailure) -> AVCodecID {
        switch codec {
        case .h264: AV_CODEC_ID_H264
        case .hevc: AV_CODEC_ID_HEVC
        case .aac: AV_CODEC_ID_AAC
        case .mp1: AV_CODEC_ID_MP1
        case .mp2: AV_CODEC_ID_MP2
        case .mp3: AV_CODEC_ID_MP3
        default: throw .codecNotForMP4(codec)
        }
    }

    /// Writes `ftyp` and `moov`; the first fragment will bear the number `sequence`.
    func begin(sequence: UInt32) throws(MediaFailure) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // `frag_discont` with `use_editlist=0` makes `tfdt` the decode time that was given, whatever it is.
        av_dict_set(&options, "movflags", "empty_moov+default_base_moof+frag_custom+skip_trailer+frag_discont", 0)
        av_dict_set(&options, "use_editlist", "0", 0)
        av_dict_set(&options, "movie_timescale", "90000", 0)
        av_dict_set(&options, "fragment_index", String(max(1, Int32(clamping: sequence))), 0)
        try Self.check(avformat_write_header(context, &options))
        avio_flush(output)
        // An option that libavformat does not know stays behind without a word.
        if av_dict_count(options) > 0 { throw .refused(LibAVError(code: clibav_error(EINVAL))) }
    }

    /// Writes one sample of track `number`.
    func write(
        _ bytes: UnsafeBufferPointer<UInt8>, track number: Int, pts: Int64, dts: Int64, duration: Int64, isSync: Bool
    ) throws(MediaFailure) {
        packet.pointee.stream_index = Int32(clamping: number)
        packet.pointee.data = UnsafeMutablePointer(mutating: bytes.baseAddress)
        packet.pointee.size = Int32(clamping: bytes.count)
        packet.pointee.pts = pts
        packet.pointee.dts = dts
        packet.pointee.duration = duration
        packet.pointee.flags = isSync ? AV_PKT_FLAG_KEY : 0
        let code = av_write_frame(context, packet)
        // The bytes are the caller's: nothing may free or read them after this call.
        packet.pointee.data = nil
        packet.pointee.size = 0
        try Self.check(code)
    }

    /// Ends the fragment in progress.
    func endFragment() throws(MediaFailure) {
        try Self.check(av_write_frame(context, nil))
        avio_flush(output)
        try Self.check(output.pointee.error)
    }

    /// What was written since the last call.
    func take() -> [UInt8] {
        let bytes = file.bytes
        file.removeAll()
        return bytes
    }
}

private func memoryFileWrite(
    _ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
    guard let opaque, let bytes, count >= 0 else { return clibav_error(EINVAL) }
    let file = Unmanaged<MemoryFile>.fromOpaque(opaque).takeUnretainedValue()
    return file.write(UnsafeBufferPointer(start: bytes, count: Int(count))) ? count : clibav_error(ENOSPC)
}

private func memoryFileSeek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return -1 }
    let file = Unmanaged<MemoryFile>.fromOpaque(opaque).takeUnretainedValue()
    let place: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return Int64(file.bytes.count)
    case SEEK_SET: place = offset
    case SEEK_CUR: place = Int64(file.place) &+ offset
    case SEEK_END: place = Int64(file.bytes.count) &+ offset
    default: place = -1
    }
    return file.move(to: Int(place)) ? place : Int64(clibav_error(EINVAL))
}
