import Bytes
import Evidence
import History
import Timing
import TransportStream

/// Gathers transport packets from where they lie, and counts the datagrams that they come from.
struct StreamWriter {
    let reader: MediaReader
    /// Whether rebuilt packets are left out.
    let skipsRecovered: Bool
    /// What has been gathered.
    private(set) var body = SliceList()
    /// The datagrams that something was gathered from.
    private(set) var tally = PacketTally()

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
        let behind = end.offset > 0 ? MediaID(serial: end.packet.serial &+ 1) : end.packet
        reader.media.forEachSlice(from: start.packet, upTo: behind) { packet, kept, slice in
            tally.count(packet, kept)
            guard let slice, !(skipsRecovered && kept.kind == .recovered) else { return }
            let lower = packet == start.packet ? Int(start.offset) : 0
            append(slice, lower, packet == end.packet ? Int(end.offset) : Int.max)
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

    private mutating func count(_ packet: MediaID) { tally.count(packet, reader.media[packet]) }
}
