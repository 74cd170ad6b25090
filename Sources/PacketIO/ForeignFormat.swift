import Bytes

/// Tells what a file that is no capture looks like.
enum ForeignFormat {
    private struct Mark {
        var offset = 0
        var bytes: [UInt8]
        var name: String

        init(_ text: String, at offset: Int = 0, _ name: String) {
            self.offset = offset
            bytes = Array(text.utf8)
            self.name = name
        }

        init(_ bytes: [UInt8], _ name: String) {
            self.bytes = bytes
            self.name = name
        }
    }

    private static let marks = [
        Mark("PK\u{3}\u{4}", "a ZIP archive"),
        Mark([0x28, 0xb5, 0x2f, 0xfd], "Zstandard-compressed data (unpack it first)"),
        Mark([0xfd, 0x37, 0x7a, 0x58, 0x5a], "xz-compressed data (unpack it first)"),
        Mark("BZh", "bzip2-compressed data (unpack it first)"),
        Mark([0x04, 0x22, 0x4d, 0x18], "LZ4-compressed data (unpack it first)"),
        Mark("snoop\0", "a Solaris snoop capture (convert it with editcap)"),
        Mark("TRSNIFF data", "a Sniffer capture (convert it with editcap)"),
        Mark("GMBU", "a Network Monitor capture (convert it with editcap)"),
        Mark("ftyp", at: 4, "an MP4 file"),
        Mark([0x1a, 0x45, 0xdf, 0xa3], "a Matroska file"),
        Mark("RIFF", "a WAV or AVI file"),
        Mark("\u{7f}ELF", "a program"),
        Mark([0x89, 0x50, 0x4e, 0x47], "a PNG picture"),
        Mark([0xff, 0xd8, 0xff], "a JPEG picture"),
        Mark("%PDF", "a PDF document"),
        Mark("SQLite format", "an SQLite database"),
    ]

    /// What the first bytes look like, with its article: "an MPEG transport stream", "text", "unknown data".
    static func name(of bytes: RawSpan) -> String {
        if bytes.byteCount < 4 { return "\(bytes.byteCount) stray bytes" }
        if isTransportStream(bytes) { return "an MPEG transport stream" }
        for mark in marks where starts(bytes, with: mark) { return mark.name }
        return text(bytes) ?? "unknown data"
    }

    /// Sync bytes in packets of 188 bytes, of 204 with parity, or of 192 with a stamp before each.
    private static func isTransportStream(_ bytes: RawSpan) -> Bool {
        for (first, step) in [(0, 188), (0, 204), (4, 192)] {
            guard bytes.byteCount == step || bytes.byteCount > first + step else { continue }
            let places = stride(from: first, to: min(bytes.byteCount, first + 4 * step), by: step)
            if places.allSatisfy({ bytes.byte(at: $0) == 0x47 }) { return true }
        }
        return false
    }

    private static func starts(_ bytes: RawSpan, with mark: Mark) -> Bool {
        guard bytes.byteCount >= mark.offset + mark.bytes.count else { return false }
        return mark.bytes.indices.allSatisfy { bytes.byte(at: mark.offset + $0) == mark.bytes[$0] }
    }

    private static func text(_ bytes: RawSpan) -> String? {
        let start = bytes.extracting(0..<min(bytes.byteCount, 512)).copied()
        guard start.allSatisfy({ $0 >= 0x20 || (0x09...0x0d).contains($0) }) else { return nil }
        let words = String(decoding: start, as: UTF8.self).lowercased().drop(while: \.isWhitespace)
        if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") { return "an HTML page" }
        if words.hasPrefix("<") { return "an XML document" }
        if words.hasPrefix("{") || words.hasPrefix("[") { return "JSON" }
        if words.hasPrefix("#extm3u") { return "a playlist" }
        return "text"
    }
}
