import Bytes
import NetworkFormats
import Timing
import VenueWire

/// The way of a data or file channel's datagrams through the network.
struct ObjectFlow: Sendable {
    /// What arrived so far; stays empty unless a log is kept.
    private(set) var ledger = ObjectLedger()
    private let keepsLog: Bool
    private let destination: Endpoint
    private var impairer: Impairer
    private var queue = SendingQueue()
    private var sent = 0

    /// The network before the channel `spec`.
    init(_ spec: NativeChannelSpec, start: Int64, chances: UInt64, keepsLog: Bool) {
        self.keepsLog = keepsLog
        destination = spec.destination
        impairer = Impairer(spec.impairment, start: start, seed: chances)
    }

    /// When the next datagram arrives that is under way; nil when none is.
    var firstTime: Int64? { queue.firstTime }

    /// Sends a datagram.
    mutating func send(_ datagram: ObjectDatagram) {
        let arrivals = impairer.arrivals(ofSource: sent, sent: datagram.time.nanoseconds, limit: .max)
        sent += 1
        for time in [arrivals.first, arrivals.second] {
            guard let time else { continue }
            var copy = datagram.payload
            queue.insert(at: time, .object, to: destination, &copy)
        }
    }

    /// Forgets what would arrive at `time` or later.
    mutating func drop(from time: Int64) { queue.removeAll(from: time) }

    /// Lends the next datagram; not to be called when none is under way.
    mutating func next<Failure: Error>(
        isKnown: Bool, _ body: (SendingQueue.Item) throws(Failure) -> Void
    ) throws(Failure) {
        var ledger = ObjectLedger()
        swap(&ledger, &self.ledger)
        defer { swap(&ledger, &self.ledger) }
        try queue.takeFirst { item throws(Failure) in
            if keepsLog { ledger.take(item.payload.lent, isKnown: isKnown) }
            try body(item)
        }
    }
}

extension ObjectLayout {
    /// How the objects of an announced channel are cut and protected.
    init(_ protection: AnnouncedProtection, symbolLength: Int) {
        guard protection.scheme == .reedSolomon else {
            self.init(symbolLength: symbolLength)
            return
        }
        self.init(
            symbolLength: symbolLength, sourceCount: protection.sourceCount, repairCount: protection.repairCount)
    }
}
