/// Silent frames of sound, each of which fills one transport packet together with its PES header.
enum SoundCode {
    /// A frame of `length` bytes.
    static func frame(_ sound: TransportSpec.Sound, sampleRate: Int, length: Int) -> [UInt8] {
        switch sound {
        case .none: []
        case .aac: aac(sampleRate: sampleRate, length: length)
        case .mpegAudio: layerTwo(sampleRate: sampleRate)
        }
    }

    /// One ADTS frame of mono AAC-LC, silent: an empty channel element, then fill elements (ISO/IEC 13818-7, 6.2, 6.3).
    private static func aac(sampleRate: Int, length: Int) -> [UInt8] {
        let index = sampleRate == 48_000 ? 3 : sampleRate == 16_000 ? 8 : 11
        var fields = BitFields()
        fields.append(0xfff, bits: 12)
        fields.append(0b0001, bits: 4)  // MPEG-4, no CRC
        fields.append(1, bits: 2)  // low complexity
        fields.append(index, bits: 4)
        fields.append(0, bits: 1)
        fields.append(1, bits: 3)  // one channel
        fields.append(0, bits: 4)
        fields.append(length, bits: 13)
        fields.append(0x7ff, bits: 11)
        fields.append(0, bits: 2)
        fields.append(0, bits: 7)  // single channel element 0
        fields.append(0, bits: 8)  // global gain
        fields.append(0, bits: 11)  // long window, no scale factor bands
        fields.append(0, bits: 3)  // no pulse, noise shaping, gain control
        // A fill element's length counts its own second octet; 3 bits end the frame.
        var room = (length * 8 - 56 - 29 - 3) / 8 - 2
        if room > 14 {
            room = min(room, 269)
            fields.append(6, bits: 3)
            fields.append(15, bits: 4)
            fields.append(room - 14, bits: 8)
            for _ in 0..<room { fields.append(0, bits: 8) }
        }
        fields.append(7, bits: 3)
        fields.align()
        return fields.bytes + Array(repeating: 0, count: max(0, length - fields.bytes.count))
    }

    /// One frame of mono layer II without any allocated bit (ISO/IEC 11172-3, 2.4; 13818-3 for 16 kHz).
    private static func layerTwo(sampleRate: Int) -> [UInt8] {
        // 48 kHz: 56 kbit/s, 168 bytes. 16 kHz: 16 kbit/s, 144 bytes.
        let high = sampleRate == 48_000
        let header: [UInt8] = [0xff, high ? 0xfd : 0xf5, high ? 0x34 : 0x28, 0xc0]
        return header + Array(repeating: 0, count: (high ? 168 : 144) - 4)
    }
}
