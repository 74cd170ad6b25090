public import Bytes
import CLibAV
public import TransportStream

/// Decodes one sound track: PES packets in, interleaved samples out, each frame with the time of its first sample.
///
/// Frames may run over the borders of packets. Damaged frames never stop it: they are counted, a gap is left where they were, and
/// the time of what follows is that of the stream. One owner at a time.
public struct SoundDecoder: ~Copyable, Sendable {
    /// How the track is coded.
    public let codec: Codec
    /// Frames that were given up: damaged, or behind damage and so of unknown time.
    public private(set) var framesGivenUp = 0
    private var context: DecoderContext
    private var finder: SoundFrameFinder
    private var clock: SoundClock?
    /// Samples of the last frame, and how many a second: a frame that cannot be decoded lasts as long.
    private var last = (samples: 0, rate: 0)

    /// Bytes of the longest packet that is looked at.
    public static let unitLimit = 1 << 20
    /// Channels that are decoded.
    public static let channelLimit = 16

    /// A decoder of AAC (ADTS or LATM), MPEG audio, AC-3 or E-AC-3; throws for other codecs.
    public init(codec: Codec) throws(MediaFailure) {
        self.codec = codec
        finder = SoundFrameFinder(codec)
        context = try DecoderContext(Self.identifier(codec), codec) { $0.pointee.thread_count = 1 }
    }

    private static func identifier(_ codec: Codec) throws(MediaFailure) -> AVCodecID {
        switch codec {
        case .aac: AV_CODEC_ID_AAC
        case .aacLATM: AV_CODEC_ID_AAC_LATM
        // The decoder of layer III reads the layer from each frame; those of the others round to 16 bits.
        case .mpegAudio, .mp1, .mp2, .mp3: AV_CODEC_ID_MP3
        case .ac3: AV_CODEC_ID_AC3
        case .eac3: AV_CODEC_ID_EAC3
        default: throw .codecNotDecoded(codec)
        }
    }

    /// Takes a PES packet's bytes as they are in the transport stream and appends what can be heard of them now.
    ///
    /// `pts` is that of the first frame that begins in it, in 1/90000 s. Throws only for want of memory.
    public mutating func decode(
        _ unit: SliceList, pts: Int64, into sounds: inout [DecodedSound]
    ) throws(MediaFailure) {
        guard unit.count > 0, unit.count <= Self.unitLimit else {
            framesGivenUp += 1
            return
        }
        finder.append(unit, pts: pts)
        while let frame = finder.next() { try decode(frame, into: &sounds) }
    }

    /// Appends what is left when nothing follows, and begins anew.
    public mutating func drain(into sounds: inout [DecodedSound]) throws(MediaFailure) {
        defer { reset() }
        while let frame = finder.next(isEnd: true) { try decode(frame, into: &sounds) }
    }

    /// Forgets all that came before, as after a seek; the counter stays.
    public mutating func reset() {
        context.reset()
        finder.removeAll()
        clock = nil
    }

    private mutating func decode(
        _ frame: SoundFrameFinder.Frame, into sounds: inout [DecodedSound]
    ) throws(MediaFailure) {
        if let pts = frame.pts {
            if clock == nil { clock = SoundClock(pts: pts, rate: last.rate) } else { clock?.meet(pts) }
        }
        guard !frame.isBehindDamage, clock != nil else {
            framesGivenUp += 1
            return
        }
        let bytes = finder.bytes
        let isTaken = try context.send(frame.place.count, pts: clibav_no_time, dts: clibav_no_time) { room in
            bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[frame.place])) }
        }
        var isGood = isTaken
        var hasSound = false
        for _ in 0..<DecoderContext.frameLimit {
            let outcome = context.receive()
            if outcome == .nothing { break }
            guard outcome == .frame, let sound = sound() else {
                isGood = false
                continue
            }
            hasSound = true
            sounds.append(sound)
        }
        if !isGood { framesGivenUp += 1 }
        if !hasSound { clock?.pass(last.samples, rate: last.rate) }
    }

    /// The samples that came out, at the time of the clock, which goes on.
    private mutating func sound() -> DecodedSound? {
        guard let reader = SampleReader(context.frame), var clock else { return nil }
        last = (reader.samples, reader.sampleRate)
        let sound = DecodedSound(
            pts: clock.now, sampleRate: last.rate, channels: reader.channels, samples: reader.interleaved())
        clock.pass(last.samples, rate: last.rate)
        self.clock = clock
        return sound
    }
}
