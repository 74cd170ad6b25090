import Bytes
import Evidence
import History
import Timing
import TransportStream

/// Gathers transport packets from where they lie, and counts the datagrams that they come from.
struct StreamWriter {
    /// Media whose numbers follow each other.
    struct Stretch: Hashable, Sendable {
        var run: Int32
        var first: Int64
        var last: Int64
    }

    let reader: MediaReader
    /// Whether rebuilt packets are left out.
    let skipsRecovered: Bool
    /// What has been gathered.
    private(set) var body = SliceList()
    /// Packets that did not arrive, rebuilt ones among them.
    private(set) var lost = 0
    /// Packets that were rebuilt.
    private(set) var recovered = 0
    /// The numbers of the datagrams that something was gathered from, and of the holes between them.
    private(set) var stretches: [Stretch] = []

    init(_ reader: MediaReader, content: ClipContent = .repaired) {
        self.reader = reader
        skipsRecovered = content == .received
    }

    /// Adds packets that are no part of the count.
    mutating func append(tables: StreamTables) {
        for position in tables.packets {
            guard !skips(position.packet), let packet = reader.packet(at: position) else { continue }
            body.append(packet)
        }
    }

    /// Adds bytes made elsewhere.
    mutating func append(copying bytes: [UInt8]) { body.append(contentsOf: SliceList(copying: bytes)) }

    /// Adds every transport packet from `start` on up to `end`.
    mutating func append(from start: MediaPosition, upTo end: MediaPosition) {
        var packet = max(start.packet, reader.media.first)
        let last = min(end.packet, reader.media.end)
        while packet <= last, packet < reader.media.end {
            let lower = packet == start.packet ? Int(start.offset) : 0
            let upper = packet == end.packet ? Int(end.offset) : Int.max
            if upper > 0 {
                count(packet)
                if !skips(packet), let slice = reader.media.slice(of: packet) { append(slice, lower, upper) }
            }
            packet.serial += 1
        }
    }

    /// Adds every transport packet from `start` on up to `end` but those that a `runEnd` leaves out.
    mutating func append(from start: MediaPosition, upTo end: MediaPosition, runEnd: RunEnd?) {
        guard let runEnd, let last = runEnd.last, last < end else { return append(from: start, upTo: end) }
        let border = max(start, reader.behind(last))
        append(from: start, upTo: border)
        filter(from: border, upTo: end, runEnd)
    }

    private mutating func filter(from start: MediaPosition, upTo end: MediaPosition, _ runEnd: RunEnd) {
        var packet = max(start.packet, reader.media.first)
        while packet <= end.packet, packet < reader.media.end {
            let lower = packet == start.packet ? Int(start.offset) : 0
            let upper = packet == end.packet ? Int(end.offset) : Int.max
            if let slice = reader.media.slice(of: packet) {
                for offset in reader.places(in: packet, from: lower, upTo: upper) {
                    let position = MediaPosition(packet: packet, offset: UInt32(truncatingIfNeeded: offset))
                    guard let pid = MediaReader.header(slice, at: offset)?.pid, !runEnd.leavesOut(pid, at: position)
                    else { continue }
                    append(packetAt: position)
                }
            }
            packet.serial += 1
        }
    }

    /// Adds one transport packet.
    mutating func append(packetAt position: MediaPosition) {
        guard !skips(position.packet), let packet = reader.packet(at: position) else { return }
        count(position.packet)
        body.append(packet)
    }

    private mutating func append(_ slice: SlabSlice, _ lower: Int, _ upper: Int) {
        let start = slice.range.lowerBound
        let end = min(upper, slice.count)
        guard lower < end else { return }
        if reader.step == MediaReader.length {
            let whole = (end - lower) / MediaReader.length * MediaReader.length
            body.append(SlabSlice(slice.slab, (start + lower)..<(start + lower + whole)))
        } else {
            for offset in stride(from: lower, through: end - MediaReader.length, by: reader.step) {
                body.append(SlabSlice(slice.slab, (start + offset)..<(start + offset + MediaReader.length)))
            }
        }
    }

    private func skips(_ packet: MediaID) -> Bool {
        skipsRecovered && reader.media.contains(packet) && reader.media[packet].kind == .recovered
    }

    /// Takes a datagram or hole into account that comes after all others so far, or is the last one again.
    private mutating func count(_ packet: MediaID) {
        let kept = reader.media[packet]
        // Without RTP every datagram is one step of the media, so that its place is its number.
        let first = kept.run == 0 ? Int64(truncatingIfNeeded: packet.serial) : kept.number
        let last = first &+ Int64(max(1, kept.count)) &- 1
        if let open = stretches.last, open.run == kept.run {
            if last <= open.last { return }
            if first <= open.last &+ 1 {
                stretches[stretches.count - 1].last = last
            } else {
                stretches.append(Stretch(run: kept.run, first: first, last: last))
            }
        } else {
            stretches.append(Stretch(run: kept.run, first: first, last: last))
        }
        switch kept.kind {
        case .received: break
        case .recovered:
            lost += 1
            recovered += 1
        case .lost: lost += Int(max(1, kept.count))
        }
    }
}
