/// Picture time as definitions A7 has it, worked out anew from when pictures were complete.
///
/// The offset is the least (completion − PTS) of the first two seconds; afterwards it goes at each random access point towards
/// the least one of the last ten seconds, by at most a millisecond. A picture uses the offset of its group's random access point.
enum PictureTimes {
    /// The pictures, in decoding order, with their times set.
    static func set(_ pictures: [SourcePicture]) -> [SourcePicture] {
        guard let first = pictures.first else { return [] }
        func difference(_ picture: SourcePicture) -> Int64 { picture.completed - nanoseconds(picture.pts) }
        let border = first.completed + 2_000_000_000
        var offset = pictures.filter { $0.completed < border }.map(difference).min() ?? 0
        var timed = pictures
        for index in pictures.indices {
            let picture = pictures[index]
            if picture.completed >= border, picture.point != nil {
                let since = picture.completed - 10_000_000_000
                let least = pictures[...index].filter { $0.completed > since }.map(difference).min() ?? offset
                offset += max(-1_000_000, min(1_000_000, least - offset))
            }
            timed[index].time = nanoseconds(picture.pts) + offset
        }
        return timed
    }

    /// Nanoseconds of 1/90000 s, rounded down.
    static func nanoseconds(_ ticks: Int64) -> Int64 {
        let product = ticks * 100_000
        return product / 9 - (product % 9 < 0 ? 1 : 0)
    }
}
