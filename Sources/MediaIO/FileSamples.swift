import Bytes

/// The samples of a file in the order in which it has them, their bytes copied together.
struct FileSamples {
    /// All of them; a fragment's are those of one range of `fragments`.
    private(set) var samples: [FileSample] = []
    /// The fragments of a fragmented file; one for all in other files.
    private(set) var fragments: [Range<Int>] = []
    /// Samples that were left out because nothing of them remained.
    private(set) var dropped = 0

    /// Copies the entries of `queues` at `order`, pairs of a track and a number, into slabs of `pool`.
    init(_ queues: [TrackQueue], _ order: [[(track: Int, entry: Int)]], _ samples: [MediaSample], _ pool: SlabLender) {
        if !copy(queues, order, samples, pool, leavesOutSets: true) {
            _ = copy(queues, order, samples, pool, leavesOutSets: false)
        }
        setDurations(queues.count)
    }

    /// False when parameter sets were left out that decoders need after they met other ones.
    private mutating func copy(
        _ queues: [TrackQueue], _ order: [[(track: Int, entry: Int)]], _ all: [MediaSample], _ pool: SlabLender,
        leavesOutSets: Bool
    ) -> Bool {
        var store = SampleStore(pool, leavesOutSets: leavesOutSets)
        samples = []
        fragments = []
        dropped = 0
        samples.reserveCapacity(order.reduce(0) { $0 + $1.count })
        for group in order {
            let start = samples.count
            for (track, number) in group {
                let entry = queues[track].entries[number]
                guard let bytes = store.put(entry, of: queues[track], all) else {
                    dropped += 1
                    continue
                }
                if leavesOutSets, store.hasOtherSets { return false }
                samples.append(
                    FileSample(
                        track: track, pts: entry.pts, dts: entry.dts, duration: entry.duration, isSync: entry.isSync,
                        bytes: bytes))
            }
            if start < samples.count { fragments.append(start..<samples.count) }
        }
        return true
    }

    /// Every sample but the last one of its track lasts until the next one.
    private mutating func setDurations(_ tracks: Int) {
        var next = [Int64?](repeating: nil, count: tracks)
        for index in samples.indices.reversed() {
            let sample = samples[index]
            if let next = next[sample.track] { samples[index].duration = next - sample.dts }
            next[sample.track] = sample.dts
        }
    }

    /// Makes the first sample of each track a sync sample that has none: a progressive file without any says that all are.
    mutating func markFirstSync(_ tracks: Int) {
        var first = [Int?](repeating: nil, count: tracks)
        var hasSync = [Bool](repeating: false, count: tracks)
        for index in samples.indices {
            if first[samples[index].track] == nil { first[samples[index].track] = index }
            if samples[index].isSync { hasSync[samples[index].track] = true }
        }
        for track in 0..<tracks where !hasSync[track] {
            if let index = first[track] { samples[index].isSync = true }
        }
    }

    /// Moves the samples of every track by so many units of that track.
    mutating func shift(by units: [Int64]) {
        for index in samples.indices {
            samples[index].pts += units[samples[index].track]
            samples[index].dts += units[samples[index].track]
        }
    }
}
