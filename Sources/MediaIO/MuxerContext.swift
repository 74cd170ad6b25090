import Bytes
import CLibAV
import TransportStream

/// The one owner of a libavformat muxer that writes MP4 into memory.
///
/// It lives for one call: no state goes from one file to the next, and no clock or random number enters the bytes.
struct MuxerContext: ~Copyable {
    /// How the file is laid out.
    enum Layout {
        /// Media first, then `moov`.
        case progressive
        /// `moov`, then fragments, of which the first bears a number.
        case fragmented(sequence: UInt32)
    }

    private let context: UnsafeMutablePointer<AVFormatContext>
    private let output: UnsafeMutablePointer<AVIOContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// What was written; libavformat knows its address, so it lives as long as the contexts.
    let file: MuxerOutput
    private let layout: Layout
    /// Whether `moov` is written only when samples were: libavformat makes `dac3` and `dec3` of their first frames.
    private let isDelayed: Bool

    /// Bytes that libavformat gathers before it writes.
    private static let bufferSize: Int32 = 65_536

    /// A muxer of `tracks` that has written its header; `configuration` stands in for what the tracks say.
    static func begun(
        _ tracks: [MediaTrack], _ layout: Layout, into pool: SlabLender, configuration: [UInt8]? = nil
    ) throws(MediaFailure) -> MuxerContext {
        let made = try MuxerContext(layout, into: pool, isDelayed: tracks.contains(where: \.needsFrameAhead))
        for track in tracks { try made.add(track, configuration: configuration ?? track.fileConfiguration) }
        try made.begin()
        return made
    }

    private init(_ layout: Layout, into pool: SlabLender, isDelayed: Bool) throws(MediaFailure) {
        LibAVError.silenceMessages()
        self.layout = layout
        self.isDelayed = isDelayed
        file = MuxerOutput(pool)
        var made: UnsafeMutablePointer<AVFormatContext>?
        try MuxerContext.check(avformat_alloc_output_context2(&made, nil, "mp4", nil))
        var packet = av_packet_alloc()
        let buffer = av_malloc(Int(Self.bufferSize))
        let opaque = Unmanaged.passUnretained(file).toOpaque()
        let output = buffer.flatMap {
            avio_alloc_context(
                $0.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 1, opaque, nil, muxerOutputWrite,
                muxerOutputSeek)
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

    private func add(_ track: MediaTrack, configuration: [UInt8]) throws(MediaFailure) {
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
            if let aspect = track.sampleAspect {
                // The one becomes `pasp`, the other the width in `tkhd`.
                codec.pointee.sample_aspect_ratio = aspect.ratio
                stream.pointee.sample_aspect_ratio = aspect.ratio
            }
        } else {
            codec.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            codec.pointee.sample_rate = Int32(clamping: track.sampleRate)
            codec.pointee.frame_size = Int32(clamping: track.frameLength)
            av_channel_layout_default(&codec.pointee.ch_layout, Int32(clamping: track.channels))
        }
        if let language = track.language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
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
        case .mpeg1video: AV_CODEC_ID_MPEG1VIDEO
        case .mpeg2video: AV_CODEC_ID_MPEG2VIDEO
        case .aac, .aacLATM: AV_CODEC_ID_AAC
        // The object types of MPEG audio are for all layers; libavformat knows no layer I.
        case .mp1, .mp2: AV_CODEC_ID_MP2
        case .mp3: AV_CODEC_ID_MP3
        case .ac3: AV_CODEC_ID_AC3
        case .eac3: AV_CODEC_ID_EAC3
        case .opus: AV_CODEC_ID_OPUS
        default: throw .codecNotForMP4(codec)
        }
    }

    private func begin() throws(MediaFailure) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // Edits are in units of the movie: as fine as the times of the stream.
        av_dict_set(&options, "movie_timescale", "90000", 0)
        if case .fragmented(let sequence) = layout {
            // `frag_discont` with `use_editlist=0` makes `tfdt` the decode time that was given, whatever it is.
            let flags = "default_base_moof+frag_custom+skip_trailer+frag_discont"
            av_dict_set(&options, "movflags", (isDelayed ? "delay_moov+" : "empty_moov+") + flags, 0)
            av_dict_set(&options, "use_editlist", "0", 0)
            av_dict_set(&options, "fragment_index", String(max(1, Int32(clamping: sequence))), 0)
        }
        try Self.check(avformat_write_header(context, &options))
        avio_flush(output)
        // An option that libavformat does not know stays behind without a word.
        if av_dict_count(options) > 0 { throw .refused(LibAVError(code: clibav_error(EINVAL))) }
        // From now on what is written at once is handed to `file` as it lies in memory.
        output.pointee.direct = 1
    }

    /// Writes one sample; false when libavformat cannot make one of its bytes.
    func write(_ sample: FileSample) throws(MediaFailure) -> Bool {
        let slice = sample.bytes
        let code = slice.slab.bytes(in: slice.range).withUnsafeBytes { bytes in
            packet.pointee.stream_index = Int32(clamping: sample.track)
            // libavformat reads it only, during this call.
            packet.pointee.data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            packet.pointee.size = Int32(clamping: bytes.count)
            packet.pointee.pts = sample.pts
            packet.pointee.dts = sample.dts
            packet.pointee.duration = sample.duration
            packet.pointee.flags = sample.isSync ? AV_PKT_FLAG_KEY : 0
            if case .progressive = layout { file.lentSample = (bytes.baseAddress, slice) }
            let code = av_write_frame(context, packet)
            packet.pointee.data = nil
            packet.pointee.size = 0
            file.lentSample = nil
            return code
        }
        if code == clibav_error(ENOMEM) || code == clibav_error(ENOSPC) { try Self.check(code) }
        return code >= 0
    }

    /// Writes a fragment, whose samples come track by track; `tell` learns of each whether libavformat took it.
    func write(
        fragment samples: ArraySlice<FileSample>, isFirst: Bool, _ tell: (Bool) -> Void
    ) throws(MediaFailure) {
        let runs = try gather(samples, tell)
        if isFirst { try endHeader() }
        // libavformat gathers the samples of each track and hands on the whole: bytes that lie in the slabs already.
        lend(runs)
        try flush()
        lend([])
    }

    /// Writes samples, and gives the bytes of each run of one track that libavformat took.
    @inline(never)
    private func gather(
        _ samples: ArraySlice<FileSample>, _ tell: (Bool) -> Void
    ) throws(MediaFailure) -> [SliceList] {
        var runs: [SliceList] = []
        var run = SliceList()
        var track = -1
        for sample in samples {
            if sample.track != track, run.count > 0 {
                runs.append(run)
                run = SliceList()
            }
            track = sample.track
            let isTaken = try write(sample)
            if isTaken { run.append(sample.bytes) }
            tell(isTaken)
        }
        if run.count > 0 { runs.append(run) }
        return runs
    }

    @inline(never)
    private func lend(_ runs: [SliceList]) { file.lentRuns = runs[...] }

    /// Writes `moov` where it waits for the samples of the first fragment.
    @inline(never)
    private func endHeader() throws(MediaFailure) {
        if isDelayed { try flush() }
        if file.own.isEmpty { throw .refused(.unexpected) }
        file.beginFragments()
    }

    /// Writes `moov` where it waits for samples, of frames that go nowhere else.
    func writeFramesAhead(_ tracks: [MediaTrack], _ pool: SlabLender) throws(MediaFailure) {
        guard isDelayed else { return }
        for (number, track) in tracks.enumerated() where track.needsFrameAhead {
            let slab = pool.lease(track.frameAhead.bytes.count)
            slab.append(track.frameAhead.bytes.lent)
            let bytes = SlabSlice(slab, 0..<slab.count)
            _ = try write(
                FileSample(
                    track: number, pts: 0, dts: 0, duration: Int64(track.frameLength), isSync: true, bytes: bytes))
        }
        try flush()
        if file.own.isEmpty { throw .refused(.unexpected) }
    }

    @inline(never)
    private func flush() throws(MediaFailure) {
        try Self.check(av_write_frame(context, nil))
        avio_flush(output)
        try Self.check(output.pointee.error)
    }

    /// Ends a progressive file: writes `moov`.
    func finish() throws(MediaFailure) {
        avio_flush(output)
        output.pointee.direct = 0
        try Self.check(av_write_trailer(context))
        avio_flush(output)
        try Self.check(output.pointee.error)
    }
}

private func muxerOutputWrite(
    _ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
    guard let opaque, let bytes, count >= 0 else { return clibav_error(EINVAL) }
    let file = Unmanaged<MuxerOutput>.fromOpaque(opaque).takeUnretainedValue()
    return file.write(UnsafeRawBufferPointer(start: bytes, count: Int(count))) ? count : clibav_error(ENOSPC)
}

private func muxerOutputSeek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return -1 }
    let file = Unmanaged<MuxerOutput>.fromOpaque(opaque).takeUnretainedValue()
    let place: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return Int64(file.count)
    case SEEK_SET: place = offset
    case SEEK_CUR: place = Int64(file.position) &+ offset
    case SEEK_END: place = Int64(file.count) &+ offset
    default: place = -1
    }
    return file.move(to: Int(place)) ? place : Int64(clibav_error(EINVAL))
}
