public import Timing
import VenueWire

/// Sends the files of a file channel round and round: FLUTE with a table before the files and about once a second.
///
/// It has no clock: files are given with their instants, and datagrams come out with theirs, in order, spaced by the
/// rate. Of a file no more than one block is in memory. Equal settings and files give equal datagrams.
public struct FileCarousel: Sendable {
    /// How a channel's files are sent.
    public struct Settings: Hashable, Sendable {
        /// The TSI, which is the channel's session number.
        public var transportSession: UInt32
        /// How files and tables are cut and protected.
        public var layout = ObjectLayout()
        /// The rate of the datagrams' payloads, in kbit/s; at least 1.
        public var kilobitsPerSecond = 4_000
        /// The time between two tables; longer when tables would take more than a quarter of the rate.
        public var tablePeriod = StreamDuration(seconds: 1)
        /// How long a table holds; one that has held half of it is replaced.
        public var tableLife = StreamDuration(seconds: 60)
        /// How often each file is sent; nil for ever.
        public var rounds: Int?
        /// The TOI of the first file (0 becomes 1).
        public var firstObject: UInt32 = 1
        /// The ID of the first instance of the table.
        public var firstInstance: UInt32 = 0

        /// The settings of a channel of session `transportSession`.
        public init(transportSession: UInt32) { self.transportSession = transportSession }
    }

    /// A file on its way round.
    struct Entry: Sendable {
        var file: CarouselFile
        var object: UInt32
        var rounds = 0
    }

    /// An object that is being sent.
    struct Run: Sendable {
        var cutter: ObjectCutter
        var header: LCTHeader
        var block: ObjectCutter.Block?
        var nextBlock: UInt32 = 0
        var symbol = 0
        /// The file's TOI; 0 for the table.
        var object: UInt32
        var isLastRound = false

        /// Whether the symbol that was sent last was the object's last one.
        var isOver: Bool { block.map { symbol >= $0.symbols } ?? true && nextBlock >= cutter.partition.blockCount }
    }

    let settings: Settings
    var entries: [Entry] = []
    /// Where the file of each URI lies in `entries`.
    private var places: [String: Int] = [:]
    var nextObject: UInt32
    /// The instance of the table that is sent.
    var instance: UInt32
    /// The table as it is sent; empty when it must be written anew.
    var table: [UInt8] = []
    var tableExpires = StreamTime(nanoseconds: .min)
    var nextTable = StreamTime(nanoseconds: .min)
    /// Whether `instance` names a table that was sent.
    var hasSentTable = false
    /// Packets of files since the last table.
    var filePackets = 0
    /// Which file comes next.
    var turn = 0
    var run: Run?
    /// The run that a table has interrupted.
    var interrupted: Run?
    var clock: StreamTime?
    /// Whether anything was ever put in: a table of no files is sent only after one with some.
    var hasTable = false
    /// Files that could not be read and were taken out, in that order.
    public internal(set) var failed: [String] = []
    /// How often the carousel has gone round.
    public internal(set) var rounds = 0

    /// A carousel without files, which sends nothing.
    public init(_ settings: Settings) {
        self.settings = settings
        nextObject = max(1, settings.firstObject)
        instance = settings.firstInstance & (TableMark.instances - 1)
    }

    /// Puts a file in at `time`, a new version in the place of the one before, and tells its TOI.
    @discardableResult
    public mutating func put(_ file: CarouselFile, at time: StreamTime) -> UInt32 {
        let object = nextObject
        nextObject = object == .max ? 1 : object + 1
        let entry = Entry(file: file, object: object)
        if let place = places[file.location] {
            abandon(entries[place].object)
            entries[place] = entry
        } else {
            places[file.location] = entries.count
            entries.append(entry)
        }
        change(at: time)
        return object
    }

    /// Takes a file out at `time`; false when there is none of that URI.
    @discardableResult
    public mutating func remove(_ location: String, at time: StreamTime) -> Bool {
        guard let place = places.removeValue(forKey: location) else { return false }
        abandon(entries[place].object)
        entries.remove(at: place)
        for later in place..<entries.count { places[entries[later].file.location] = later }
        if turn > place { turn -= 1 }
        change(at: time)
        return true
    }

    /// When the next datagram is due; nil while there is nothing to send.
    public var due: StreamTime? {
        guard hasTable else { return nil }
        return hasFilesToSend || run != nil ? clock : clock.map { max($0, nextTable) }
    }

    /// Whether any file has a round left.
    var hasFilesToSend: Bool {
        entries.contains { entry in entry.file.length > 0 && settings.rounds.map { entry.rounds < $0 } ?? true }
    }

    /// Takes all files out.
    mutating func removeAll() {
        entries.removeAll()
        places.removeAll()
        run = nil
        interrupted = nil
        hasTable = false
    }

    /// Stops sending an object that is no longer on its way round.
    private mutating func abandon(_ object: UInt32) {
        if run?.object == object { run = nil }
        if interrupted?.object == object { interrupted = nil }
    }

    /// The files have changed: a new table goes out first.
    private mutating func change(at time: StreamTime) {
        clock = max(clock ?? time, time)
        // A table that is half sent is of no use any more.
        if run?.object == 0 {
            run = interrupted
            interrupted = nil
        }
        hasTable = true
        table = []
        nextTable = time
    }
}
