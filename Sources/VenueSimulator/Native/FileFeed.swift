import Bytes
import NetworkFormats
import Timing
import VenueWire

/// One file channel's datagrams in order of arrival: FLUTE, round and round.
struct FileFeed: Sendable {
    /// The rate of channels that announce none, in kbit/s.
    private static let usualRate = 2_000

    private var files: [String: [UInt8]] = [:]
    private var carousel: FileCarousel
    private var flow: ObjectFlow
    private var end: Int64
    private var objects: [(object: UInt32, isEmpty: Bool)] = []

    /// The feed of a file channel that offers `given` from `first` on, and sends nothing behind `end`.
    init(
        _ spec: NativeChannelSpec, _ given: [NativeFile], venueStart: StreamTime, first: Int64, end: Int64,
        chances: UInt64, keepsLog: Bool
    ) {
        var settings = FileCarousel.Settings(transportSession: spec.sessionNumber)
        settings.layout = ObjectLayout(spec.protection, symbolLength: settings.layout.symbolLength)
        settings.kilobitsPerSecond = spec.bandwidthKbps > 0 ? spec.bandwidthKbps : Self.usualRate
        // Another start of the Streamer must not use its numbers for other files and tables.
        let start = UInt64(bitPattern: venueStart.nanoseconds / 1_000_000_000)
        settings.firstObject = UInt32(truncatingIfNeeded: start)
        settings.firstInstance = UInt32(truncatingIfNeeded: start)
        carousel = FileCarousel(settings)
        flow = ObjectFlow(spec, start: first, chances: chances, keepsLog: keepsLog)
        self.end = end
        offer(given, at: first)
    }

    /// When the next datagram arrives; `.max` after the last.
    mutating func nextTime() -> Int64 {
        while true {
            let due = carousel.due?.nanoseconds ?? .max
            if let time = flow.firstTime, time <= due || due >= end { return time }
            guard due < end, let datagram = carousel.next() else { return .max }
            flow.send(datagram)
        }
    }

    /// Lends the next datagram, which counts for the known answer when receivers know the channel; not to be called after
    /// the last.
    mutating func next<Failure: Error>(
        isKnown: Bool, _ body: (SendingQueue.Item) throws(Failure) -> Void
    ) throws(Failure) {
        try flow.next(isKnown: isKnown, body)
    }

    /// Sends nothing at or behind `time`, even what was made ahead.
    mutating func end(at time: Int64) {
        end = min(end, time)
        flow.drop(from: end)
    }

    /// Has the channel offer `given` instead of what it offers, from `time` on; files that stay the same go on as they are.
    mutating func offer(_ given: [NativeFile], at time: Int64) {
        let time = StreamTime(nanoseconds: time)
        let names = Set(given.map(\.uri))
        for name in files.keys.sorted() where !names.contains(name) {
            files[name] = nil
            carousel.remove(name, at: time)
        }
        for file in given where files[file.uri] != file.bytes {
            files[file.uri] = file.bytes
            let object = carousel.put(
                CarouselFile(location: file.uri, content: file.bytes, contentType: Self.type(of: file.uri)), at: time)
            objects.append((object, file.bytes.isEmpty))
        }
    }

    /// How many versions of files were offered, and how many of them arrived whole, with a table that lists them.
    var truth: NativeTruth.Objects {
        let isListed = flow.ledger.hasTable
        let whole = objects.count { isListed && ($0.isEmpty || flow.ledger.isWhole(UInt64($0.object))) }
        return NativeTruth.Objects(sent: objects.count, delivered: whole)
    }

    /// The MIME type that a file's name suggests; empty for none.
    private static func type(of name: String) -> String {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return [
            "txt": "text/plain", "csv": "text/csv", "json": "application/json", "html": "text/html",
            "jpg": "image/jpeg", "png": "image/png", "mp4": "video/mp4", "ts": "video/mp2t",
        ][ending] ?? ""
    }
}
