import Bytes

/// Looks at the start of each access unit of a video stream, up to its first slice: is it a random access point, does it
/// lead one, how large is the picture.
///
/// Bytes come packet by packet; a few bytes of state carry start codes and headers over the packets' borders, and only a
/// parameter set is copied.
struct UnitScanner: Sendable {
    /// Which start codes to expect.
    enum Syntax: Sendable { case none, mpeg2, h264, hevc }

    /// Bytes of a unit that are looked at when no slice comes.
    static let lengthLimit = 65_536
    /// Bytes of a parameter set that are kept; the picture size stands well before.
    static let captureLimit = 256

    enum Phase: Sendable {
        case seeking, header, secondHeader, capturing, messageType, messageSize, messageBody, done
    }

    let syntax: Syntax
    var phase: Phase = .done
    var zeros = 0
    var left = 0
    /// NAL type, or the value of an MPEG-2 start code.
    var current: UInt8 = 0
    var captured: [UInt8] = []
    var messageType = 0
    var messageSize = 0
    /// What was found in this unit.
    var findings = UnitFindings()

    init(syntax: Syntax) { self.syntax = syntax }

    /// Whether the unit's bytes still matter.
    var isActive: Bool { phase != .done }

    /// Begins a unit.
    mutating func begin() {
        findings = UnitFindings()
        zeros = 0
        left = Self.lengthLimit
        phase = syntax == .none ? .done : .seeking
    }

    /// Gives up what has been found of the unit in progress.
    mutating func abandon() { phase = .done }

    /// Takes the unit's next bytes.
    mutating func scan(_ bytes: RawSpan, from start: Int, to end: Int) {
        var position = start
        while position < end, phase != .done {
            let byte = bytes.byte(at: position)
            position += 1
            if zeros >= 2, byte == 1 {
                zeros = 0
                endUnit()
                if phase != .done { phase = .header }
                continue
            }
            if zeros >= 2, byte == 3, syntax != .mpeg2 {
                zeros = 0  // Emulation prevention (H.264 7.4.1).
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            take(byte)
        }
        left -= position - start
        if left <= 0 { phase = .done }
    }

    /// Reads what is still kept when the unit ends without a slice.
    mutating func end() {
        endUnit()
        phase = .done
    }

    private mutating func take(_ byte: UInt8) {
        switch phase {
        case .seeking, .done: break
        case .header:
            phase = .seeking
            header(byte)
        case .secondHeader:
            phase = .seeking
            if byte & 7 != 0 { capture() }
        case .capturing:
            captured.append(byte)
            if captured.count >= captureLength {
                endUnit()
                if phase == .capturing { phase = .seeking }
            }
        case .messageType:
            messageType += Int(byte)
            if byte != 0xFF { phase = .messageSize }
        case .messageSize:
            messageSize += Int(byte)
            if byte != 0xFF { beginMessageBody() }
        case .messageBody:
            messageSize -= 1
            if messageSize <= 0 { beginMessage() }
        }
    }

    /// The SEI message types that matter here: 6 is a recovery point (H.264 annex D).
    private mutating func beginMessageBody() {
        if messageType == 6 { findings.hasRecoveryPoint = true }
        if messageSize > 0 { phase = .messageBody } else { beginMessage() }
    }

    mutating func beginMessage() {
        messageType = 0
        messageSize = 0
        phase = .messageType
    }

    mutating func capture() {
        captured.removeAll(keepingCapacity: true)
        phase = .capturing
    }

    private mutating func header(_ byte: UInt8) {
        switch syntax {
        case .h264: headerH264(byte)
        case .hevc: headerHEVC(byte)
        case .mpeg2: headerMPEG2(byte)
        case .none: phase = .done
        }
    }

    private var captureLength: Int {
        guard syntax == .mpeg2 else { return Self.captureLimit }
        return switch current {
        case 0x00: 2
        default: 4
        }
    }

    /// Reads what was captured, at the end of its NAL unit or when there is enough.
    private mutating func endUnit() {
        guard phase == .capturing else { return }
        phase = .seeking
        switch syntax {
        case .h264: if let size = PictureSize(h264: captured.lent) { findings.size = size }
        case .hevc: if let size = PictureSize(hevc: captured.lent) { findings.size = size }
        case .mpeg2: endMPEG2()
        case .none: break
        }
    }
}
