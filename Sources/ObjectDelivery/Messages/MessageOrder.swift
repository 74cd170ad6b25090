import NetworkFormats
import Timing

/// One sender's messages on the way out: which went out last, and which wait for one before them.
struct MessageOrder: Sendable {
    /// A complete message.
    struct Waiting: Sendable {
        /// The TOI.
        var object: UInt32
        /// When its first packet came.
        var first: StreamTime
        /// When its last packet came.
        var completed: StreamTime
        /// When it was sent, as it says itself.
        var sent: StreamTime?
        /// The message and the checksum behind it.
        var content: [UInt8]
    }

    /// More messages than this do not wait: the first ones go.
    static let limit = 1_024

    /// Who sends.
    let source: IPAddress
    /// Its TSI.
    let transportSession: UInt64
    /// The highest TOI that went out; nil before the first message.
    var highest: UInt32?
    /// Complete messages, in the order of their TOIs.
    private(set) var waiting: [Waiting] = []
    /// Their bytes.
    private(set) var byteCount = 0

    /// The order of `source` in session `transportSession`, from which nothing came yet.
    init(source: IPAddress, transportSession: UInt64) {
        self.source = source
        self.transportSession = transportSession
    }

    /// How far `object` is ahead of `other` on the circle of TOIs; negative when behind.
    static func distance(_ object: UInt32, from other: UInt32) -> Int { Int(Int32(bitPattern: object &- other)) }

    /// The TOI behind `object`; 0 is left out.
    static func successor(of object: UInt32) -> UInt32 { object == .max ? 1 : object + 1 }

    /// Puts a complete message where its TOI belongs, behind those of the same TOI.
    mutating func insert(_ message: Waiting) {
        let place = waiting.lastIndex { Self.distance($0.object, from: message.object) <= 0 }
        waiting.insert(message, at: place.map { $0 + 1 } ?? 0)
        byteCount += message.content.count
    }

    /// Takes the first waiting message out.
    mutating func removeFirst() -> Waiting {
        let message = waiting.removeFirst()
        byteCount -= message.content.count
        return message
    }
}
