import Bytes
import Evidence
import History
import TransportStream

/// The transport packets of the tables that a stream cut at some place is read with: its association, then its maps.
struct StreamTables: Hashable, Sendable {
    /// Where the packets lie, in the order in which they are to be sent.
    var packets: [MediaPosition] = []
    /// The map of the program that was asked for.
    var map: ProgramMap?

    /// Which streams the program has, where and in which language, as a text to compare; nil when that is not known.
    var signature: [UInt16]? {
        map.map { map in
            map.streams.flatMap { [UInt16($0.streamType), $0.pid] + ($0.language?.utf8.map(UInt16.init) ?? [0]) }
                + [map.clockPID]
        }
    }

    /// The languages that the map names, by PID; nil when there is no map.
    var languages: [UInt16: String]? { map.map(Self.languages) }

    static func languages(_ map: ProgramMap) -> [UInt16: String] {
        var languages: [UInt16: String] = [:]
        for stream in map.streams { languages[stream.pid] = stream.language }
        return languages
    }
}

/// Looks for tables in kept media: the last ones before a place, or else the first ones after it.
struct TableSearch {
    /// Datagrams that are searched in each direction for what is needed.
    static let reach: UInt64 = 16_384
    /// Datagrams that are searched for maps of programs that nobody asked for.
    static let shortReach: UInt64 = 1_024
    /// Programs whose maps are looked for.
    static let programLimit = 16
    /// Packets of one PID that are remembered while the beginning of a section is looked for.
    static let packetLimit = 32

    let reader: MediaReader
    /// No packet before it is looked at.
    var lowest: MediaID

    /// Searches media from `lowest` on.
    init(_ reader: MediaReader, from lowest: MediaID) {
        self.reader = reader
        self.lowest = max(lowest, reader.media.first)
    }

    /// The tables for a stream that begins at `place` and whose pictures belong to `program`.
    func tables(at place: MediaPosition, program: UInt16) -> StreamTables {
        guard
            let (association, first) = find(
                ProgramAssociation.pid, at: place, within: Self.reach, { Self.association($0) })
        else {
            return StreamTables()
        }
        var tables = StreamTables(packets: first)
        let programs = association.programs.filter { $0.number != 0 }.prefix(Self.programLimit)
        // A map that lies apart from the association may be the same for several programs of one PID.
        for entry in programs {
            let isAsked = entry.number == program
            let found = find(
                entry.pid, at: place, within: isAsked ? Self.reach : Self.shortReach,
                { Self.map($0, of: entry.number) })
            guard let (map, packets) = found else { continue }
            if isAsked { tables.map = map }
            for packet in packets where !tables.packets.contains(packet) { tables.packets.append(packet) }
        }
        return tables
    }

    /// The languages that the map of `program` names for a stream that begins at `place`, by PID.
    func languages(at place: MediaPosition, program: UInt16) -> [UInt16: String] {
        let association = find(ProgramAssociation.pid, at: place, within: Self.reach, { Self.association($0) })?.table
        guard let pid = association?.programs.first(where: { $0.number == program })?.pid,
            let map = find(pid, at: place, within: Self.reach, { Self.map($0, of: program) })?.table
        else { return [:] }
        return StreamTables.languages(map)
    }

    private typealias Found<Table> = (table: Table, packets: [MediaPosition])

    private func find<Table>(
        _ pid: UInt16, at place: MediaPosition, within reach: UInt64, _ parse: (RawSpan) -> Table?
    ) -> Found<Table>? {
        backward(pid, from: place, within: reach, parse) ?? forward(pid, from: place, within: reach, parse)
    }

    /// The last whole section of `pid` before `place`.
    private func backward<Table>(
        _ pid: UInt16, from place: MediaPosition, within reach: UInt64, _ parse: (RawSpan) -> Table?
    ) -> Found<Table>? {
        var later: [MediaPosition] = []
        var serial = min(place.packet.serial, reader.media.end.serial)
        let stop = max(lowest.serial, serial - min(serial, reach))
        var upper = Int(place.offset)
        while true {
            let packet = MediaID(serial: serial)
            if reader.media.contains(packet), let slice = reader.media.slice(of: packet) {
                for offset in reader.places(in: packet, upTo: upper).reversed() {
                    guard let header = MediaReader.header(slice, at: offset), header.pid == pid, header.hasPayload
                    else { continue }
                    later.insert(MediaPosition(packet: packet, offset: UInt32(truncatingIfNeeded: offset)), at: 0)
                    if header.startsUnit, let found = assemble(later, parse) { return found }
                    if later.count > Self.packetLimit { later.removeLast() }
                }
            }
            guard serial > stop else { return nil }
            serial -= 1
            upper = .max
        }
    }

    /// The first whole section of `pid` from `place` on.
    private func forward<Table>(
        _ pid: UInt16, from place: MediaPosition, within reach: UInt64, _ parse: (RawSpan) -> Table?
    ) -> Found<Table>? {
        var packets: [MediaPosition] = []
        var serial = max(place.packet, lowest).serial
        let stop = min(reader.media.end.serial, serial &+ reach)
        var lower = serial == place.packet.serial ? Int(place.offset) : 0
        while serial < stop {
            let packet = MediaID(serial: serial)
            if let slice = reader.media.slice(of: packet) {
                for offset in reader.places(in: packet, from: lower) {
                    guard let header = MediaReader.header(slice, at: offset), header.pid == pid, header.hasPayload
                    else { continue }
                    if header.startsUnit { packets = [] } else if packets.isEmpty { continue }
                    packets.append(MediaPosition(packet: packet, offset: UInt32(truncatingIfNeeded: offset)))
                    if let found = assemble(packets, parse) { return found }
                    if packets.count > Self.packetLimit { packets = [] }
                }
            }
            serial += 1
            lower = 0
        }
        return nil
    }

    /// Reads sections from the first of `positions` on until one is what is wanted, and tells the packets it took.
    private func assemble<Table>(_ positions: [MediaPosition], _ parse: (RawSpan) -> Table?) -> Found<Table>? {
        var bytes: [UInt8] = []
        for (count, position) in positions.enumerated() {
            guard let packet = reader.packet(at: position), var payload = MediaReader.payload(of: packet),
                let isStart = MediaReader.header(packet)?.startsUnit
            else { return nil }
            if isStart, count > 0 {
                // The rest of the section in progress lies before the pointer's target.
                payload = Array(payload.dropFirst().prefix(Int(payload.first ?? 0)))
            } else if isStart {
                payload = Array(payload.dropFirst(1 + Int(payload.first ?? 0)))
            }
            bytes += payload
            if let table = Self.firstTable(in: bytes, parse) { return (table, Array(positions[...count])) }
            if isStart, count > 0 { return nil }
        }
        return nil
    }

    private static func firstTable<Table>(in bytes: [UInt8], _ parse: (RawSpan) -> Table?) -> Table? {
        var start = 0
        while start + 3 <= bytes.count, bytes[start] != 0xFF {
            let end = start + 3 + (Int(bytes[start + 1] & 0x0F) << 8 | Int(bytes[start + 2]))
            guard end <= bytes.count else { return nil }
            if let table = parse(bytes.lent.extracting(start..<end)) { return table }
            start = end
        }
        return nil
    }

    private static func association(_ section: RawSpan) -> ProgramAssociation? {
        let table = try? ProgramAssociation(parsing: section)
        return table.flatMap { $0.header.isCurrent ? $0 : nil }
    }

    private static func map(_ section: RawSpan, of program: UInt16) -> ProgramMap? {
        let table = try? ProgramMap(parsing: section)
        return table.flatMap { $0.header.isCurrent && $0.header.tableIDExtension == program ? $0 : nil }
    }
}
