/// The feeds of a venue by the time of their next datagram: a heap, whose order among equals is that of the feeds.
struct FeedLine: Sendable {
    /// One source of datagrams.
    enum Feed: Hashable, Sendable {
        case stray
        case announcements(Int)
        case video(Int)
        case messages(Int)
        case files(Int)
    }

    private struct Entry: Sendable {
        var time: Int64
        /// In which order the feeds were added.
        var rank: Int
        var feed: Feed

        func isBefore(_ other: Self) -> Bool { time != other.time ? time < other.time : rank < other.rank }
    }

    private var heap: [Entry] = []

    /// The feed with the earliest datagram; nil when none has any.
    var first: (time: Int64, feed: Feed)? {
        guard let top = heap.first, top.time < .max else { return nil }
        return (top.time, top.feed)
    }

    /// Forgets all feeds.
    mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

    /// Adds a feed whose next datagram comes at `time`, `.max` for none.
    mutating func add(_ feed: Feed, at time: Int64) {
        heap.append(Entry(time: time, rank: heap.count, feed: feed))
        var place = heap.count - 1
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Puts the first feed in its new place.
    mutating func replaceFirst(_ feed: Feed, at time: Int64) {
        heap[0].time = time
        heap[0].feed = feed
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
