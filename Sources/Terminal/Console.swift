import Glibc

/// Standard error and what the terminal is.
package struct Console: Sendable {
    /// The program's name.
    package let tool: String

    /// The console of the program `tool`.
    package init(tool: String) { self.tool = tool }

    /// Writes one line to standard error, with the program's name before it; control characters become "?".
    package func say(_ text: String) { Self.put("\(tool): \(Self.line(of: text))\n") }

    /// `text` on one line: names out of captures and file names must not steer the terminal.
    package static func line(of text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: line += "?"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// Writes `text` to standard error; when nobody reads it, there is nobody to tell.
    package static func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Whether `descriptor` is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The environment variables of these names, as far as they are set.
    package static func environment(_ names: [String]) -> [String: String] {
        var environment: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return environment
    }
}
