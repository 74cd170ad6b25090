public import Bytes
import CLibAV
public import TransportStream

/// Decodes the coded pictures of one video track, in the order in which they are decoded; it gives them in the order in which
/// they are presented.
///
/// Begin, and begin again after ``reset()``, at a random access unit: pictures that refer to others from before it are left out.
/// A unit holds one picture, or one or both of its fields: of more, only one is seen. Damaged units never stop it: libavcodec
/// conceals what it can, and what it gives up is counted. One owner at a time.
public struct PictureDecoder: ~Copyable, Sendable {
    /// How the track is coded.
    public let codec: Codec
    /// Units that libavcodec gave up, whole or in part.
    public private(set) var unitsGivenUp = 0
    private var context: DecoderContext
    private var converter = PictureConverter()
    /// The size that the last sequence header of MPEG video said.
    private var sequenceSize: UInt32?
    /// The times of the last units that were given up; a picture of one of them may still come out.
    private var damagedTimes: [Int64] = []

    /// Luma samples of the largest picture: 4096 by 2304.
    public static let sampleLimit = 4_096 * 2_304
    /// Bytes of the longest unit: the largest coded picture of H.264's level 5.1 is shorter (ITU-T H.264, A.3.1).
    public static let unitLimit = 1 << 24
    /// Threads of libavcodec that one decoder may use.
    public static let threadLimit = 16

    /// A decoder of H.264, HEVC, MPEG-2 or MPEG-1 video; throws for other codecs.
    ///
    /// With more than one thread, pictures come so many units later.
    public init(codec: Codec, threads: Int = 1) throws(MediaFailure) {
        try self.init(codec, threads: threads, showsAll: false)
    }

    /// A decoder for single pictures: it also gives those of which it says that they are damaged, and those that it would
    /// otherwise keep back until a recovery point behind them was shown.
    public static func showingAll(_ codec: Codec) throws(MediaFailure) -> PictureDecoder {
        try Self(codec, threads: 1, showsAll: true)
    }

    private init(_ codec: Codec, threads: Int, showsAll: Bool) throws(MediaFailure) {
        let threads = Int32(min(max(1, threads), Self.threadLimit))
        self.codec = codec
        context = try DecoderContext(Self.identifier(codec), codec) { context in
            context.pointee.max_pixels = Int64(Self.sampleLimit)
            context.pointee.thread_count = threads
            // Without it the left edge of a cropped picture is rounded away.
            context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
            if showsAll {
                context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
                context.pointee.flags2 |= AV_CODEC_FLAG2_SHOW_ALL
            }
        }
    }

    private static func identifier(_ codec: Codec) throws(MediaFailure) -> AVCodecID {
        switch codec {
        case .h264: AV_CODEC_ID_H264
        case .hevc: AV_CODEC_ID_HEVC
        case .mpeg1video, .mpeg2video: AV_CODEC_ID_MPEG2VIDEO
        default: throw .codecNotDecoded(codec)
        }
    }

    /// Decodes a unit as it is in the transport stream and appends the pictures that are ready now.
    ///
    /// Annex B, or MPEG video with its start codes; times in 1/90000 s. Throws only for want of memory.
    public mutating func decode(
        _ unit: SliceList, pts: Int64, dts: Int64, into pictures: inout [DecodedPicture]
    ) throws(MediaFailure) {
        guard unit.count > 0, unit.count <= Self.unitLimit else { return giveUp(pts) }
        if isOfOtherSize(unit) { try drain(into: &pictures) }
        let isTaken = try context.send(unit.count, pts: pts, dts: dts) { room in _ = unit.copy(from: 0, into: room) }
        let isGood = try receive(pts, into: &pictures)
        if !(isTaken && isGood) { giveUp(pts) }
    }

    /// Appends the pictures that the decoder still holds back, and begins anew.
    public mutating func drain(into pictures: inout [DecodedPicture]) throws(MediaFailure) {
        context.end()
        defer { reset() }
        if try !receive(0, into: &pictures) { unitsGivenUp += 1 }
    }

    /// Forgets all that came before, as after a seek; the counter stays.
    public mutating func reset() {
        context.reset()
        damagedTimes.removeAll()
    }

    /// Decodes one random access unit alone; throws when it holds no picture.
    public static func still(of unit: SliceList, codec: Codec, pts: Int64) throws(MediaFailure) -> DecodedPicture {
        var decoder = try Self(codec, threads: 1, showsAll: true)
        var pictures: [DecodedPicture] = []
        try decoder.decode(unit, pts: pts, dts: pts, into: &pictures)
        try decoder.drain(into: &pictures)
        guard let picture = pictures.first else { throw .noPicture(codec) }
        return picture
    }

    private mutating func giveUp(_ pts: Int64) {
        unitsGivenUp += 1
        damagedTimes.append(pts)
        if damagedTimes.count > DecoderContext.frameLimit { damagedTimes.removeFirst() }
    }

    /// Whether a sequence header of MPEG video says another size than the last one: libavcodec would forget what it holds back.
    ///
    /// 12 bits of width and 12 of height follow the start code (ISO/IEC 13818-2, 6.2.2.1), which stands first in its unit.
    private mutating func isOfOtherSize(_ unit: SliceList) -> Bool {
        guard codec == .mpeg2video || codec == .mpeg1video else { return false }
        var start: (UInt32, UInt32) = (0, 0)
        withUnsafeMutableBytes(of: &start) { _ = unit.copy(from: 0, into: $0) }
        guard UInt32(bigEndian: start.0) == 0x1B3 else { return false }
        let size = UInt32(bigEndian: start.1) >> 8
        defer { sequenceSize = size }
        return sequenceSize.map { $0 != size } ?? false
    }

    /// Appends all pictures that are ready; false when libavcodec gave something up.
    private mutating func receive(_ pts: Int64, into pictures: inout [DecodedPicture]) throws(MediaFailure) -> Bool {
        var isGood = true
        for _ in 0..<DecoderContext.frameLimit {
            switch context.receive() {
            case .nothing: return isGood
            case .failure: isGood = false
            case .frame:
                guard converter.convert(context.frame) else {
                    isGood = false
                    continue
                }
                guard let buffer = PictureBuffer(taking: context.frame) else {
                    throw .decoderFailed(LibAVError(code: clibav_error(ENOMEM)))
                }
                guard let picture = DecodedPicture(buffer, pts: pts, damagedTimes) else {
                    isGood = false
                    continue
                }
                pictures.append(picture)
            }
        }
        return isGood
    }
}
