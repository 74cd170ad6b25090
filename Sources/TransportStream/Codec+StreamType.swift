extension Codec {
    /// The codec that a program map names: by stream type (ISO/IEC 13818-1 table 2-34, SCTE 35, ATSC A/53), and for private
    /// data by DVB descriptors (ETSI EN 300 468) or a registration.
    ///
    /// `programDescriptors` tell whose private stream types these are.
    public init(streamType: UInt8, descriptors: [UInt8], programDescriptors: [UInt8] = []) {
        switch streamType {
        case 0x01: self = .mpeg1video
        case 0x02: self = .mpeg2video
        case 0x03, 0x04: self = .mpegAudio
        case 0x05, 0x08, 0x0A...0x0D, 0x14: self = .sections
        case 0x06: self = Self.privateStream(descriptors)
        case 0x0F, 0x1C: self = .aac
        case 0x10: self = .mpeg4
        case 0x11: self = .aacLATM
        case 0x15: self = Self.registered(descriptors) == "KLVA" ? .klv : .timedID3
        case 0x1B, 0x1F, 0x20: self = .h264
        case 0x21: self = .jpeg2000
        case 0x24, 0x25: self = .hevc
        case 0x33: self = .vvc
        case 0x42, 0xD2, 0xD4: self = .avs
        case 0x81, 0xC1: self = .ac3
        case 0x82, 0x85, 0x8A: self = .dts
        case 0x84, 0x87, 0xC2: self = .eac3
        case 0x86: self = Self.registered(programDescriptors) == "HDMV" ? .dts : .scte35
        case 0xEA: self = .vc1
        default: self = Self.registration(Self.registered(descriptors)) ?? .unknown
        }
    }

    private static func privateStream(_ descriptors: [UInt8]) -> Codec {
        var found: Codec?
        DescriptorList.forEach(descriptors) { tag, content in
            let named: Codec? =
                switch tag {
                case 0x56, 0x46: .dvbTeletext
                case 0x59: .dvbSubtitle
                case 0x6A: .ac3
                case 0x7A: .eac3
                case 0x7B: .dts
                case 0x7C: .aac
                case 0x7F: Self.extended(content)
                case 0xFD: Self.japanese(content)
                default: nil
                }
            if found == nil { found = named }
        }
        return found ?? registration(registered(descriptors)) ?? .privateData
    }

    /// Codecs of the DVB extension descriptor (EN 300 468, 6.4), and Opus as ffmpeg and GStreamer write it (80).
    private static func extended(_ content: ArraySlice<UInt8>) -> Codec? {
        switch content.first {
        case 0x15: .ac4
        case 0x0E: .dts
        case 0x80: .opus
        default: nil
        }
    }

    /// The data component descriptor of ARIB STD-B10: captions for fixed (8) and for mobile receivers (12).
    private static func japanese(_ content: ArraySlice<UInt8>) -> Codec? {
        content.starts(with: [0x00, 0x08]) || content.starts(with: [0x00, 0x12]) ? .aribCaption : nil
    }

    private static func registration(_ name: String?) -> Codec? {
        switch name {
        case "AC-3": .ac3
        case "EAC3": .eac3
        case "AC-4": .ac4
        case "Opus": .opus
        case "HEVC": .hevc
        case "VVC ": .vvc
        case "AV01": .av1
        case "VC-1": .vc1
        case "BSSD": .s302m
        case "DTS1", "DTS2", "DTS3": .dts
        case "KLVA": .klv
        case "ID3 ": .timedID3
        case "CUEI": .scte35
        default: nil
        }
    }

    /// The four characters of the first registration descriptor.
    private static func registered(_ descriptors: [UInt8]) -> String? {
        var name: String?
        DescriptorList.forEach(descriptors) { tag, content in
            if name == nil, tag == 0x05, content.count >= 4 {
                name = String(decoding: content.prefix(4), as: UTF8.self)
            }
        }
        return name
    }
}
