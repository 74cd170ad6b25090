extension StreamEdit {
    /// What is to be sent instead of a stream from a picture on.
    struct Splice {
        /// The PID of the pictures before, and behind.
        var before = 256
        var behind = 256
        /// The PIDs of sound.
        var sounds = [257, 258]
        /// Whether the map behind is a new version.
        var raisesVersion = true
    }

    /// `first` up to its picture with time stamp `pts`, then `second` from its picture with that time stamp on, as one multiplexer
    /// sends them: the tables come at the change, and sound that both have goes on, PES packet by PES packet.
    ///
    /// Both are as ffmpeg writes them: PES packets lie in one piece, and the map on PID 4096.
    static func spliced(_ first: [UInt8], _ second: [UInt8], at pts: Int64, _ splice: Splice) throws -> [UInt8] {
        guard let end = TransportScan(first, pid: splice.before).units.first(where: { $0.pts == pts })?.first,
            let begin = TransportScan(second, pid: splice.behind).units.first(where: { $0.pts == pts })?.first
        else { throw SourceStream.Odd(text: "no picture at \(pts)") }
        let head = Array(first[..<(end * 188)])
        var early: [Int] = []
        var late: Set<Int> = []
        for sound in splice.sounds {
            guard let last = TransportScan(head, pid: sound).units.last?.pts else { continue }
            for unit in TransportScan(second, pid: sound).units {
                let packets = (unit.first...unit.last).filter { pid(second, $0) == sound }
                if unit.first < begin, unit.pts > last { early += packets }
                if unit.first > begin, unit.pts <= last { late.formUnion(packets) }
            }
        }
        var packets: [Int] = []
        for table in [0, 4_096] { packets += (0..<begin).last { pid(second, $0) == table }.map { [$0] } ?? [] }
        packets += early.sorted() + (begin..<(second.count / 188)).filter { !late.contains($0) }
        let tail = packets.flatMap { second[($0 * 188)..<($0 * 188 + 188)] }
        return joined(head, tail, raisesVersion: splice.raisesVersion)
    }
}
