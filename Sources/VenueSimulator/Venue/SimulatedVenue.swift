import Bytes
public import NetworkFormats
import Timing

/// A deterministic venue: gives its datagrams in order of arrival, and afterwards the known answer.
public struct SimulatedVenue: Sendable {
    /// What it is made of.
    public let spec: VenueSpec
    private var feeds: [ChannelFeed]
    /// When each feed's next datagram arrives; `.max` after its last.
    private var times: [Int64]
    private var last = Int64.min

    /// A venue that has not started yet.
    public init(_ spec: VenueSpec) {
        self.spec = spec
        feeds = spec.channels.map { ChannelFeed($0, venueStart: spec.start) }
        times = []
        for index in feeds.indices { times.append(feeds[index].nextTime() ?? .max) }
    }

    /// The next datagram; nil after the last.
    ///
    /// Of several at one instant the one of the first channel comes first.
    public mutating func next() -> SimulatedDatagram? {
        var chosen = 0
        var index = 1
        while index < times.count {
            if times[index] < times[chosen] { chosen = index }
            index += 1
        }
        guard chosen < times.count, times[chosen] < .max else { return nil }
        last = times[chosen]
        let datagram = feeds[chosen].next()
        times[chosen] = feeds[chosen].nextTime() ?? .max
        return datagram
    }

    /// All datagrams of `spec` in order of arrival, and the known answer; for venues that fit into memory.
    public static func play(_ spec: VenueSpec) -> (datagrams: [SimulatedDatagram], truth: VenueTruth) {
        var venue = Self(spec)
        var datagrams: [SimulatedDatagram] = []
        while let datagram = venue.next() { datagrams.append(datagram) }
        return (datagrams, venue.truth())
    }

    /// Lends all datagrams that are left to `sink`, numbered from 1, and says how many there were; the end is the last
    /// one's time.
    @discardableResult
    public mutating func feed(into sink: inout some DatagramSink) -> Int {
        var ordinal: UInt64 = 0
        while let datagram = next() {
            ordinal += 1
            let length = UInt32(truncatingIfNeeded: datagram.payload.count)
            let header = DatagramHeader(
                time: datagram.time, ordinal: ordinal, source: datagram.source, destination: datagram.destination,
                wireLength: length, storedLength: length, ttl: 1)
            let payload = datagram.payload
            sink.ingest(header, payload.lent)
        }
        return Int(ordinal)
    }

    /// The known answer for what has been given out so far, with the last datagram's time as the end.
    public func truth() -> VenueTruth {
        VenueTruth(
            channels: feeds.map { ChannelAccount($0.spec, $0.log, end: last).truth() }.filter { $0.datagrams > 0 })
    }
}
