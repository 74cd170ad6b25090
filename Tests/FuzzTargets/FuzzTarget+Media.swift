import Bytes
import MediaIO
import TransportStream

extension FuzzTarget {
    /// The codecs that the first byte chooses from.
    static let decodedCodecs: [Codec] = [
        .h264, .hevc, .mpeg2video, .aac, .aacLATM, .mp2, .mp3, .ac3, .eac3, .mpegAudio,
    ]

    /// A codec 1, whose high bits say when to begin anew | units: length 2, bytes.
    static func media(_ input: RawSpan, _ complaints: inout Complaints) {
        guard input.byteCount > 1 else { return }
        let choice = input.byte(at: 0)
        let codec = decodedCodecs[Int(choice & 15) % decodedCodecs.count]
        var units: [SliceList] = []
        var position = 1
        while position + 2 <= input.byteCount, units.count < 64 {
            let length = Int(input.bigEndian(at: position, as: UInt16.self))
            let end = min(position + 2 + length, input.byteCount)
            units.append(SliceList(copying: input.extracting((position + 2)..<end).copied()))
            position = end
        }
        movie(units, codec, &complaints)
        do throws(MediaFailure) {
            if codec.kind == .video {
                try pictures(units, codec, pause: Int(choice >> 4), &complaints)
            } else {
                try sound(units, codec, pause: Int(choice >> 4), &complaints)
            }
        } catch {
            complaints.expect(false, "\(error)")
        }
    }

    /// Files of the units: they may be refused, but what is written is as long as it says.
    private static func movie(_ units: [SliceList], _ codec: Codec, _ complaints: inout Complaints) {
        guard let track = try? TrackProbe.track(of: codec, in: units) else { return }
        let samples = units.enumerated().map { number, unit in
            let time = Int64(number) * 1_920 - Int64(unit.count % 7) * 1_000
            return MediaSample(
                track: 0, pts: time, dts: time, duration: 1_920, isSync: number % 3 == 0, bytes: unit)
        }
        for layout in [Movie.Layout.progressive, .fragmented] {
            let movie = Movie(tracks: [track], samples: samples, duration: 90_000, layout: layout)
            guard let file = try? MovieMuxer.file(of: movie) else { continue }
            complaints.expect(file.samples > 0, "a movie of no samples")
            complaints.expect(file.bytes.joined.dropFirst(4).starts(with: Array("ftyp".utf8)), "no movie")
        }
    }

    private static func pictures(
        _ units: [SliceList], _ codec: Codec, pause: Int, _ complaints: inout Complaints
    ) throws(MediaFailure) {
        var decoder = try PictureDecoder(codec: codec)
        var pictures: [DecodedPicture] = []
        for (number, unit) in units.enumerated() {
            if pause > 0, number % pause == pause - 1 { decoder.reset() }
            let time = Int64(number) * 3_600
            try decoder.decode(unit, pts: time, dts: time, into: &pictures)
            for picture in pictures { check(picture, &complaints) }
            pictures.removeAll()
        }
        try decoder.drain(into: &pictures)
        if let first = units.first, let still = try? PictureDecoder.still(of: first, codec: codec, pts: 0) {
            pictures.append(still)
        }
        for picture in pictures { check(picture, &complaints) }
        complaints.expect(decoder.unitsGivenUp <= 2 * units.count + 1, "\(decoder.unitsGivenUp) units given up")
    }

    /// Every sample can be read, and the planes belong together.
    private static func check(_ picture: DecodedPicture, _ complaints: inout Complaints) {
        complaints.expect(picture.planes.count == 3, "\(picture.planes.count) planes")
        complaints.expect(
            picture.width * picture.height <= PictureDecoder.sampleLimit, "\(picture.width) by \(picture.height)")
        for (number, plane) in picture.planes.enumerated() {
            let width = number == 0 ? picture.width : (picture.width + 1) / 2
            let height = number == 0 ? picture.height : (picture.height + 1) / 2
            complaints.expect(plane.width == width && plane.height == height, "plane \(number) has another size")
            plane.withBytes { bytes in
                complaints.expect(bytes.byteCount == plane.stride * (height - 1) + width, "plane \(number) is short")
                var sum = 0
                for row in 0..<height {
                    sum &+=
                        Int(bytes.byte(at: row * plane.stride)) + Int(bytes.byte(at: row * plane.stride + width - 1))
                }
                complaints.expect(sum >= 0, "no sum")
            }
        }
    }

    private static func sound(
        _ units: [SliceList], _ codec: Codec, pause: Int, _ complaints: inout Complaints
    ) throws(MediaFailure) {
        var decoder = try SoundDecoder(codec: codec)
        var sounds: [DecodedSound] = []
        for (number, unit) in units.enumerated() {
            if pause > 0, number % pause == pause - 1 { decoder.reset() }
            try decoder.decode(unit, pts: Int64(number) * 1_920, into: &sounds)
        }
        try decoder.drain(into: &sounds)
        for sound in sounds {
            complaints.expect(
                (1...SoundDecoder.channelLimit).contains(sound.channels) && sound.sampleRate > 0
                    && !sound.samples.isEmpty && sound.samples.count % sound.channels == 0,
                "\(sound.channels) channels of \(sound.samples.count) samples")
        }
    }
}
