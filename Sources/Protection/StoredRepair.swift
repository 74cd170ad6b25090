import Evidence
import NetworkFormats
import VenueWire

/// A repair packet that is kept: which extended numbers it protects, and the sums in its headers.
struct StoredRepair: Sendable {
    /// Lowest protected number.
    var number: Int64
    /// Distance of two protected numbers.
    var step: Int64
    /// How many numbers are protected.
    var count: Int64
    var isRow: Bool
    var id: PacketID
    var payload: Range<Int>
    var moment: Moment
    var isTruncated: Bool
    /// The low six bits of the first header byte (P, X, CC).
    var flags: UInt8
    /// Marker and payload type, as the second header byte has them.
    var kind: UInt8
    var timestamp: UInt32
    var length: UInt16

    init(_ packet: RepairPacket, number: Int64) {
        let header = packet.header
        self.number = number
        step = Int64(header.offset)
        count = Int64(header.count)
        isRow = header.isRow
        id = packet.id
        payload = packet.payload
        moment = packet.moment
        isTruncated = packet.isTruncated
        flags = header.padExtCsrcRecovery & 0x3f
        kind = (header.markerRecovery ? 0x80 : 0) | header.payloadTypeRecovery & 0x7f
        timestamp = header.timestampRecovery
        length = header.lengthRecovery
    }

    /// Highest protected number.
    var last: Int64 { number + step * (count - 1) }

    /// Whether `other` is protected.
    func protects(_ other: Int64) -> Bool {
        other >= number && other <= last && (other - number) % step == 0
    }

    /// The protected number at `place`.
    func member(_ place: Int64) -> Int64 { number + place * step }
}
