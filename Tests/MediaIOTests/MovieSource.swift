import Bytes
import MediaIO
import TransportStream

/// A transport stream as ffmpeg writes it, taken apart, and the movies that its windows make.
struct MovieSource {
    var tracks: [MediaTrack] = []
    /// The units of each track; pictures come first.
    var units: [[PlainDemuxer.Unit]] = []

    init(_ stream: [UInt8], _ codecs: [Codec]) throws {
        for (number, codec) in codecs.enumerated() {
            let found = PlainDemuxer.units(stream, pid: 256 + number)
            units.append(found)
            tracks.append(try TrackProbe.track(of: codec, in: found.lazy.map { SliceList($0.bytes) }))
        }
    }

    /// The times of the pictures, rising.
    var pictureTimes: [Int64] { units[0].map(\.pts).sorted() }

    /// The movie that presents so many pictures from one of them on, as definitions D3 has it.
    func movie(_ pictures: Range<Int>, _ layout: Movie.Layout = .progressive) -> Movie {
        let times = pictureTimes
        let zero = times[pictures.lowerBound]
        let step = times[1] - times[0]
        let end = pictures.upperBound < times.count ? times[pictures.upperBound] : times[times.count - 1] + step
        let first = units[0].lastIndex { $0.isIndicated && $0.pts <= zero } ?? 0
        let last = units[0].lastIndex { $0.pts >= zero && $0.pts < end } ?? first
        var samples = units[0][first...last].enumerated().compactMap { index, unit in
            index > 0 && unit.pts < units[0][first].pts
                ? nil : Self.sample(0, unit, zero, step, isSync: unit.isIndicated)
        }
        for track in units.indices.dropFirst() {
            // What overlaps the window, and one packet before it.
            let inside = units[track].indices.filter { index in
                let next = index + 1 < units[track].count ? units[track][index + 1].pts : .max
                return next > zero && units[track][index].pts < end
            }
            guard let start = inside.first, let stop = inside.last else { continue }
            samples += units[track][max(0, start - 1)...stop].map { Self.sample(track, $0, zero, 0, isSync: true) }
        }
        return Movie(tracks: tracks, samples: samples, duration: end - zero, layout: layout)
    }

    /// The movie of all there is, from the first picture or, without pictures, the first sound on.
    func whole(_ layout: Movie.Layout = .progressive) -> Movie {
        if tracks[0].size != nil { return movie(0..<units[0].count, layout) }
        let zero = units[0][0].pts
        let last = (units[0].last?.pts ?? zero) + Int64(tracks[0].frameLength * 90_000 / tracks[0].sampleRate)
        let samples = units.enumerated().flatMap { track, units in
            units.map { Self.sample(track, $0, zero, 0, isSync: true) }
        }
        return Movie(tracks: tracks, samples: samples, duration: last - zero, layout: layout)
    }

    private static func sample(
        _ track: Int, _ unit: PlainDemuxer.Unit, _ zero: Int64, _ duration: Int64, isSync: Bool
    ) -> MediaSample {
        MediaSample(
            track: track, pts: unit.pts - zero, dts: unit.dts - zero, duration: duration, isSync: isSync,
            bytes: SliceList(unit.bytes))
    }
}
