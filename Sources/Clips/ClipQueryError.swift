/// Why the arguments of a request name no clip.
public enum ClipQueryError: Error, Hashable, Sendable {
    /// An argument that may stand once stands twice.
    case repeated(argument: String)
    /// A value that cannot be read, and what is expected instead.
    case unreadable(argument: String, value: String, expected: String)
    /// A value that can be read but makes no sense, and what is allowed.
    case outOfRange(argument: String, value: String, allowed: String)
    /// An argument that needs another one.
    case incomplete(argument: String, missing: String)
    /// Two arguments that exclude each other.
    case conflicting(argument: String, other: String)
    /// No argument says which part of the history is wanted.
    case noWindow
}

extension ClipQueryError: CustomStringConvertible {
    /// Characters of a value that a message repeats.
    private static let quotedLength = 40

    /// One sentence that names the argument and the mend.
    public var description: String {
        switch self {
        case .repeated(let argument): "\(argument) is given more than once; give it once"
        case .unreadable(let argument, let value, let expected):
            "\(argument)=\(Self.quoted(value)) cannot be read; expected \(expected)"
        case .outOfRange(let argument, let value, let allowed):
            "\(argument)=\(Self.quoted(value)) is out of range; allowed is \(allowed)"
        case .incomplete(let argument, let missing): "\(argument) needs \(missing) beside it"
        case .conflicting(let argument, let other): "\(argument) and \(other) exclude each other; give one of them"
        case .noWindow:
            "no window is given; say last=20s, start= with duration= or end=, from=-20&to=-5, or timerange="
        }
    }

    /// The beginning of a value, control characters shown as dots.
    private static func quoted(_ value: String) -> String {
        let shown = value.unicodeScalars.prefix(quotedLength).map { $0.value < 0x20 || $0.value == 0x7F ? "." : $0 }
        return String(String.UnicodeScalarView(shown)) + (value.unicodeScalars.count > quotedLength ? "..." : "")
    }
}
