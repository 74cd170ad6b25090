extension FileSamples {
    /// An entry of a queue.
    typealias Place = (track: Int, entry: Int)

    /// How long a fragment lasts that no picture ends: 1 s.
    private static let soundFragment: Int64 = 90_000

    /// The entries of all queues in the order in which they are decoded.
    static func merged(_ queues: [TrackQueue]) -> [Place] {
        var order: [Place] = []
        order.reserveCapacity(queues.reduce(0) { $0 + $1.entries.count })
        var next = [Int](repeating: 0, count: queues.count)
        var times = queues.map { $0.time(of: 0) }
        while true {
            var first: Int?
            for track in queues.indices {
                guard let time = times[track] else { continue }
                if let known = first, let earliest = times[known], earliest <= time { continue }
                first = track
            }
            guard let first else { return order }
            order.append((first, next[first]))
            next[first] += 1
            times[first] = queues[first].time(of: next[first])
        }
    }

    /// The same in fragments: each begins with a sync sample of the first video track, or without one after 1 s; in each,
    /// the tracks come one after the other.
    static func fragments(_ queues: [TrackQueue]) -> [[Place]] {
        let leader = queues.firstIndex { $0.track.size != nil && !$0.entries.isEmpty }
        // libavformat makes the sample entries of these from their first frames, when the first fragment ends.
        var awaited = Set(queues.indices.filter { queues[$0].track.needsFrameAhead && !queues[$0].entries.isEmpty })
        var fragments: [[Place]] = []
        var fragment: [Place] = []
        var start: Int64 = 0
        for place in merged(queues) {
            let time = queues[place.track].time(of: place.entry) ?? 0
            let isStart =
                leader.map { $0 == place.track && queues[$0].entries[place.entry].isSync }
                ?? (time - start >= soundFragment)
            if isStart, awaited.isEmpty, !fragment.isEmpty {
                fragments.append(fragment)
                fragment = []
            }
            if fragment.isEmpty { start = time }
            awaited.remove(place.track)
            fragment.append(place)
        }
        if !fragment.isEmpty { fragments.append(fragment) }
        return fragments.map { fragment in
            queues.indices.flatMap { track in fragment.filter { $0.track == track } }
        }
    }
}

extension TrackQueue {
    /// When an entry is decoded, in 1/90000 s; nil when there is no such entry.
    func time(of entry: Int) -> Int64? { entry < entries.count ? track.ticks(of: entries[entry].dts) : nil }
}
