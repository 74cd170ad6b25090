/// Walks over descriptors: each a tag, a length and as many bytes (ISO/IEC 13818-1, 2.6).
enum DescriptorList {
    /// Calls `body` with tag and content of each descriptor that is whole.
    static func forEach(_ bytes: [UInt8], _ body: (UInt8, ArraySlice<UInt8>) -> Void) {
        var position = 0
        while position + 2 <= bytes.count {
            let end = position + 2 + Int(bytes[position + 1])
            guard end <= bytes.count else { return }
            body(bytes[position], bytes[(position + 2)..<end])
            position = end
        }
    }
}
