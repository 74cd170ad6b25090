import Bytes

extension TransportAnalyzer {
    /// Takes payload that holds sections.
    mutating func takeTables(
        _ payload: RawSpan, _ range: Range<Int>, startsUnit: Bool, _ state: PIDState, into output: inout TransportOutput
    ) {
        let assembler = state.assembler
        guard assembler >= 0 else { return }
        var position = range.lowerBound
        var hash: UInt64?
        var holds = true
        if startsUnit {
            let begin = position + 1 + Int(payload.byte(at: position))
            position += 1
            guard begin <= range.upperBound else {
                counts.sectionErrors += 1
                assemblers[assembler].abandon()
                return
            }
            if begin == position {
                // Tables are sent ten times a second and hardly ever change.
                let known = Fingerprint.of(payload, from: begin, to: range.upperBound)
                guard known != assemblers[assembler].knownPacket else {
                    assemblers[assembler].abandon()
                    return
                }
                hash = known
            } else {
                position = assemblers[assembler].feed(payload, from: position, to: begin)
                if assemblers[assembler].isComplete { _ = takeSection(state, into: &output) }
            }
            assemblers[assembler].begin()
            position = begin
        }
        while position < range.upperBound {
            position = assemblers[assembler].feed(payload, from: position, to: range.upperBound)
            if assemblers[assembler].isComplete { holds = takeSection(state, into: &output) && holds }
        }
        if let hash, holds, !assemblers[assembler].isUnfinished { assemblers[assembler].knownPacket = hash }
    }

    /// Reads a section that is whole; tells whether what it says is now what holds.
    private mutating func takeSection(_ state: PIDState, into output: inout TransportOutput) -> Bool {
        let section = assemblers[state.assembler].bytes
        let isAssociation = state.pid == ProgramAssociation.pid
        guard section.first == (isAssociation ? ProgramAssociation.tableID : ProgramMap.tableID) else { return true }
        let bytes = section.lent
        do {
            let header = try SectionHeader(checking: bytes)
            guard header.isCurrent else { return true }
            let checksum: UInt32 = bytes.bigEndian(at: bytes.byteCount - 4)
            if isAssociation {
                guard associationChecksums[header.number] != checksum else { return true }
                let table = try ProgramAssociation(parsing: bytes)
                apply(table, checksum, into: &output)
            } else {
                let found = programs.firstIndex {
                    $0.isListed && $0.number == header.tableIDExtension && $0.mapPID == state.pid
                }
                guard let found else { return false }
                guard programs[found].checksum != checksum else { return true }
                let map = try ProgramMap(parsing: bytes)
                programs[found].checksum = checksum
                apply(map, to: found, into: &output)
            }
            output.countTableChange()
            return true
        } catch {
            counts.sectionErrors += 1
            return false
        }
    }

    private mutating func apply(
        _ table: ProgramAssociation, _ checksum: UInt32, into output: inout TransportOutput
    ) {
        for index in assemblers.indices { assemblers[index].knownPacket = nil }
        if associationVersion != table.header.version {
            associationVersion = table.header.version
            associationChecksums.removeAll(keepingCapacity: true)
            for index in programs.indices { programs[index].isPending = true }
        }
        associationChecksums[table.header.number] = checksum
        for named in table.programs
        where named.number != 0 && named.pid > 0 && named.pid < TransportPacketHeader.nullPID {
            if let index = programs.indices.first(where: { programs[$0].number == named.number }) {
                if programs[index].mapPID != named.pid { programs[index].checksum = nil }
                programs[index].mapPID = named.pid
                programs[index].isPending = false
                programs[index].isListed = true
            } else if programs.count < Self.programLimit {
                programs.append(ProgramState(number: named.number, mapPID: named.pid))
            }
        }
        if table.header.number >= table.header.lastNumber {
            for index in programs.indices where programs[index].isPending {
                programs[index].isPending = false
                programs[index].isListed = false
                programs[index].checksum = nil
                for track in programs[index].tracks { unlist(track, into: &output) }
                programs[index].tracks = []
                programs[index].anchor = nil
            }
        }
        releaseTables()
        for program in programs where program.isListed { assignTables(program.mapPID) }
        chooseLead()
    }

    private mutating func apply(_ map: ProgramMap, to program: Int, into output: inout TransportOutput) {
        programs[program].clockPID = map.clockPID
        let codecs = map.streams.map {
            Codec(streamType: $0.streamType, descriptors: $0.descriptors, programDescriptors: map.descriptors)
        }
        for track in programs[program].tracks {
            let stays = zip(map.streams, codecs).contains {
                $0.0.pid == tracks[track].pid && $0.1 == tracks[track].codec
            }
            if !stays { unlist(track, into: &output) }
        }
        var listed: [Int] = []
        for (stream, codec) in zip(map.streams, codecs) where codec.isPacketized {
            guard let track = track(stream.pid, codec, of: program), !listed.contains(track) else { continue }
            listed.append(track)
        }
        programs[program].tracks = listed
        let video = listed.first { tracks[$0].codec.kind == .video }
        programs[program].anchor = video ?? listed.first { tracks[$0].codec.kind == .audio }
        if let video { tracks[video].isPrimary = true }
        chooseLead()
    }

    /// The program's track of that PID and codec, made when there is none; nil when the PID serves something else.
    private mutating func track(_ pid: UInt16, _ codec: Codec, of program: Int) -> Int? {
        guard let slot = slot(of: pid), tracks.count < Self.trackLimit || pids[slot].role == .stream else { return nil }
        if pids[slot].role == .stream {
            let track = pids[slot].track
            return tracks[track].program == program && tracks[track].codec == codec ? track : nil
        }
        guard pids[slot].role == .other else { return nil }
        let known = tracks.indices.first {
            tracks[$0].pid == pid && tracks[$0].program == program && tracks[$0].codec == codec
        }
        let track = known ?? tracks.count
        if known == nil { tracks.append(TrackState(pid: pid, program: program, codec: codec)) }
        tracks[track].isListed = true
        pids[slot].role = .stream
        pids[slot].track = track
        refreshMode(slot)
        return track
    }

    private mutating func unlist(_ track: Int, into output: inout TransportOutput) {
        close(track, isCut: false, into: &output)
        tracks[track].isListed = false
        tracks[track].previous = nil
        guard let slot = slot(of: tracks[track].pid), pids[slot].track == track else { return }
        pids[slot].track = -1
        pids[slot].role = .other
        refreshMode(slot)
    }

    /// Makes a PID one that carries tables, unless it serves something else.
    mutating func assignTables(_ pid: UInt16) {
        guard let slot = slot(of: pid), pids[slot].role == .other else { return }
        if pids[slot].assembler < 0 {
            guard assemblers.count < Self.tableLimit else { return }
            pids[slot].assembler = assemblers.count
            assemblers.append(SectionAssembler())
        }
        assemblers[pids[slot].assembler].abandon()
        pids[slot].role = .tables
        refreshMode(slot)
    }

    /// Frees the PIDs on which no listed program has its map any more.
    private mutating func releaseTables() {
        for slot in pids.indices where pids[slot].role == .tables && pids[slot].pid != ProgramAssociation.pid {
            let pid = pids[slot].pid
            if programs.contains(where: { $0.isListed && $0.mapPID == pid }) { continue }
            pids[slot].role = .other
            refreshMode(slot)
        }
    }

    /// The first listed program's video, else the first one's audio, carries the channel's picture time.
    private mutating func chooseLead() {
        let anchors = programs.lazy.filter(\.isListed).compactMap(\.anchor)
        lead = anchors.first { tracks[$0].codec.kind == .video } ?? anchors.first
    }
}
