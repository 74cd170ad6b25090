import Bytes

extension UnitScanner {
    /// The first byte of an H.264 NAL unit (ITU-T H.264, table 7-1).
    mutating func headerH264(_ byte: UInt8) {
        switch byte & 31 {
        case 1...5:
            findings.hasPicture = true
            if byte & 31 == 5 { findings.kind = .instantaneousRefresh }
            phase = .done
        case 6: beginMessage()
        case 7:
            findings.hasParameterSet = true
            capture()
        default: break
        }
    }

    /// The first byte of an HEVC NAL unit (ITU-T H.265, table 7-1); the second one only matters before a parameter set.
    mutating func headerHEVC(_ byte: UInt8) {
        let type = byte >> 1 & 63
        guard byte & 1 == 0 else { return }  // A layer above the base layer.
        switch type {
        case 0...31:
            findings.hasPicture = true
            findings.isLeading = (6...9).contains(type)
            findings.isSkipped = type == 8 || type == 9
            switch type {
            case 16...18: findings.kind = .brokenLink
            case 19, 20: findings.kind = .instantaneousRefresh
            case 21: findings.kind = .cleanRandomAccess
            default: break
            }
            phase = .done
        case 33:
            findings.hasParameterSet = true
            phase = .secondHeader
        default: break
        }
    }

    /// The value of an MPEG-1 or MPEG-2 start code (ISO/IEC 13818-2, table 6-1).
    mutating func headerMPEG2(_ byte: UInt8) {
        current = byte
        switch byte {
        case 0x00, 0xB5, 0xB8: capture()
        case 0xB3:
            findings.hasParameterSet = true
            capture()
        case 0x01...0xAF: phase = .done
        default: break
        }
    }

    /// Reads sequence header, sequence extension, group header or picture header (ISO/IEC 13818-2, 6.2.2 and 6.2.3).
    mutating func endMPEG2() {
        guard captured.count >= 2 else { return }
        switch current {
        case 0x00:
            findings.hasPicture = true
            if captured[1] >> 3 & 7 == 1, findings.hasParameterSet { findings.kind = .sequenceStart }
            phase = .done
        case 0xB3:
            guard captured.count >= 3 else { return }
            let width = Int(captured[0]) << 4 | Int(captured[1] >> 4)
            findings.size = PictureSize(checking: width, Int(captured[1] & 15) << 8 | Int(captured[2]))
        case 0xB5:
            guard captured.count >= 3, captured[0] >> 4 == 1, let size = findings.size else { return }
            let width = Int(captured[1] & 1) << 1 | Int(captured[2] >> 7)
            let height = Int(captured[2] >> 5 & 3)
            findings.size = PictureSize(checking: width << 12 | size.width, height << 12 | size.height)
        case 0xB8:
            if captured.count >= 4 { findings.isClosed = captured[3] & 0x40 != 0 }
        default: break
        }
    }
}
