import NetworkFormats
import VenueSimulator

/// One datagram that no venue sends.
struct FaultDatagram {
    var bytes: [UInt8]
    var destination: Endpoint
    /// Whether it comes from another host than the media.
    var isFromFar: Bool
    var isAnnouncement = false

    private static let announcements = SenderSpec.Announcing().destination
    /// Of so many datagrams one is very long.
    private static let longInterval = 32
    private static let longLength = 60_000

    /// An announcement, whose bytes are still to be made.
    static var announcement: Self {
        Self(bytes: [], destination: announcements, isFromFar: true, isAnnouncement: true)
    }

    private init(bytes: [UInt8], destination: Endpoint, isFromFar: Bool, isAnnouncement: Bool) {
        self.bytes = bytes
        self.destination = destination
        self.isFromFar = isFromFar
        self.isAnnouncement = isAnnouncement
    }

    /// Datagram `number` of a flood of `target`: noise, noise in RTP, transport packets of nobody's, repair packets of nothing,
    /// broken announcements and true ones of sessions that are not there.
    init(_ number: Int, _ target: SenderSpec, _ random: inout VenueRandom) {
        let length = number % Self.longInterval == 0 ? Self.longLength : Int(random.next() % 1_400)
        bytes = [UInt8](repeating: 0, count: length)
        var word: UInt64 = 0
        for index in bytes.indices {
            if index % 8 == 0 { word = random.next() }
            bytes[index] = UInt8(truncatingIfNeeded: word)
            word >>= 8
        }
        destination = target.destination
        isFromFar = number % 3 == 0
        switch number % 8 {
        case 0, 1: break
        case 2, 3: putHeader(payloadType: 33)
        case 4:
            putHeader(payloadType: 33)
            for place in stride(from: 12, to: bytes.count - 187, by: 188) { bytes[place] = 0x47 }
            bytes.removeLast(max(0, bytes.count - 12) % 188)
        case 5:
            putHeader(payloadType: 96)
            destination.port += number % 16 < 8 ? 2 : 4
        case 6: destination = Self.announcements
        default: self = .announcement
        }
    }

    /// The first bytes of an RTP header, with a sequence number and an SSRC of chance.
    private mutating func putHeader(payloadType: UInt8) {
        guard bytes.count >= 12 else { return }
        bytes[0] = 0x80
        bytes[1] = payloadType
    }
}
