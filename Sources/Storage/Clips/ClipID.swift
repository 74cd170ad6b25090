import Clips
import Timing

/// The name of a saved clip: the instant of its first picture, and chance; it is the name of its folder as well.
public struct ClipID: Hashable, Comparable, Sendable {
    /// "20260101T000010Z-1a2b3c4d".
    public let text: String

    /// Where the letters stand that are no digits.
    private static let marks: [(place: Int, byte: UInt8)] = [
        (8, UInt8(ascii: "T")), (15, UInt8(ascii: "Z")), (16, UInt8(ascii: "-")),
    ]
    private static let length = 25

    /// Reads an id; nil when the text is none, so that no other name ever reaches the disk.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == Self.length else { return nil }
        for (place, byte) in bytes.enumerated() {
            if let mark = Self.marks.first(where: { $0.place == place }) {
                guard byte == mark.byte else { return nil }
            } else {
                let isDigit = (0x30...0x39).contains(byte)
                guard isDigit || place > 16 && (0x61...0x66).contains(byte) else { return nil }
            }
        }
        self.text = text
    }

    /// The id of a clip whose first picture is presented at `start`.
    init(start: StreamTime, chance: UInt32) {
        let digits = String(chance, radix: 16)
        let instant = start.rfc3339(digits: 0).filter { $0 != "-" && $0 != ":" }
        text = instant + "-" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Orders ids as the instants in them, then by chance.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
