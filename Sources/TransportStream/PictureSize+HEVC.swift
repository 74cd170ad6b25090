import Bytes

extension PictureSize {
    /// The size that an HEVC sequence parameter set tells (ITU-T H.265, 7.3.2.2.1); nil when it is cut or senseless.
    ///
    /// `bytes` begin behind the NAL unit's header, without emulation prevention.
    package init?(hevc bytes: RawSpan) {
        guard let size = try? Self.hevc(bytes) else { return nil }
        self = size
    }

    private static func hevc(_ bytes: RawSpan) throws(Truncation) -> Self? {
        var reader = BitReader(bytes)
        try reader.skip(4)
        let subLayers = Int(try reader.read(3))
        try reader.skip(1)
        try skipProfile(&reader, subLayers: subLayers)
        _ = try reader.readUnsignedExpGolomb()
        let chroma = try reader.readUnsignedExpGolomb()
        let isSeparate = chroma == 3 ? try reader.readFlag() : false
        var width = Int(try reader.readUnsignedExpGolomb())
        var height = Int(try reader.readUnsignedExpGolomb())
        if try reader.readFlag() {
            let unitX = !isSeparate && (chroma == 1 || chroma == 2) ? 2 : 1
            let unitY = !isSeparate && chroma == 1 ? 2 : 1
            let (left, right) = (Int(try reader.readUnsignedExpGolomb()), Int(try reader.readUnsignedExpGolomb()))
            let (top, bottom) = (Int(try reader.readUnsignedExpGolomb()), Int(try reader.readUnsignedExpGolomb()))
            width -= unitX * (left + right)
            height -= unitY * (top + bottom)
        }
        return Self(checking: width, height)
    }

    /// Passes over `profile_tier_level` (7.3.3): 96 bits, then what is said of each sub-layer.
    private static func skipProfile(_ reader: inout BitReader, subLayers: Int) throws(Truncation) {
        try reader.skip(96)
        guard subLayers > 0 else { return }
        var bits = 0
        for _ in 0..<subLayers {
            if try reader.readFlag() { bits += 88 }
            if try reader.readFlag() { bits += 8 }
        }
        try reader.skip(2 * (8 - subLayers) + bits)
    }
}
