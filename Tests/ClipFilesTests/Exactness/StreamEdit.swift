import Bytes

/// Changes a transport stream as faults and changes at its sender do.
enum StreamEdit {
    static func pid(_ bytes: [UInt8], _ packet: Int) -> Int {
        Int(bytes[packet * 188 + 1] & 31) << 8 | Int(bytes[packet * 188 + 2])
    }

    /// `stream` with null packets in place of those that `isLeftOut` names, by PID and the seconds since the first clock.
    static func leavingOut(
        _ stream: [UInt8], _ isLeftOut: (_ pid: Int, _ seconds: Double) -> Bool
    ) -> [UInt8] {
        let clock = StreamClock(stream)
        var bytes = stream
        for packet in 0..<(bytes.count / 188)
        where isLeftOut(pid(bytes, packet), Double(clock.nanoseconds(of: packet)) / 1e9) {
            let start = packet * 188
            bytes.replaceSubrange(
                start..<(start + 188), with: [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184))
        }
        return bytes
    }

    /// Two streams, one behind the other, as one multiplexer sends them: counters go on, and the second one's map is a new version,
    /// unless the multiplexer forgets that.
    static func joined(_ first: [UInt8], _ second: [UInt8], raisesVersion: Bool = true) -> [UInt8] {
        var counters: [Int: UInt8] = [:]
        for packet in 0..<(first.count / 188) where first[packet * 188 + 3] & 0x10 != 0 {
            counters[pid(first, packet)] = first[packet * 188 + 3] & 15
        }
        var bytes = first
        for packet in 0..<(second.count / 188) {
            var copy = Array(second[(packet * 188)..<(packet * 188 + 188)])
            let pid = pid(second, packet)
            if copy[3] & 0x10 != 0, pid != 0x1FFF {
                let counter = counters[pid].map { ($0 + 1) & 15 } ?? copy[3] & 15
                counters[pid] = counter
                copy[3] = copy[3] & 0xF0 | counter
            }
            // No first packet says that a new time base begins.
            if copy[3] & 0x20 != 0, copy[4] > 0 { copy[5] &= 0x7F }
            // ffmpeg sends the map on PID 4096.
            if pid == 4_096, raisesVersion { raiseVersion(&copy) }
            bytes += copy
        }
        return bytes
    }

    /// Gives a section that lies in one packet the next version (ISO/IEC 13818-1, 2.4.4.8).
    private static func raiseVersion(_ packet: inout [UInt8]) {
        let start = 5 + Int(packet[4])
        let length = Int(packet[start + 1] & 15) << 8 | Int(packet[start + 2])
        packet[start + 5] = packet[start + 5] & 0xC1 | ((packet[start + 5] >> 1 + 1) & 31) << 1
        let end = start + 3 + length - 4
        let crc = CRC32MPEG.checksum(Array(packet[start..<end]).lent)
        for place in 0..<4 { packet[end + place] = UInt8(truncatingIfNeeded: crc >> UInt32(24 - 8 * place)) }
    }

    /// `stream` without one clock reference.
    static func withoutClock(_ stream: [UInt8]) -> [UInt8] {
        var bytes = stream
        for start in stride(from: 0, to: bytes.count, by: 188)
        where bytes[start + 3] & 0x20 != 0 && bytes[start + 4] > 6 && bytes[start + 5] & 0x10 != 0 {
            bytes[start + 5] &= 0xEF
        }
        return bytes
    }

    /// `stream` with no time stamps in every `step`-th PES packet of a PID.
    static func withoutStamps(_ stream: [UInt8], pid wanted: Int, every step: Int) -> [UInt8] {
        var bytes = stream
        var count = 0
        for packet in 0..<(bytes.count / 188) where pid(bytes, packet) == wanted {
            let start = packet * 188
            guard bytes[start + 1] & 0x40 != 0 else { continue }
            count += 1
            var place = start + 4
            if bytes[start + 3] & 0x20 != 0 { place += 1 + Int(bytes[place]) }
            guard count % step == 0, place + 19 < start + 188 else { continue }
            bytes[place + 7] &= 0x3F
            for byte in (place + 9)..<(place + 9 + Int(bytes[place + 8])) { bytes[byte] = 0xFF }
        }
        return bytes
    }
}
