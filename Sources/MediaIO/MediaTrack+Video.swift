import Bytes
import TransportStream

extension MediaTrack {
    /// Parameter sets of one kind that one unit may hold (ISO/IEC 14496-15, 5.3.3.1: five bits for H.264's sequences).
    private static let setLimit = 31
    /// Bytes that one parameter set may have.
    private static let setLengthLimit = 4_096

    /// The track that a unit with all parameter sets begins.
    init(video codec: Codec, _ bytes: [UInt8]) throws(MediaFailure) {
        let sets = Self.parameterSets(in: bytes, codec)
        let needed: [UInt8] = codec == .h264 ? [7, 8] : [32, 33, 34]
        for type in needed {
            let count = sets.count { $0.first.map { NALKind($0, codec) } == .parameterSet(type) }
            guard count > 0 else { throw .configurationMissing(codec) }
            guard count <= Self.setLimit else { throw .configurationUnreadable(codec) }
        }
        guard let size = Self.size(sets, codec) else { throw .configurationUnreadable(codec) }
        self.init(codec: codec, configuration: [], parameterSets: sets, size: size, codecs: "")
        configuration = try decoderConfiguration(
            codec == .h264 ? "avcC" : "hvcC", from: sets.flatMap { [0, 0, 0, 1] + $0 })
        guard let name = codec == .h264 ? Self.nameH264(configuration) : Self.nameHEVC(configuration) else {
            throw .configurationUnreadable(codec)
        }
        codecs = name
        sampleAspect = codec == .h264 ? Self.aspect(h264: sets) : SampleAspect(of: codec, in: bytes)
    }

    /// The different parameter sets of a unit, in the order in which files list them: by type.
    private static func parameterSets(in bytes: [UInt8], _ codec: Codec) -> [[UInt8]] {
        var sets: [(type: UInt8, bytes: [UInt8])] = []
        AnnexB.forEachUnit(bytes.lent) { place in
            guard case .parameterSet(let type) = NALKind(bytes[place.lowerBound], codec),
                place.count <= setLengthLimit, sets.count < 4 * setLimit
            else { return }
            let unit = Array(bytes[place])
            if !sets.contains(where: { $0.bytes == unit }) { sets.append((type, unit)) }
        }
        let types: [UInt8] = codec == .h264 ? [7, 8] : [32, 33, 34]
        return types.flatMap { type in sets.filter { $0.type == type }.map(\.bytes) }
    }

    private static func size(_ sets: [[UInt8]], _ codec: Codec) -> PictureSize? {
        for set in sets {
            guard case .parameterSet(let type) = NALKind(set[0], codec) else { continue }
            let plain = AnnexB.unescaped(set)
            if codec == .h264, type == 7, plain.count > 4 {
                return PictureSize(h264: plain.lent.extracting(droppingFirst: 1))
            }
            if codec == .hevc, type == 33, plain.count > 4 {
                return PictureSize(hevc: plain.lent.extracting(droppingFirst: 2))
            }
        }
        return nil
    }

    /// libavcodec would tell it as well, but only once it has made all its tables for the size of the pictures.
    private static func aspect(h264 sets: [[UInt8]]) -> SampleAspect? {
        guard let set = sets.first(where: { NALKind($0[0], .h264) == .parameterSet(7) }) else { return nil }
        let plain = AnnexB.unescaped(set)
        guard plain.count > 4, let shape = PictureSize.sampleShape(h264: plain.lent.extracting(droppingFirst: 1)) else {
            return nil
        }
        return SampleAspect(shape.width, by: shape.height)
    }

    /// RFC 6381, 3.3: profile, constraints and level of the sequence parameter set.
    private static func nameH264(_ record: [UInt8]) -> String? {
        record.count >= 4 ? "avc1." + record[1...3].hex : nil
    }

    /// ISO/IEC 14496-15, annex E.3.
    private static func nameHEVC(_ record: [UInt8]) -> String? {
        guard record.count >= 13 else { return nil }
        let space = ["", "A", "B", "C"][Int(record[1] >> 6)]
        var compatibility: UInt32 = 0
        for bit in 0..<32 where record[2 + bit / 8] >> (7 - bit % 8) & 1 == 1 { compatibility |= 1 << UInt32(bit) }
        let tier = record[1] & 0x20 == 0 ? "L" : "H"
        var constraints = Array(record[6..<12])
        while constraints.last == 0 { constraints.removeLast() }
        let parts =
            [
                "hvc1", space + String(record[1] & 31), String(compatibility, radix: 16).uppercased(),
                tier + String(record[12]),
            ]
            + constraints.map { String($0, radix: 16).uppercased() }
        return parts.joined(separator: ".")
    }
}
