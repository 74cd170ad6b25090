import Timing

extension TransportSource {
    mutating func begin(_ kind: PictureCode.Kind, index: Int, position: Int) {
        let step = spec.consecutiveBPictures + 1
        let (bunch, place) = max(0, position - 1).quotientAndRemainder(dividingBy: step)
        let display =
            position == 0 ? 0 : kind == .predicted ? (bunch + 1) * step : bunch * step + place
        let dts = spec.firstDecodingTime.advanced(by: Int64(index) * 90_000 / Int64(spec.frameRate))
        let shown = index - position + display + (spec.consecutiveBPictures > 0 ? 1 : 0)
        let pts = spec.firstDecodingTime.advanced(by: Int64(shown) * 90_000 / Int64(spec.frameRate))
        var head: [UInt8] = [0, 0, 1, 0xe0, 0, 0, 0x84]
        if pts == dts {
            head += [0x80, 5]
            Self.append(pts, mark: 2, to: &head)
        } else {
            head += [0xc0, 10]
            Self.append(pts, mark: 3, to: &head)
            Self.append(dts, mark: 1, to: &head)
        }
        head += code.head(kind, frameNumber: kind == .idr ? 0 : (bunch + 1) & 15, displayIndex: display & 127)
        picture = PictureBytes(
            index: Int32(truncatingIfNeeded: index), isRandomAccess: kind == .idr, head: head, headSent: 0, sent: 0,
            stuffing: index * 13 % 64)
    }

    private static func append(_ time: MediaTimestamp, mark: UInt8, to bytes: inout [UInt8]) {
        let value = time.rawValue
        bytes.append(mark << 4 | UInt8(truncatingIfNeeded: value >> 29) & 0x0e | 1)
        bytes.append(UInt8(truncatingIfNeeded: value >> 22))
        bytes.append(UInt8(truncatingIfNeeded: value >> 14) | 1)
        bytes.append(UInt8(truncatingIfNeeded: value >> 7))
        bytes.append(UInt8(truncatingIfNeeded: value << 1) | 1)
    }

    /// The clock at packet `packets`.
    private var clock: ProgramClock {
        let first = spec.firstDecodingTime.advanced(by: -Int64(spec.clockLeadMs) * 90)
        let (seconds, rest) = elapsed.quotientAndRemainder(dividingBy: 1_000_000_000)
        return ProgramClock(first.rawValue * 300 + UInt64(seconds) * 27_000_000 + UInt64(rest) * 27 / 1_000)
    }

    /// Appends an adaptation field of `length` bytes, its length byte included.
    private func appendAdaptation(
        _ length: Int, clock: ProgramClock?, isRandomAccess: Bool, to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(length - 1))
        guard length > 1 else { return }
        bytes.append((clock == nil ? 0 : 0x10) | (isRandomAccess ? 0x40 : 0))
        var stuffing = length - 2
        if let clock {
            let base = clock.rawValue / 300
            let part = clock.rawValue % 300
            bytes.append(UInt8(truncatingIfNeeded: base >> 25))
            bytes.append(UInt8(truncatingIfNeeded: base >> 17))
            bytes.append(UInt8(truncatingIfNeeded: base >> 9))
            bytes.append(UInt8(truncatingIfNeeded: base >> 1))
            bytes.append(UInt8(truncatingIfNeeded: base << 7) | 0x7e | UInt8(part >> 8))
            bytes.append(UInt8(truncatingIfNeeded: part))
            stuffing -= 6
        }
        bytes.append(contentsOf: stuffingBytes[..<stuffing])
    }

    private mutating func nextSerial() -> UInt32 {
        serial &+= 1
        return serial
    }

    /// Appends four bytes without a zero that differ for every serial number below 2^28.
    private static func append(serial: UInt32, to bytes: inout [UInt8]) {
        bytes.append(0x80 | UInt8(truncatingIfNeeded: serial >> 21))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: serial >> 14))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: serial >> 7))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: serial))
    }

    mutating func video(into bytes: inout [UInt8]) -> TransportFact {
        let isFirst = picture.sent == 0
        let isLast = picture.sent == plan.videos - 1
        let now = Int(elapsed)
        let ticking = isFirst || now - lastClock >= 20_000_000
        var field = ticking ? 8 : picture.isRandomAccess && isFirst ? 2 : 0
        if isLast { field += picture.stuffing }
        let headLeft = picture.head.count - picture.headSent
        let headHere = min(headLeft, 180 - field)
        bytes.append(0x47)
        bytes.append((isFirst ? 0x40 : 0) | UInt8(spec.videoPID >> 8))
        bytes.append(UInt8(truncatingIfNeeded: spec.videoPID))
        bytes.append((field > 0 ? 0x30 : 0x10) | videoCounter)
        if field > 0 {
            appendAdaptation(
                field, clock: ticking ? clock : nil, isRandomAccess: picture.isRandomAccess && isFirst, to: &bytes)
        }
        if headHere > 0 {
            bytes.append(contentsOf: picture.head[picture.headSent..<picture.headSent + headHere])
            picture.headSent += headHere
        }
        let mark = nextSerial()
        Self.append(serial: mark, to: &bytes)
        bytes.append(contentsOf: filling[..<(184 - field - headHere - 4)])
        if ticking { lastClock = now }
        picture.sent += 1
        defer { videoCounter = (videoCounter + 1) & 15 }
        return TransportFact(
            pid: spec.videoPID, continuity: videoCounter, hasPayload: true, picture: picture.index, identity: mark,
            role: isFirst ? .pictureStart : .other, end: !isLast ? .none : picture.stuffing == 0 ? .filled : .stuffed)
    }

    mutating func sound(into bytes: inout [UInt8]) -> TransportFact {
        let time = spec.firstDecodingTime.advanced(
            by: Int64(soundFrames) * Int64(spec.samplesPerSoundFrame) * 90_000 / Int64(spec.soundRate))
        soundFrames += 1
        let field = 184 - 14 - soundFrame.count
        bytes.append(0x47)
        bytes.append(0x40 | UInt8(spec.soundPID >> 8))
        bytes.append(UInt8(truncatingIfNeeded: spec.soundPID))
        bytes.append((field > 0 ? 0x30 : 0x10) | soundCounter)
        if field > 0 { appendAdaptation(field, clock: nil, isRandomAccess: false, to: &bytes) }
        let length = UInt16(soundFrame.count + 8)
        bytes.append(contentsOf: [0, 0, 1, 0xc0, UInt8(length >> 8), UInt8(truncatingIfNeeded: length), 0x84, 0x80, 5])
        Self.append(time, mark: 2, to: &bytes)
        bytes.append(contentsOf: soundFrame)
        defer { soundCounter = (soundCounter + 1) & 15 }
        return TransportFact(
            pid: spec.soundPID, continuity: soundCounter, hasPayload: true, identity: nextSerial())
    }

    mutating func table(_ index: Int, into bytes: inout [UInt8]) -> TransportFact {
        let pid = index == 0 ? 0 : spec.tablePID
        bytes.append(0x47)
        bytes.append(0x40 | UInt8(pid >> 8))
        bytes.append(UInt8(truncatingIfNeeded: pid))
        bytes.append(0x10 | tableCounter)
        bytes.append(contentsOf: index == 0 ? programTable : mapTable)
        let counter = tableCounter
        if index == 1 { tableCounter = (tableCounter + 1) & 15 }
        return TransportFact(
            pid: pid, continuity: counter, hasPayload: true, identity: UInt32(index),
            role: index == 0 ? .association : .map)
    }

    /// A packet that nobody needs: the clock alone when it is due, else a null packet.
    mutating func spare(into bytes: inout [UInt8]) -> TransportFact {
        let now = Int(elapsed)
        let interval = Int(1_504 * 1_000_000_000 / bitRate)
        bytes.append(0x47)
        if now - lastClock + interval > 38_000_000 {
            lastClock = now
            bytes.append(UInt8(spec.videoPID >> 8))
            bytes.append(UInt8(truncatingIfNeeded: spec.videoPID))
            let counter = (videoCounter &- 1) & 15
            bytes.append(0x20 | counter)
            appendAdaptation(184, clock: clock, isRandomAccess: false, to: &bytes)
            return TransportFact(pid: spec.videoPID, continuity: counter, hasPayload: false, identity: nextSerial())
        }
        bytes.append(0x1f)
        bytes.append(0xff)
        bytes.append(0x10)
        bytes.append(contentsOf: filling)
        return TransportFact(pid: TransportFact.nullPID, continuity: 0, hasPayload: true, identity: 8)
    }
}
