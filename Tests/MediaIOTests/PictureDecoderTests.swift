import Bytes
import Foundation
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("A decoder of pictures")
struct PictureDecoderTests {
    @Test("shows each picture of the numbered stream once, in order, 3 600 units after the one before")
    func numbers() throws {
        let units = PlainDemuxer.units(try NumberedStream.fixture(), pid: 256)
        var decoder = try PictureDecoder(codec: .h264)
        let pictures = try decoder.all(of: units)
        #expect(pictures.map { $0.number } == Array(0..<500))
        let first = try #require(pictures.first).pts
        #expect(pictures.map { $0.pts } == (0..<500).map { first + $0 * 3_600 })
        #expect(pictures.allSatisfy { $0.width == 320 && $0.height == 180 && !$0.isDamaged })
        #expect(decoder.unitsGivenUp == 0)
    }

    @Test("begins anew at any random access point")
    func randomAccess() throws {
        let units = PlainDemuxer.units(try NumberedStream.fixture(), pid: 256)
        let starts = units.indices.filter { units[$0].isIndicated }
        #expect(starts.count == 20)
        var decoder = try PictureDecoder(codec: .h264)
        for start in starts.reversed() {
            decoder.reset()
            var pictures: [DecodedPicture] = []
            for unit in units[start..<min(start + 10, units.count)] {
                try decoder.decode(SliceList(unit.bytes), pts: unit.pts, dts: unit.dts, into: &pictures)
            }
            // 25 pictures from one random access point to the next.
            #expect(pictures.first?.number == start)
            let still = try PictureDecoder.still(of: SliceList(units[start].bytes), codec: .h264, pts: 7)
            #expect(still.number == start)
            #expect(still.pts == 7)
        }
        #expect(decoder.unitsGivenUp == 0)
    }
}
