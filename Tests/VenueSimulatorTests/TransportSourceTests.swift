import Bytes
import Testing
import Timing

@testable import VenueSimulator

@Suite("The generated transport stream")
struct TransportSourceTests {
    struct Stream: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var spec: TransportSpec
        var packets: Int
        /// Pictures, frames of sound and the first PTS, unwrapped: by `ffprobe -count_packets` (5.1).
        var pictures: Int
        var sounds: Int
        var firstPTS: Int64
    }

    /// DTS and PCR wrap after 2 s in all of them.
    static let streams = [
        Stream(
            testDescription: "640 · 360, AAC",
            spec: TransportSpec(
                bitRate: 1_500_000, width: 640, height: 360, firstDecodingTime: MediaTimestamp(1 << 33 - 180_000)),
            packets: 8_000, pictures: 201, sounds: 375, firstPTS: -180_000),
        Stream(
            testDescription: "1918 · 1080 with a B picture, layer II",
            spec: TransportSpec(
                bitRate: 1_500_000, consecutiveBPictures: 1, width: 1_918, height: 1_080, sound: .mpegAudio,
                firstDecodingTime: MediaTimestamp(1 << 33 - 180_000)),
            packets: 8_000, pictures: 201, sounds: 334, firstPTS: -176_400),
        Stream(
            testDescription: "200 kbit/s with two B pictures, silent",
            spec: TransportSpec(
                bitRate: 200_000, frameRate: 10, consecutiveBPictures: 2, width: 640, height: 360, sound: .none,
                firstDecodingTime: MediaTimestamp(1 << 33 - 180_000)),
            packets: 1_200, pictures: 91, sounds: 0, firstPTS: -171_000),
    ]

    private static func make(_ stream: Stream) -> (bytes: [UInt8], facts: [TransportFact]) {
        var source = TransportSource(stream.spec)
        var bytes: [UInt8] = []
        let facts = (0..<stream.packets).map { _ in source.next(into: &bytes) }
        return (bytes, facts)
    }

    @Test("is what its facts say, with continuity right", arguments: streams)
    func continuity(_ stream: Stream) {
        let (bytes, facts) = Self.make(stream)
        #expect(bytes.count == stream.packets * 188)
        var last: [UInt16: UInt8] = [:]
        var wrong = 0
        var starts: [UInt16: Int] = [:]
        for (index, fact) in facts.enumerated() {
            let packet = bytes[index * 188..<(index + 1) * 188]
            let at = { (offset: Int) in packet[packet.startIndex + offset] }
            let pid = UInt16(at(1) & 31) << 8 | UInt16(at(2))
            if at(0) != 0x47 || pid != fact.pid || at(3) & 15 != fact.continuity { wrong += 1 }
            if (at(3) & 0x10 != 0) != fact.hasPayload { wrong += 1 }
            if at(1) & 0x40 != 0 { starts[pid, default: 0] += 1 }
            guard pid != 0x1fff else { continue }
            if let before = last[pid], at(3) & 15 != (before + (fact.hasPayload ? 1 : 0)) & 15 { wrong += 1 }
            last[pid] = at(3) & 15
        }
        #expect(wrong == 0)
        #expect(starts[stream.spec.videoPID] == stream.pictures)
        // The last frame may still wait for its end in ffprobe.
        #expect([stream.sounds, stream.sounds + 1].contains(starts[stream.spec.soundPID] ?? 0))
        #expect(Set(facts.map(\.picture)).subtracting([-1]).count == stream.pictures)
    }

    @Test("has sections whose CRC is right, at least every 500 ms", arguments: streams)
    func tables(_ stream: Stream) {
        let (bytes, facts) = Self.make(stream)
        let places = facts.indices.filter { facts[$0].pid == 0 || facts[$0].pid == stream.spec.tablePID }
        for place in places {
            let payload = Array(bytes[place * 188 + 5..<(place + 1) * 188])
            let length = Int(payload[1] & 15) << 8 | Int(payload[2])
            let section = Array(payload[..<(length + 3)])
            #expect(CRC32MPEG.checksum(section.lent) == 0)
        }
        let maps = places.filter { facts[$0].pid == 0 }
        let limit = stream.spec.bitRate / 1_504 / 2
        #expect(maps.first == 0)
        #expect(zip(maps, maps.dropFirst()).allSatisfy { $1 - $0 <= limit })
    }

    @Test("has a clock of constant rate, at most 40 ms apart where 150 packets a second allow it", arguments: streams)
    func clocks(_ stream: Stream) {
        let (bytes, facts) = Self.make(stream)
        var clocks: [(place: Int, value: ProgramClock)] = []
        for (index, fact) in facts.enumerated() where fact.pid == stream.spec.videoPID {
            let start = index * 188
            guard bytes[start + 3] & 0x20 != 0, bytes[start + 4] > 6, bytes[start + 5] & 0x10 != 0 else { continue }
            let field = bytes[start + 6..<start + 12].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            clocks.append((index, ProgramClock(base: field >> 15, extension: field & 0x1ff)))
        }
        for (left, right) in zip(clocks, clocks.dropFirst()) {
            let units = right.value.distance(from: left.value)
            let wanted = Double(right.place - left.place) * 1_504 * 27e6 / Double(stream.spec.bitRate)
            #expect(abs(Double(units) - wanted) < 2)
            if stream.spec.bitRate >= 226_000 { #expect(units <= 27_000 * 40) }
        }
        #expect(clocks.count > 180)
    }

    @Test("presents its first picture when ffprobe says", arguments: streams)
    func firstPicture(_ stream: Stream) throws {
        let (bytes, facts) = Self.make(stream)
        let place = try #require(facts.firstIndex { $0.picture == 0 })
        let packet = Array(bytes[place * 188..<(place + 1) * 188])
        let pes = 5 + Int(packet[4])
        #expect(Array(packet[pes..<pes + 4]) == [0, 0, 1, 0xe0])
        let field = packet[pes + 9..<pes + 14].map(UInt64.init)
        let parts = [(field[0] >> 1 & 7) << 30, field[1] << 22, (field[2] >> 1) << 15, field[3] << 7, field[4] >> 1]
        let pts = parts.reduce(0, |)
        #expect(MediaTimestamp(pts).unwrapped(nearest: 0) == stream.firstPTS)
        // Random access is flagged, and a sequence parameter set follows the delimiter.
        #expect(packet[5] & 0x40 != 0)
        #expect(packet.indices.contains { Array(packet[$0...].prefix(5)) == [0, 0, 0, 1, 0x67] })
    }
}
