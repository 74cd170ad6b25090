/// Foreign text made fit for a terminal: no control characters, and a known width.
enum TerminalText {
    /// `text` on one line, with "?" for whatever would move the cursor, turn the direction of writing or not show.
    static func clean(_ text: String) -> String {
        var clean = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                clean += "?"
            default: clean.unicodeScalars.append(scalar)
            }
        }
        return clean
    }

    /// How many columns `text` takes: 2 for wide East Asian characters and pictures, 0 for marks that combine.
    static func width(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width(of: $1) } }

    /// `text` itself, or its beginning and end with "…" between them, in at most `limit` columns.
    static func shortened(_ text: String, to limit: Int) -> String {
        guard width(of: text) > limit else { return text }
        guard limit > 1 else { return String(repeating: "…", count: max(0, limit)) }
        let tail = (limit - 1) / 3
        let end = String(String(beginning(of: String(text.reversed()), width: tail)).reversed())
        return beginning(of: text, width: limit - 1 - width(of: end)) + "…" + end
    }

    /// The longest beginning of `text` that takes at most `limit` columns.
    static func beginning(of text: String, width limit: Int) -> String {
        var beginning = ""
        var used = 0
        for character in text {
            used += width(of: String(character))
            guard used <= limit else { break }
            beginning.append(character)
        }
        return beginning
    }

    /// `text` with blanks behind it up to `width` columns.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - self.width(of: text)))
    }

    /// `text` with blanks before it up to `width` columns.
    static func rightAligned(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - self.width(of: text))) + text
    }

    /// The words of `text` in lines of at most `width` columns; all but the first begin with `indent` blanks.
    ///
    /// `start` columns of the first line are taken already. A word longer than a line is broken.
    static func wrapped(_ text: String, width: Int, start: Int, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = [""]
        var used = start
        for word in text.split(separator: " ") {
            var rest = String(word)
            let isFirst = lines[lines.count - 1].isEmpty || used == indent
            if used + (isFirst ? 0 : 1) + self.width(of: rest) <= width {
                lines[lines.count - 1] += (isFirst ? "" : " ") + rest
                used += (isFirst ? 0 : 1) + self.width(of: rest)
                continue
            }
            if !isFirst || used > indent {
                lines.append(margin)
                used = indent
            }
            while self.width(of: rest) > width - indent {
                let piece = beginning(of: rest, width: width - indent)
                guard !piece.isEmpty else { break }
                lines[lines.count - 1] += piece
                lines.append(margin)
                rest = String(rest.dropFirst(piece.count))
            }
            lines[lines.count - 1] += rest
            used = indent + self.width(of: rest)
        }
        return lines.joined(separator: "\n")
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115f, 0x231a...0x231b, 0x23e9...0x23f3, 0x25fd...0x25fe, 0x2614...0x2615, 0x2648...0x2653,
            0x267f...0x2693, 0x26a1...0x26ce, 0x26d4...0x26fd, 0x2705...0x2728, 0x274c...0x2757, 0x2795...0x27bf,
            0x2b1b...0x2b55, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
            0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18aff, 0x1aff0...0x1b2ff,
            0x1f004...0x1faff, 0x20000...0x3fffd:
            return 2
        default: return 1
        }
    }
}
