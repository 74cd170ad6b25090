extension MovieFile {
    /// Reads a sample table (ISO/IEC 14496-12, 8.5 to 8.7).
    func readTable(_ range: Range<Int>, _ track: inout Track) throws {
        let boxes = Dictionary(
            try children(range).map { ($0.name, $0.content) }, uniquingKeysWith: { first, _ in first })
        if let description = boxes["stsd"] { try readDescription(description, &track) }
        guard let sizes = boxes["stsz"]?.lowerBound, number(sizes + 8, 4) > 0 else { return }
        let same = number(sizes + 4, 4)
        var samples = (0..<number(sizes + 8, 4)).map { index in
            Sample(size: same > 0 ? same : number(sizes + 12 + index * 4, 4))
        }
        var index = 0
        var dts: Int64 = 0
        forEachRun(boxes["stts"]) { count, place in
            for _ in 0..<min(count, samples.count - index) {
                samples[index].dts = dts
                samples[index].pts = dts
                samples[index].duration = Int64(number(place, 4))
                dts += samples[index].duration
                index += 1
            }
        }
        guard index == samples.count else { throw Damaged(text: "stts is too short") }
        index = 0
        forEachRun(boxes["ctts"]) { count, place in
            for _ in 0..<min(count, samples.count - index) {
                samples[index].pts += signed(place)
                index += 1
            }
        }
        if let sync = boxes["stss"]?.lowerBound {
            let marked = Set((0..<number(sync + 4, 4)).map { number(sync + 8 + $0 * 4, 4) - 1 })
            for index in samples.indices { samples[index].isSync = marked.contains(index) }
        }
        try place(&samples, boxes)
        track.samples = samples
    }

    /// Calls `body` with the counts of a table of runs, and where their values lie.
    private func forEachRun(_ box: Range<Int>?, _ body: (_ count: Int, _ value: Int) -> Void) {
        guard let at = box?.lowerBound else { return }
        for entry in 0..<number(at + 4, 4) { body(number(at + 8 + entry * 8, 4), at + 12 + entry * 8) }
    }

    /// Says where the samples lie, chunk by chunk.
    private func place(_ samples: inout [Sample], _ boxes: [String: Range<Int>]) throws {
        guard let runs = boxes["stsc"]?.lowerBound, let chunks = (boxes["stco"] ?? boxes["co64"])?.lowerBound else {
            throw Damaged(text: "there are no chunks")
        }
        let width = boxes["stco"] == nil ? 8 : 4
        let count = number(chunks + 4, 4)
        let entries = (0..<number(runs + 4, 4)).map {
            (number(runs + 8 + $0 * 12, 4) - 1, number(runs + 12 + $0 * 12, 4))
        }
        var index = 0
        for chunk in 0..<count {
            guard let length = entries.last(where: { $0.0 <= chunk })?.1 else { throw Damaged(text: "stsc is empty") }
            var offset = number(chunks + 8 + chunk * width, width)
            for _ in 0..<min(length, samples.count - index) {
                samples[index].offset = offset
                offset += samples[index].size
                index += 1
            }
        }
        guard index == samples.count else { throw Damaged(text: "\(samples.count - index) samples lie nowhere") }
    }

    private func readDescription(_ range: Range<Int>, _ track: inout Track) throws {
        guard let entry = try children((range.lowerBound + 8)..<range.upperBound).first else { return }
        track.format = entry.name
        guard ["avc1", "hvc1", "hev1", "avc3"].contains(entry.name) else { return }
        // A visual sample entry has 78 bytes before its boxes (12.1.3).
        let boxes = try children((entry.content.lowerBound + 78)..<entry.content.upperBound)
        track.configuration = boxes.first { $0.name == "avcC" || $0.name == "hvcC" }.map { bytes[$0.content] } ?? []
    }

    /// Reads a movie fragment (8.8): nothing but what it says itself counts.
    mutating func readFragment(_ box: Box) throws {
        for traf in try children(box.content) where traf.name == "traf" {
            var index = 0
            var defaults = (duration: 0, size: 0, flags: 0)
            var dts: Int64 = 0
            var offset = box.content.lowerBound - 8
            for part in try children(traf.content) {
                var at = part.content.lowerBound + 4
                let flags = number(part.content.lowerBound, 4) & 0xFF_FFFF
                switch part.name {
                case "tfhd":
                    guard flags & 0x20000 != 0 else { throw Damaged(text: "offsets do not begin with moof") }
                    let found = tracks.firstIndex { $0.number == number(at, 4) }
                    guard let found else { throw Damaged(text: "a fragment of no track") }
                    index = found
                    at += 4 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
                    for bit in [8, 0x10, 0x20] where flags & bit != 0 {
                        if bit == 8 { defaults.duration = number(at, 4) }
                        if bit == 0x10 { defaults.size = number(at, 4) }
                        if bit == 0x20 { defaults.flags = number(at, 4) }
                        at += 4
                    }
                case "tfdt": dts = Int64(number(at, bytes[part.content.lowerBound] == 1 ? 8 : 4))
                case "trun":
                    tracks[index].fragments.append(tracks[index].samples.count)
                    readRun(at, flags, defaults, &dts, &offset, box.content.lowerBound - 8, &tracks[index])
                default: break
                }
            }
        }
    }

    private func readRun(
        _ start: Int, _ flags: Int, _ defaults: (duration: Int, size: Int, flags: Int), _ dts: inout Int64,
        _ offset: inout Int, _ base: Int, _ track: inout Track
    ) {
        let count = number(start, 4)
        var at = start + 4
        if flags & 1 != 0 {
            offset = base + Int(signed(at))
            at += 4
        }
        var first: Int?
        if flags & 4 != 0 {
            first = number(at, 4)
            at += 4
        }
        for place in 0..<count {
            func take(_ bit: Int, else value: Int) -> Int {
                guard flags & bit != 0 else { return value }
                defer { at += 4 }
                return number(at, 4)
            }
            var sample = Sample(offset: offset, dts: dts)
            sample.duration = Int64(take(0x100, else: defaults.duration))
            sample.size = take(0x200, else: defaults.size)
            let kind = take(0x400, else: place == 0 ? first ?? defaults.flags : defaults.flags)
            sample.isSync = kind & 0x10000 == 0
            sample.pts = dts
            if flags & 0x800 != 0 {
                sample.pts += signed(at)
                at += 4
            }
            dts += sample.duration
            offset += sample.size
            track.samples.append(sample)
        }
    }
}
