extension String {
    /// How many characters of a foreign text a message repeats.
    private static let quoteLimit = 60

    /// The text in double quotes, on one line and of bounded length, fit for a message on a terminal.
    var quoted: String {
        let shown = prefix(Self.quoteLimit).unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "?"
            default: String(scalar)
            }
        }
        return "\"" + shown.joined() + (count > Self.quoteLimit ? "…" : "") + "\""
    }
}
