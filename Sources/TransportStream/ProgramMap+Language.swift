extension ProgramMap.Stream {
    /// The tag of the ISO 639 language descriptor (ISO/IEC 13818-1, 2.6.18).
    private static let languageTag: UInt8 = 0x0A

    /// The first language that its descriptors name, as ISO 639-2/T has it: three small letters such as "deu"; nil when they name
    /// none.
    public var language: String? {
        var found: String?
        DescriptorList.forEach(descriptors) { tag, content in
            guard found == nil, tag == Self.languageTag, content.count >= 4 else { return }
            found = Self.language(content.prefix(3))
        }
        return found
    }

    /// Three letters as ISO 639-2/T has them; nil when they are none, or say that the language is not known.
    private static func language(_ letters: ArraySlice<UInt8>) -> String? {
        let small = letters.map { $0 | 0x20 }
        let areLetters = letters.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        guard areLetters else { return nil }
        let code = String(decoding: small, as: UTF8.self)
        return code == "und" ? nil : terminological[code] ?? code
    }

    /// The languages with two codes: that of bibliographies, which maps may have as well, and that of terminologies, which MP4
    /// has (ISO 639-2).
    private static let terminological = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
        "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
        "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]
}
