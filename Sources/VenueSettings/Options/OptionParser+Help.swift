extension OptionParser {
    /// The longest line of the help.
    static let helpWidth = 80
    private static let column = 28

    /// The version's line: "svmanalyze 0.1.0".
    public var versionText: String { "\(tool) \(version)\n" }

    /// The help: what the tool does, its options, its notes; no line is longer than 80 characters.
    public var helpText: String {
        var text = "Usage: \(tool) \(synopsis)\n\n"
        text += Self.wrapped(summary, indent: 0) + "\n\nOptions:\n"
        for option in options {
            var left = option.letter.map { "  -\($0), " } ?? "      "
            left += "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
            let help = Self.wrapped(option.help, indent: Self.column)
            if left.count < Self.column - 1 {
                text += left + help.dropFirst(left.count) + "\n"
            } else {
                text += left + "\n" + help + "\n"
            }
        }
        if !notes.isEmpty {
            for paragraph in notes.split(separator: "\n", omittingEmptySubsequences: false) {
                text += "\n" + Self.wrapped(String(paragraph), indent: 0)
            }
            text += "\n"
        }
        return text
    }

    /// The words of `text` in lines that begin with `indent` blanks.
    private static func wrapped(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = margin
        for word in text.split(separator: " ") {
            if line.count > indent, line.count + 1 + word.count > helpWidth {
                lines.append(line)
                line = margin
            }
            line += (line.count > indent ? " " : "") + word
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
