/// A `b=` line (RFC 8866, 5.8).
public struct SessionBandwidth: Hashable, Sendable {
    /// "AS", "CT", "TIAS" or another word.
    public var modifier: String
    /// The number: bit/s for TIAS (RFC 3890), else kbit/s.
    public var value: UInt64

    /// States a bandwidth.
    public init(_ modifier: String, _ value: UInt64) {
        self.modifier = modifier
        self.value = value
    }

    /// Reads what stands behind "b="; nil when it is not "word:number".
    init?(text: Substring) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let number = UInt64(parts[1].drop { $0 == " " }) else { return nil }
        self.init(String(parts[0]), number)
    }

    /// The bandwidth in kbit/s.
    public var kilobitsPerSecond: Double { modifier == "TIAS" ? Double(value) / 1000 : Double(value) }
}
