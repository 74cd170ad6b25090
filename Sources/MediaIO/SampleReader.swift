import CLibAV

/// Reads the samples of a decoded sound frame, which must stay as it is meanwhile.
struct SampleReader {
    /// Samples of each channel.
    let samples: Int
    /// Channels.
    let channels: Int
    /// Samples a second.
    let sampleRate: Int
    private let frame: UnsafeMutablePointer<AVFrame>
    private let format: AVSampleFormat
    private let isPlanar: Bool

    /// The most samples of one frame: the longest, of AAC with a lower core rate, has 2 048.
    static let sampleLimit = 65_536

    /// Reads `frame`; nil when it holds no sound of a known format.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        let format = AVSampleFormat(rawValue: frame.pointee.format)
        self.frame = frame
        self.format = av_get_packed_sample_fmt(format)
        isPlanar = av_sample_fmt_is_planar(format) != 0
        samples = Int(frame.pointee.nb_samples)
        channels = Int(frame.pointee.ch_layout.nb_channels)
        sampleRate = Int(frame.pointee.sample_rate)
        guard (1...Self.sampleLimit).contains(samples), (1...SoundDecoder.channelLimit).contains(channels),
            sampleRate > 0, frame.pointee.extended_data != nil,
            self.format == AV_SAMPLE_FMT_FLT || self.format == AV_SAMPLE_FMT_S16 || self.format == AV_SAMPLE_FMT_S32
        else { return nil }
    }

    /// All samples, -1 … 1, channels interleaved.
    func interleaved() -> [Float] {
        if format == AV_SAMPLE_FMT_S16 { return values(of: Int16.self) { Float($0) / 32_768 } }
        if format == AV_SAMPLE_FMT_S32 { return values(of: Int32.self) { Float($0) / 2_147_483_648 } }
        return values(of: Float.self) { $0 }
    }

    /// libavcodec fills one buffer for each channel, or one for all: `samples` values of each in either.
    private func values<Value>(of type: Value.Type, _ convert: (Value) -> Float) -> [Float] {
        var all = [Float](repeating: 0, count: samples * channels)
        for channel in 0..<channels {
            guard let plane = frame.pointee.extended_data[isPlanar ? channel : 0] else { continue }
            let source = UnsafeRawPointer(plane).assumingMemoryBound(to: Value.self)
            let step = isPlanar ? 1 : channels
            let first = isPlanar ? 0 : channel
            for place in 0..<samples { all[place * channels + channel] = convert(source[first + place * step]) }
        }
        return all
    }
}
