import Bytes

/// PAT and PMT of one program, each as the payload of one transport packet (ISO/IEC 13818-1, 2.4.4).
enum ProgramTables {
    /// The program association: one program, one PMT PID.
    static func association(program: UInt16, tablePID: UInt16) -> [UInt8] {
        section(id: 0, extension: 1) { writer in
            writer.write(program)
            writer.write(0xe000 | tablePID)
        }
    }

    /// The program map: the pictures, which bear the PCR, and the sound.
    static func map(_ spec: TransportSpec) -> [UInt8] {
        section(id: 2, extension: 1) { writer in
            writer.write(0xe000 | spec.videoPID)
            writer.write(UInt16(0xf000))
            stream(type: 0x1b, pid: spec.videoPID, into: &writer)
            switch spec.sound {
            case .none: break
            case .aac: stream(type: 0x0f, pid: spec.soundPID, into: &writer)
            case .mpegAudio: stream(type: 0x03, pid: spec.soundPID, into: &writer)
            }
        }
    }

    private static func stream(type: UInt8, pid: UInt16, into writer: inout ByteWriter) {
        writer.write(type)
        writer.write(0xe000 | pid)
        writer.write(UInt16(0xf000))
    }

    private static func section(id: UInt8, extension number: UInt16, _ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var content = ByteWriter(capacity: 64)
        body(&content)
        var writer = ByteWriter(capacity: 184)
        writer.write(UInt8(0))  // pointer
        writer.write(id)
        writer.write(0xb000 | UInt16(content.count + 9))
        writer.write(number)
        writer.write(UInt8(0xc1))  // version 0, current
        writer.write(UInt16(0))
        writer.write(contentsOf: content.bytes)
        let covered = Array(writer.bytes[1...])
        writer.write(CRC32MPEG.checksum(covered.lent))
        writer.write(repeating: 0xff, count: 184 - writer.count)
        return writer.bytes
    }
}
