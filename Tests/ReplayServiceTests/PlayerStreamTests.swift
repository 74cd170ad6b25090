import Bytes
import HTTPServing
import Testing

@testable import ReplayService

@Suite("The stream of a player")
struct PlayerStreamTests {
    /// A packet of `pid` whose last byte is `mark`; by hand after ISO/IEC 13818-1, 2.4.3.2 to 2.4.3.5.
    private static func packet(_ pid: UInt16, _ mark: UInt8, isRandomAccess: Bool = false) -> [UInt8] {
        var packet = [UInt8](repeating: 0xff, count: 188)
        packet[0] = 0x47
        packet[1] = UInt8(pid >> 8) | (isRandomAccess ? 0x40 : 0)
        packet[2] = UInt8(truncatingIfNeeded: pid)
        packet[3] = isRandomAccess ? 0x30 : 0x10
        packet[4] = 7
        packet[5] = isRandomAccess ? 0x50 : 0x10
        packet[187] = mark
        return packet
    }

    private static func list(_ packets: [UInt8]...) -> SliceList { SliceList(copying: packets.flatMap(\.self)) }

    /// The marks of the packets of a list.
    private static func marks(_ list: SliceList) -> [UInt8] {
        let bytes = list.joined
        return stride(from: 187, to: bytes.count, by: 188).map { bytes[$0] }
    }

    @Test("keeps what was sent since the last random access point of the first packet's track")
    func group() {
        var group = RandomAccessGroup()
        group.append(Self.list(Self.packet(256, 1, isRandomAccess: true), Self.packet(257, 2)), limit: 10_000)
        group.append(Self.list(Self.packet(257, 3, isRandomAccess: true)), limit: 10_000)
        #expect(Self.marks(group.bytes) == [1, 2, 3])
        group.append(
            Self.list(Self.packet(256, 4), Self.packet(256, 5, isRandomAccess: true), Self.packet(256, 6)),
            limit: 10_000)
        #expect(Self.marks(group.bytes) == [5, 6])
        group.append(Self.list(Self.packet(256, 7)), limit: 188 * 2)
        #expect(group.bytes.count == 0)
        group.append(Self.list(Self.packet(256, 8)), limit: 188 * 2)
        #expect(group.bytes.count == 0)
        group.append(Self.list(Self.packet(256, 9, isRandomAccess: true)), limit: 188 * 2)
        #expect(Self.marks(group.bytes) == [9])
    }

    @Test("is whole packets for any bytes, and never more than a piece of one is passed over")
    func shortPieces() {
        var group = RandomAccessGroup()
        for count in [0, 1, 187, 189, 375] {
            group.append(SliceList(copying: [UInt8](repeating: 0x47, count: count)), limit: 1 << 20)
        }
        #expect(group.bytes.count <= 1 << 20)
    }

    @Test("is wanted while somebody reads it, and begins for a late reader at the random access point")
    func readers() throws {
        let stream = PlayerStream()
        #expect(!stream.wantsPictures && !stream.wantsTransport)
        let first = try #require(stream.open())
        #expect(stream.wantsTransport && first.waiting == 0)
        stream.take(Self.list(Self.packet(0, 100), Self.packet(32, 101)), isJump: true)
        stream.take(Self.list(Self.packet(256, 1, isRandomAccess: true), Self.packet(256, 2)), isJump: false)
        stream.take(Self.list(Self.packet(256, 3, isRandomAccess: true)), isJump: false)
        let second = try #require(stream.open())
        // Two tables and one packet since the point; the first reader has all five.
        #expect(second.waiting == 3 * 188 && first.waiting == 5 * 188)
        stream.take(Self.list(Self.packet(256, 4)), isJump: false)
        #expect(second.waiting == 4 * 188 && first.waiting == 6 * 188)
        // Behind a jump nothing of before it is given to those who come.
        stream.take(Self.list(Self.packet(0, 102)), isJump: true)
        #expect(try #require(stream.open()).waiting == 188)
        stream.end()
        #expect(!stream.wantsTransport && first.write([1]) == .closed)
    }

    @Test("lets go a reader that takes nothing, and no other")
    func slowReader() throws {
        let stream = PlayerStream()
        let slow = try #require(stream.open())
        let piece = SliceList(copying: [UInt8](repeating: 0x47, count: 188 * 5_000))
        for _ in 0..<(PlayerStream.capacity / (188 * 5_000) + 2) { stream.take(piece, isJump: false) }
        #expect(slow.waiting <= PlayerStream.capacity && slow.write([1]) == .closed)
        #expect(stream.readers == 0)
        for _ in 0..<PlayerStream.readerLimit { #expect(stream.open() != nil) }
        #expect(stream.open() == nil)
    }
}
