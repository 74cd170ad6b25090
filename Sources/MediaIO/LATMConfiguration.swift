import Bytes

/// What `StreamMuxConfig` of ISO/IEC 14496-3, 1.7.3 says of a stream of AAC.
struct LATMConfiguration: Equatable {
    /// `AudioSpecificConfig`, as files have it.
    private(set) var specificConfig: [UInt8] = []
    private(set) var objectType = 0
    /// Samples a second of the core, which band replication may double.
    private(set) var sampleRate = 0
    private(set) var channels = 0
    /// Samples of the core in a frame.
    private(set) var frameLength = 1_024

    /// Reads it at the place of `reader`, which reads `bytes`; nil when it says what is not known here.
    init?(parsing reader: inout BitReader, _ bytes: RawSpan) throws(Truncation) {
        let version = try reader.read(1)
        if version == 1 {
            guard try !reader.readFlag() else { return nil }
            _ = try Self.value(&reader)
        }
        // One time frame for all streams, one frame, one program, one layer.
        guard try reader.readFlag(), try reader.read(6 + 4 + 3) == 0 else { return nil }
        if version == 1 {
            let length = Int(try Self.value(&reader))
            let start = reader.position
            guard length <= reader.remaining, try readSpecificConfig(&reader), reader.position - start <= length else {
                return nil
            }
            try reader.skip(start + length - reader.position)
            specificConfig.append(bits: start..<(start + length), of: bytes)
        } else {
            let start = reader.position
            guard try readSpecificConfig(&reader) else { return nil }
            specificConfig.append(bits: start..<reader.position, of: bytes)
        }
        guard try reader.read(3) == 0 else { return nil }
        try reader.skip(8)
        if try reader.readFlag() {
            // Other data lie behind the frame.
            if version == 1 {
                _ = try Self.value(&reader)
            } else {
                while try reader.readFlag() { try reader.skip(8) }
                try reader.skip(8)
            }
        }
        if try reader.readFlag() { try reader.skip(8) }
    }

    /// `LatmGetValue`.
    private static func value(_ reader: inout BitReader) throws(Truncation) -> UInt32 {
        try reader.read(8 * (Int(try reader.read(2)) + 1))
    }

    /// `AudioSpecificConfig` of 1.6.2.1, with a `GASpecificConfig` of 4.4.1 that says no more than how long frames are.
    private mutating func readSpecificConfig(_ reader: inout BitReader) throws(Truncation) -> Bool {
        objectType = try Self.type(&reader)
        sampleRate = try Self.rate(&reader)
        let configuration = Int(try reader.read(4))
        channels = AudioFrameHeader.aacChannels(configuration)
        var core = objectType
        if objectType == 5 || objectType == 29 {
            guard try Self.rate(&reader) > 0 else { return false }
            core = try Self.type(&reader)
            if objectType == 29 { channels = max(2, channels) }
        }
        guard (1...4).contains(core), (1...7).contains(configuration), sampleRate > 0 else { return false }
        if try reader.readFlag() { frameLength = 960 }
        if try reader.readFlag() { try reader.skip(14) }
        return try !reader.readFlag()
    }

    private static func type(_ reader: inout BitReader) throws(Truncation) -> Int {
        let type = Int(try reader.read(5))
        return type == 31 ? 32 + Int(try reader.read(6)) : type
    }

    private static func rate(_ reader: inout BitReader) throws(Truncation) -> Int {
        let index = Int(try reader.read(4))
        if index == 15 {
            let rate = Int(try reader.read(24))
            return rate <= AudioFrameHeader.aacRates[0] ? rate : 0
        }
        return index < AudioFrameHeader.aacRates.count ? AudioFrameHeader.aacRates[index] : 0
    }
}
