import Bytes

extension PictureSize {
    /// The size that an H.264 sequence parameter set tells (ITU-T H.264, 7.3.2.1.1); nil when it is cut or senseless.
    ///
    /// `bytes` begin behind the NAL unit's header, without emulation prevention.
    package init?(h264 bytes: RawSpan) {
        guard let size = try? Self.h264(bytes) else { return nil }
        self = size
    }

    /// Profiles whose parameter sets tell the chroma format.
    private static let highProfiles: [UInt32] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// How wide a sample of a picture is for its height, as an H.264 sequence parameter set tells (ITU-T H.264, E.2.1).
    ///
    /// Nil when it tells nothing; what it tells may be senseless.
    /// `bytes` begin behind the NAL unit's header, without emulation prevention.
    package static func sampleShape(h264 bytes: RawSpan) -> (width: Int, height: Int)? {
        var shape: (width: Int, height: Int)?
        _ = try? h264(bytes) { reader throws(Truncation) in
            guard try reader.readFlag(), try reader.readFlag() else { return }
            let number = Int(try reader.read(8))
            if number == writtenShape {
                shape = (Int(try reader.read(16)), Int(try reader.read(16)))
            } else if number > 0, number <= namedShapes.count {
                shape = namedShapes[number - 1]
            }
        }
        return shape
    }

    /// The number of a shape that is written out (ITU-T H.264, table E-1).
    private static let writtenShape = 255
    /// The shapes that have numbers, from 1 on (ITU-T H.264, table E-1).
    private static let namedShapes = [
        (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
        (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]

    /// Reads a set up to its size; `behind` reads on where the video usability information begins.
    private static func h264(
        _ bytes: RawSpan, behind: (inout BitReader) throws(Truncation) -> Void = { _ in }
    ) throws(Truncation) -> Self? {
        var reader = BitReader(bytes)
        let profile = try reader.read(8)
        try reader.skip(16)
        _ = try reader.readUnsignedExpGolomb()
        var chroma: UInt32 = 1
        var isSeparate = false
        if highProfiles.contains(profile) {
            chroma = try reader.readUnsignedExpGolomb()
            if chroma == 3 { isSeparate = try reader.readFlag() }
            _ = try reader.readUnsignedExpGolomb()
            _ = try reader.readUnsignedExpGolomb()
            try reader.skip(1)
            if try reader.readFlag() { try skipScalingLists(&reader, count: chroma == 3 ? 12 : 8) }
        }
        _ = try reader.readUnsignedExpGolomb()
        try skipPictureOrder(&reader)
        _ = try reader.readUnsignedExpGolomb()
        try reader.skip(1)
        let columns = Int(try reader.readUnsignedExpGolomb()) + 1
        let rows = Int(try reader.readUnsignedExpGolomb()) + 1
        let isFrameOnly = try reader.readFlag()
        if !isFrameOnly { try reader.skip(1) }
        try reader.skip(1)
        guard columns <= largest / 16, rows <= largest / 16 else { return nil }
        var width = columns * 16
        var height = rows * 16 * (isFrameOnly ? 1 : 2)
        if try reader.readFlag() {
            let planes = isSeparate ? 0 : chroma
            let unitX = planes == 1 || planes == 2 ? 2 : 1
            let unitY = (planes == 1 ? 2 : 1) * (isFrameOnly ? 1 : 2)
            let (left, right) = (Int(try reader.readUnsignedExpGolomb()), Int(try reader.readUnsignedExpGolomb()))
            let (top, bottom) = (Int(try reader.readUnsignedExpGolomb()), Int(try reader.readUnsignedExpGolomb()))
            width -= unitX * (left + right)
            height -= unitY * (top + bottom)
        }
        try behind(&reader)
        return Self(checking: width, height)
    }

    private static func skipPictureOrder(_ reader: inout BitReader) throws(Truncation) {
        switch try reader.readUnsignedExpGolomb() {
        case 0: _ = try reader.readUnsignedExpGolomb()
        case 1:
            try reader.skip(1)
            _ = try reader.readSignedExpGolomb()
            _ = try reader.readSignedExpGolomb()
            let cycle = try reader.readUnsignedExpGolomb()
            for _ in 0..<min(cycle, 255) { _ = try reader.readSignedExpGolomb() }
        default: break
        }
    }

    private static func skipScalingLists(_ reader: inout BitReader, count: Int) throws(Truncation) {
        for index in 0..<count where try reader.readFlag() {
            var last: Int32 = 8
            var next: Int32 = 8
            for _ in 0..<(index < 6 ? 16 : 64) {
                if next != 0 { next = (last &+ (try reader.readSignedExpGolomb()) &+ 256) & 255 }
                if next != 0 { last = next }
            }
        }
    }
}
