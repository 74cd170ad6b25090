import Bytes
import ErasureCode
import Evidence
import NetworkFormats

/// The sum of a repair packet and all but one of the packets that it protects: the missing one, once all are folded in.
///
/// The bytes lie in a buffer that the owner lends again for every packet: 12 bytes of RTP header, then the sum.
struct PacketSum: Sendable {
    private static let headerLength = 12

    private let width: Int
    private var flags: UInt8
    private var kind: UInt8
    private var timestamp: UInt32
    private var length: UInt16
    private var isInconsistent = false
    /// Whether a capture cut one of the packets, so that no bytes come out.
    private(set) var isTruncated: Bool
    /// The last arrival that the sum needs: by then the packet could be rebuilt.
    private(set) var moment: Moment
    /// The repair datagram's facts.
    let header: DatagramHeader

    /// Begins with a repair packet; nil when its bytes are gone.
    init?(_ repair: StoredRepair, _ store: borrowing DatagramStore, _ buffer: inout [UInt8]) {
        guard let stored = store[repair.id], let slab = store.slab(of: repair.id) else { return nil }
        header = stored.header
        moment = repair.moment
        isTruncated = repair.isTruncated
        flags = repair.flags
        kind = repair.kind
        timestamp = repair.timestamp
        length = repair.length
        let datagram = slab.bytes.extracting(stored.range)
        let end = min(repair.payload.upperBound, datagram.byteCount)
        let start = min(max(0, repair.payload.lowerBound), end)
        width = end - start
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: repeatElement(0, count: Self.headerLength + width))
        Self.fold(datagram.extracting(start..<end), into: &buffer)
    }

    /// Adds a source packet; false when its bytes are gone.
    mutating func fold(_ id: PacketID, _ store: borrowing DatagramStore, _ buffer: inout [UInt8]) -> Bool {
        guard let stored = store[id], let slab = store.slab(of: id) else { return false }
        moment = max(moment, stored.header.moment)
        guard !stored.header.isTruncated else {
            isTruncated = true
            return true
        }
        let datagram = slab.bytes.extracting(stored.range)
        guard datagram.byteCount >= Self.headerLength else {
            isInconsistent = true
            return true
        }
        let rest = datagram.extracting(Self.headerLength..<datagram.byteCount)
        // A sender pads the sum to its longest packet: a longer one is of another window.
        if rest.byteCount > width { isInconsistent = true }
        flags ^= datagram.byte(at: 0) & 0x3f
        kind ^= datagram.byte(at: 1)
        timestamp ^= datagram.bigEndian(at: 4, as: UInt32.self)
        length ^= UInt16(truncatingIfNeeded: rest.byteCount)
        Self.fold(rest, into: &buffer)
        return true
    }

    /// Writes the rebuilt packet's header before its bytes and tells the packet's length; nil when the sums contradict
    /// each other.
    func finish(number: Int64, ssrc: UInt32, _ buffer: inout [UInt8]) -> Int? {
        if isTruncated { return Self.headerLength }
        guard !isInconsistent, Int(length) <= width else { return nil }
        buffer.lendForWriting { bytes in
            bytes.setByte(0x80 | flags, at: 0)
            bytes.setByte(kind, at: 1)
            bytes.setBigEndian(UInt16(truncatingIfNeeded: number), at: 2)
            bytes.setBigEndian(timestamp, at: 4)
            bytes.setBigEndian(ssrc, at: 8)
        }
        return Self.headerLength + Int(length)
    }

    /// Whether nothing is left: every packet that the repair packet protects was folded in, and it protects no other.
    func isNothing(_ buffer: [UInt8]) -> Bool {
        !isInconsistent && flags == 0 && kind == 0 && length == 0 && buffer.allSatisfy { $0 == 0 }
    }

    private static func fold(_ symbol: RawSpan, into buffer: inout [UInt8]) {
        buffer.lendForWriting { XORParity.fold(symbol, into: &$0, at: headerLength) }
    }
}
