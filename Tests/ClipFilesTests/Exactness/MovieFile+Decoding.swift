import Bytes
import MediaIO
import TestSupport
import TransportStream

extension MovieFile {
    /// A picture that was decoded: when it is presented in the media's time, the number it shows, and whether it is damaged.
    struct Shown: Equatable {
        var pts: Int64
        var number: Int?
        var isDamaged: Bool
    }

    /// Decodes all samples of a video track; tells how many units the decoder gave up as well.
    func decoded(_ track: Track, _ codec: Codec) throws -> (shown: [Shown], givenUp: Int) {
        var decoder = try PictureDecoder(codec: codec)
        var pictures: [DecodedPicture] = []
        var unit = try parameterSets(track, codec)
        for sample in track.samples {
            if codec == .mpeg2video {
                unit += bytes[sample.offset..<(sample.offset + sample.size)]
            } else {
                var place = sample.offset
                while place + 4 <= sample.offset + sample.size {
                    let length = number(place, 4)
                    guard place + 4 + length <= sample.offset + sample.size else {
                        throw Damaged(text: "a NAL unit is longer than its sample")
                    }
                    unit += [0, 0, 0, 1] + bytes[(place + 4)..<(place + 4 + length)]
                    place += 4 + length
                }
            }
            try decoder.decode(SliceList(copying: unit), pts: sample.pts, dts: sample.dts, into: &pictures)
            unit.removeAll(keepingCapacity: true)
        }
        try decoder.drain(into: &pictures)
        let shown = pictures.map { picture in
            let plane = picture.planes[0]
            let number = plane.withBytes {
                PictureNumber.read($0, width: picture.width, height: picture.height, stride: plane.stride)
            }
            return Shown(pts: picture.pts, number: number, isDamaged: picture.isDamaged)
        }
        return (shown, decoder.unitsGivenUp)
    }

    /// The parameter sets of `avcC` or `hvcC` (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1), each behind a start code.
    private func parameterSets(_ track: Track, _ codec: Codec) throws -> [UInt8] {
        guard codec != .mpeg2video else { return [] }
        var place = track.configuration.startIndex
        var sets: [UInt8] = []
        func take(_ count: Int) throws {
            for _ in 0..<count {
                let length = number(place, 2)
                guard place + 2 + length <= track.configuration.endIndex else { throw Damaged(text: "sets are cut") }
                sets += [0, 0, 0, 1] + bytes[(place + 2)..<(place + 2 + length)]
                place += 2 + length
            }
        }
        guard track.configuration.count > (codec == .hevc ? 23 : 7) else { throw Damaged(text: "there are no sets") }
        if codec == .hevc {
            let arrays = bytes[place + 22]
            place += 23
            for _ in 0..<arrays {
                let count = number(place + 1, 2)
                place += 3
                try take(count)
            }
        } else {
            let count = Int(bytes[place + 5] & 31)
            place += 6
            try take(count)
            let more = Int(bytes[place])
            place += 1
            try take(more)
        }
        return sets
    }
}
