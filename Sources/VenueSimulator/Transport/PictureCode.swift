/// H.264-looking access units: real delimiter and parameter sets, real slice headers, and filling behind them.
struct PictureCode {
    /// The kind of a picture.
    enum Kind {
        /// An IDR picture: decoding can start here.
        case idr
        /// A reference picture.
        case predicted
        /// A picture that nothing refers to.
        case bidirectional
    }

    private let parameterSets: [UInt8]

    /// Codes pictures of `width` · `height` luma samples.
    init(width: Int, height: Int) {
        parameterSets =
            [0, 0, 0, 1, 0x67] + Self.escaped(Self.sequenceParameters(width: width, height: height))
            + [0, 0, 0, 1, 0x68] + Self.pictureParameters()
    }

    /// The first bytes of an access unit, up to where the slice's filling begins.
    func head(_ kind: Kind, frameNumber: Int, displayIndex: Int) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 1, 0x09, 0xf0]
        var slice = BitFields()
        slice.appendExpGolomb(0)  // first macroblock
        switch kind {
        case .idr:
            bytes += parameterSets
            slice.appendExpGolomb(7)
        case .predicted: slice.appendExpGolomb(5)
        case .bidirectional: slice.appendExpGolomb(6)
        }
        slice.appendExpGolomb(0)  // picture parameter set
        slice.append(frameNumber, bits: 4)
        if kind == .idr { slice.appendExpGolomb(0) }
        slice.append(displayIndex * 2, bits: 8)
        switch kind {
        case .idr: slice.append(0, bits: 2)  // marking
        case .predicted: slice.append(0, bits: 3)  // list size, list order, marking
        case .bidirectional: slice.append(0b1000, bits: 4)  // spatial direct, list size, list orders
        }
        slice.append(1, bits: 1)  // quantiser
        slice.align(with: 1)
        bytes += [0, 0, 0, 1, kind == .idr ? 0x65 : kind == .predicted ? 0x41 : 0x01]
        return bytes + Self.escaped(slice.bytes)
    }

    /// Sequence parameter set, main profile, level 3.0 (ITU-T H.264, 7.3.2.1.1).
    static func sequenceParameters(width: Int, height: Int) -> [UInt8] {
        let columns = (width + 15) / 16
        let rows = (height + 15) / 16
        var fields = BitFields()
        fields.append(77, bits: 8)
        fields.append(0x40, bits: 8)
        fields.append(30, bits: 8)
        fields.appendExpGolomb(0)  // its number
        fields.appendExpGolomb(0)  // frame_num of 4 bits
        fields.appendExpGolomb(0)  // picture order count type 0 …
        fields.appendExpGolomb(4)  // … of 8 bits
        fields.appendExpGolomb(2)  // reference frames
        fields.append(0, bits: 1)
        fields.appendExpGolomb(columns - 1)
        fields.appendExpGolomb(rows - 1)
        fields.append(1, bits: 1)  // frames only
        fields.append(1, bits: 1)
        let right = columns * 16 - width
        let bottom = rows * 16 - height
        fields.append(right + bottom > 0 ? 1 : 0, bits: 1)
        if right + bottom > 0 {
            for crop in [0, right / 2, 0, bottom / 2] { fields.appendExpGolomb(crop) }
        }
        fields.append(0, bits: 1)  // no VUI
        fields.append(1, bits: 1)
        fields.align()
        return fields.bytes
    }

    /// Picture parameter set, CAVLC (ITU-T H.264, 7.3.2.2).
    static func pictureParameters() -> [UInt8] {
        var fields = BitFields()
        fields.appendExpGolomb(0)
        fields.appendExpGolomb(0)
        fields.append(0, bits: 2)
        for _ in 0..<3 { fields.appendExpGolomb(0) }  // slice groups, list sizes
        fields.append(0, bits: 3)
        for _ in 0..<3 { fields.appendExpGolomb(0) }  // quantisers
        fields.append(0, bits: 3)
        fields.append(1, bits: 1)
        fields.align()
        return fields.bytes
    }

    /// `bytes` with emulation prevention (ITU-T H.264, 7.4.1).
    static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            result.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return result
    }
}
