/// Whether the text for people is coloured, and how (ECMA-48 sequences, which take no columns).
public struct TextStyle: Sendable, Equatable {
    /// Whether colour sequences are written.
    public var isColoured: Bool

    /// Text with or without colour.
    public init(isColoured: Bool) { self.isColoured = isColoured }

    /// Text without colour, for files and pipes.
    public static let plain = Self(isColoured: false)

    /// Colour is for a terminal that knows it, when nobody asked for none (no-color.org: `NO_COLOR` present and not empty).
    public static func style(forTerminal isTerminal: Bool, environment: [String: String]) -> Self {
        let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        return Self(isColoured: isTerminal && !isRefused)
    }

    enum Paint: String {
        case bold = "1"
        case faint = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    func paint(_ text: String, _ paints: Paint...) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return "\u{1b}[\(paints.map(\.rawValue).joined(separator: ";"))m\(text)\u{1b}[0m"
    }
}
