import Bytes
import Kernels
import MediaIO
import TestSupport
import TransportStream

extension PictureDecoder {
    /// The pictures of units, one after the other, and those that are held back at their end.
    mutating func all(of units: some Sequence<PlainDemuxer.Unit>) throws -> [DecodedPicture] {
        var pictures: [DecodedPicture] = []
        for unit in units { try decode(SliceList(unit.bytes), pts: unit.pts, dts: unit.dts, into: &pictures) }
        try drain(into: &pictures)
        return pictures
    }
}

extension SoundDecoder {
    /// The sound of units, one after the other, and what is left at their end.
    mutating func all(of units: some Sequence<PlainDemuxer.Unit>) throws -> [DecodedSound] {
        var sounds: [DecodedSound] = []
        for unit in units { try decode(SliceList(unit.bytes), pts: unit.pts, into: &sounds) }
        try drain(into: &sounds)
        return sounds
    }
}

extension DecodedPicture {
    /// The number that the picture carries.
    var number: Int? {
        planes[0].withBytes { PictureNumber.read($0, width: width, height: height, stride: planes[0].stride) }
    }

    /// Its time in seconds and the MD5 of its samples, row by row and plane by plane.
    var entry: Peer.Entry {
        var sum = MD5()
        for plane in planes {
            plane.withBytes { bytes in
                for row in 0..<plane.height {
                    sum.update(bytes.extracting((row * plane.stride)..<(row * plane.stride + plane.width)))
                }
            }
        }
        return Peer.Entry(time: (Double(pts) / 90_000 * 1e6).rounded() / 1e6, sum: sum.finish().hex)
    }
}
