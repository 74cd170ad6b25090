/// What is wrong with the path or query of a request.
public enum TargetFault: Error, Equatable, Sendable {
    /// It begins with no slash.
    case noPath
    /// A `%` is not followed by two hexadecimal digits.
    case badEscape
    /// It holds a byte of zero, plain or escaped.
    case nul
    /// It holds a space or another character that must be escaped.
    case forbiddenCharacter
    /// What it says is no UTF-8.
    case notUnicode
}

extension TargetFault: CustomStringConvertible {
    /// One sentence for whoever asked.
    public var description: String {
        switch self {
        case .noPath: "the address of the request has no path: it must begin with a slash"
        case .badEscape: "the address has a % without two hexadecimal digits behind it: write a percent sign as %25"
        case .nul: "the address holds a zero byte: no name here has one"
        case .forbiddenCharacter: "the address holds a character that must be escaped: write a space as %20"
        case .notUnicode: "the address is not UTF-8 once it is decoded: escape names as UTF-8"
        }
    }
}
