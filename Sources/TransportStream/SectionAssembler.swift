import Bytes

/// Collects the bytes of one PID's sections, which may lie several in a packet or over several packets.
struct SectionAssembler: Sendable {
    /// The longest section of any table (private ones); tables read here are shorter.
    static let maximumLength = 4_096

    /// The bytes of the section in progress; whole when `isComplete`.
    private(set) var bytes: [UInt8] = []
    private var isOpen = false
    /// The hash of a packet that held nothing but whole sections that are known and hold; it need not be read again.
    var knownPacket: UInt64?
    /// Whether `bytes` is a whole section, to be taken before anything else is fed.
    private(set) var isComplete = false

    /// Whether a section has begun and waits for more bytes.
    var isUnfinished: Bool { isOpen && !isComplete && !bytes.isEmpty }

    /// Gives up the section in progress.
    mutating func abandon() {
        isOpen = false
        isComplete = false
        bytes.removeAll(keepingCapacity: true)
    }

    /// Begins a section at the next byte.
    mutating func begin() {
        abandon()
        isOpen = true
    }

    /// Takes bytes from `position` to `end` until a section is whole; returns where it stopped.
    mutating func feed(_ payload: RawSpan, from position: Int, to end: Int) -> Int {
        var position = position
        if isComplete { begin() }
        guard isOpen else { return end }
        while position < end {
            if bytes.isEmpty, payload.byte(at: position) == 0xFF {
                abandon()  // Filling: the rest of the packet holds no section.
                return end
            }
            bytes.append(payload.byte(at: position))
            position += 1
            if bytes.count >= 3 {
                let length = 3 + (Int(bytes[1] & 0x0F) << 8 | Int(bytes[2]))
                guard length <= Self.maximumLength else {
                    abandon()
                    return end
                }
                if bytes.count == length {
                    isComplete = true
                    return position
                }
            }
        }
        return position
    }
}
