public import Timing

/// What a generated transport stream of one program holds.
public struct TransportSpec: Hashable, Sendable {
    /// The sound beside the pictures.
    public enum Sound: Hashable, Sendable {
        /// No sound.
        case none
        /// ADTS AAC, stream type 0x0F, 1 024 samples a frame.
        case aac
        /// MPEG layer II, stream type 0x03, 1 152 samples a frame.
        case mpegAudio
    }

    /// Bits a second of all transport packets of 188 bytes, null packets included.
    public var bitRate: Int
    /// Pictures a second.
    public var frameRate: Int
    /// Pictures from one IDR picture to the next, in coding order; rounded down to whole groups of B pictures.
    public var gopLength: Int
    /// B pictures between two others; 0 makes PTS equal to DTS.
    public var consecutiveBPictures: Int
    /// Picture width that the sequence parameter set tells, in luma samples; even.
    public var width: Int
    /// Picture height that the sequence parameter set tells, in luma samples; even.
    public var height: Int
    /// The sound.
    public var sound: Sound
    /// Samples of sound a second: 48 000, 16 000 or (AAC only) 8 000; layer II takes 48 000 or 16 000.
    public var soundRate: Int
    /// The DTS of the first picture; near 2^33 it makes PTS and PCR wrap.
    public var firstDecodingTime: MediaTimestamp
    /// How far the first PCR lies before the first DTS, in ms.
    public var clockLeadMs: Int
    /// The PID of the pictures, which also bears the PCR.
    public var videoPID: UInt16
    /// The PID of the sound.
    public var soundPID: UInt16
    /// The PID of the PMT.
    public var tablePID: UInt16

    /// A stream of `bitRate` bits a second; everything else has a customary value.
    public init(
        bitRate: Int, frameRate: Int = 25, gopLength: Int = 25, consecutiveBPictures: Int = 0, width: Int = 1280,
        height: Int = 720, sound: Sound = .aac, soundRate: Int = 48_000,
        firstDecodingTime: MediaTimestamp = MediaTimestamp(126_000), clockLeadMs: Int = 400, videoPID: UInt16 = 0x100,
        soundPID: UInt16 = 0x101, tablePID: UInt16 = 0x1000
    ) {
        self.bitRate = bitRate
        self.frameRate = frameRate
        self.gopLength = gopLength
        self.consecutiveBPictures = consecutiveBPictures
        self.width = width
        self.height = height
        self.sound = sound
        self.soundRate = soundRate
        self.firstDecodingTime = firstDecodingTime
        self.clockLeadMs = clockLeadMs
        self.videoPID = videoPID
        self.soundPID = soundPID
        self.tablePID = tablePID
    }

    /// Samples in one frame of sound; 0 without sound.
    public var samplesPerSoundFrame: Int {
        switch sound {
        case .none: 0
        case .aac: 1024
        case .mpegAudio: 1152
        }
    }

    /// The length of a group of pictures as it is sent: 1 + whole groups of (B pictures + 1), at least 1.
    public var pictureGroup: Int {
        let step = consecutiveBPictures + 1
        return 1 + max(0, gopLength - 1) / step * step
    }

    /// The lowest bit rate at which tables, sound and two packets a picture still fit, in bits a second.
    public var lowestBitRate: Int {
        let sounds = sound == .none ? 0 : soundRate / samplesPerSoundFrame + frameRate
        return (sounds + frameRate * 5) * 188 * 8
    }
}
